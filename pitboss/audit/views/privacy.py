"""Personal data at the desk: how long it is kept, what keeps it longer, what has gone, and who looked."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import may, require
from pitboss.audit.privacy_forms import HoldForm, LiftForm, ReportForm, TermForm
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.incidents.models import Incident
from pitboss.privacy.due import due, due_of_house, terms_of, terms_of_house
from pitboss.privacy.kinds import TERMS, Kind
from pitboss.privacy.models import Access, Hold, Removal, RetentionSetting
from pitboss.privacy.report import of_employee, of_visitor
from pitboss.privacy.verbs.hold import hold, lift
from pitboss.privacy.verbs.record_access import record_access
from pitboss.privacy.verbs.set_retention import TooShort, set_retention

LINES = 50
"""Of each log."""


@require_safe
@signed_in
def privacy(request: PersonRequest) -> HttpResponse:
    """``casino``: its code."""
    return _page(request, _casino(request, request.GET.get("casino")))


@require_POST
@signed_in
def set_term(request: PersonRequest, casino: str) -> HttpResponse:
    here = _casino(request, casino)
    require(request.user, "administer", here)
    form = TermForm(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        try:
            set_retention(
                casino=here,
                kind=Kind(given["kind"]),
                days=given["days"],
                by=request.user,
                why=given["why"],
                now=timezone.now(),
            )
        except TooShort as short:
            form.add_error("days", str(short))
        else:
            return _back(here)
    return _page(request, here, term=form)


@require_POST
@signed_in
def set_hold(request: PersonRequest, casino: str) -> HttpResponse:
    here = _casino(request, casino)
    form = HoldForm(request.POST)
    if form.is_valid():
        case = Incident.objects.filter(casino=here, folio=form.cleaned_data["folio"].strip()).first()
        if case is None:
            form.add_error("folio", gettext("No hay un caso con ese folio en este casino."))
        else:
            hold(incident=case, by=request.user, why=form.cleaned_data["why"], now=timezone.now())
            return _back(here)
    return _page(request, here, hold=form)


@require_POST
@signed_in
def lift_hold(request: PersonRequest, casino: str, pk: int) -> HttpResponse:
    here = _casino(request, casino)
    held = get_object_or_404(Hold.objects.select_related("incident__casino"), pk=pk, incident__casino=here, lifted=None)
    form = LiftForm(request.POST)
    if not form.is_valid():
        return _page(request, here, lift=(pk, form))
    lift(hold=held, by=request.user, why=form.cleaned_data["why"], now=timezone.now())
    return _back(here)


@require_POST
@signed_in
def report(request: PersonRequest, casino: str) -> HttpResponse:
    """What is stored about somebody, as a file that can be handed over; who took it and why is written down."""
    here = _casino(request, casino)
    require(request.user, "report_person", here)
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _page(request, here, report=form)
    wanted = form.cleaned_data["who"].strip()
    employee = Person.objects.filter(badge__iexact=wanted, memberships__casino=here).distinct().first()
    told: dict[str, Any] = of_employee(employee, here) if employee else of_visitor(wanted, here)
    rows = sum(len(part) for part in told.values() if isinstance(part, list))
    if employee is None and not rows:
        form.add_error("who", gettext("Nada guardado con esa credencial o ese nombre."))
        return _page(request, here, report=form)
    now = timezone.now()
    record_access(
        by=request.user,
        casinos=[here],
        what=Access.What.REPORT,
        named=True,
        now=now,
        asked=f"person:{employee.pk}" if employee else "visitor",
        why=form.cleaned_data["why"],
        rows=rows,
    )
    body = {"casino": here.code, "made_at": now.isoformat(), **told}
    answer = HttpResponse(
        json.dumps(body, ensure_ascii=False, indent=2), content_type="application/json; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{here.code}-persona-{now:%Y%m%d-%H%M%S}.json"'
    return answer


def _casino(request: PersonRequest, code: str | None) -> Casino:
    """The casino asked for, else the first where this person sees to personal data."""
    theirs = Casino.objects.where(request.user, "hold_data")
    if not theirs.exists():
        raise PermissionDenied(f"{request.user} sees to personal data at no casino")
    found = theirs.filter(code=code).first() if code else theirs.first()
    if found is None:
        raise Http404(f"no casino {code} for {request.user}")
    return found


def _back(casino: Casino) -> HttpResponse:
    return redirect(f"{reverse('audit:privacy')}?casino={casino.code}")


def _page(request: PersonRequest, casino: Casino, **failed: Any) -> HttpResponse:
    now = timezone.now()
    lifting, lift_form = failed.get("lift", (None, None))
    holds = Hold.objects.filter(incident__casino=casino, lifted=None).select_related("incident", "by")
    context = {
        "casino": casino,
        "casinos": Casino.objects.where(request.user, "hold_data"),
        "terms": _terms(casino, now),
        "may_set": may(request.user, "administer", casino),
        "may_report": may(request.user, "report_person", casino),
        "term_form": failed.get("term") or TermForm(),
        "hold_form": failed.get("hold") or HoldForm(),
        "report_form": failed.get("report") or ReportForm(),
        "holds": [(one, lift_form if one.pk == lifting else LiftForm(auto_id=f"lift-{one.pk}-%s")) for one in holds],
        "removals": Removal.objects.filter(Q(casino=casino) | Q(casino=None)).select_related("by")[:LINES],
        "accesses": Access.objects.filter(casino=casino)
        .exclude(what=Access.What.VISIT)
        .select_related("person")[:LINES],
    }
    status = 422 if failed else 200
    with timezone.override(ZoneInfo(casino.timezone)):
        return render(request, "audit/privacy.html", context, status=status)


def _terms(casino: Casino, now: datetime) -> list[dict[str, Any]]:
    """Each kind with its days here, who set them, and how many rows would go now."""
    days = terms_of(casino) | terms_of_house()
    waiting = due(casino, now) | due_of_house(now)
    newest = {
        one.kind: one for one in RetentionSetting.objects.filter(casino=casino).select_related("by").order_by("pk")
    }
    return [
        {
            "kind": kind,
            "days": days[kind],
            "term": term,
            "waiting": len(waiting[kind]),
            "set": newest.get(kind),
        }
        for kind, term in TERMS.items()
    ]
