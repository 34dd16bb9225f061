"""Complaints of players: the list, one of them, taking one, and its next step."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import may
from pitboss.audit import complaint_filters
from pitboss.audit import complaints as desk
from pitboss.audit.complaint_forms import ComplaintActForm, TakeForm, first_values
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.complaints.models import Complaint
from pitboss.complaints.picks import Language, SentBy
from pitboss.complaints.queries import complaint_list, visible_to, with_history
from pitboss.complaints.verbs.issue_receipt import issue_receipt
from pitboss.complaints.verbs.receive import receive
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import visible_to as incidents_of
from pitboss.incidents.refusal import Refused


@require_safe
@signed_in
def complaints(request: PersonRequest) -> HttpResponse:
    """Newest first. Empty values leave the address."""
    casinos = list(Casino.objects.where(request.user, "see_complaints"))
    if not casinos:
        raise PermissionDenied(f"{request.user} has nothing to do with complaints")
    wanted = complaint_filters.asked(request.GET)
    if any(not value for value in request.GET.values()):
        return redirect(f"{request.path}{wanted.address()}")
    now = timezone.now()
    with timezone.override(ZoneInfo(casinos[0].timezone)):
        pages = Paginator(complaint_list(request.user, wanted.filters, now), desk.ROWS)
        page = pages.get_page(wanted.page)
        context = {
            "asked": wanted,
            "rows": [desk.row(one, now) for one in page],
            "page": page,
            "choices": complaint_filters.choices(wanted),
            "shortcuts": complaint_filters.shortcuts(wanted),
            "casinos": casinos,
            "may_take": Casino.objects.where(request.user, "take_complaint").exists(),
            "previous_page": wanted.address(page=page.number - 1),
            "next_page": wanted.address(page=page.number + 1),
        }
        return render(request, "audit/complaints.html", context)


@require_safe
@signed_in
def complaint(request: PersonRequest, casino: str, folio: str) -> HttpResponse:
    return _page(request, _found(request.user, casino, folio))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def take(request: PersonRequest) -> HttpResponse:
    """``casino``: which, of those where the person may take complaints; ``incident``: a folio of it, to begin with."""
    casinos = list(Casino.objects.where(request.user, "take_complaint"))
    if not casinos:
        raise PermissionDenied(f"{request.user} may not take complaints")
    code = request.POST.get("casino") or request.GET.get("casino") or casinos[0].code
    casino = next((one for one in casinos if one.code == code), None)
    if casino is None:
        raise Http404(f"no casino {code} for {request.user}")
    with timezone.override(ZoneInfo(casino.timezone)):
        if request.method != "POST":
            begun = _incident(request.user, casino, request.GET.get("incident"))
            form = TakeForm(casino=casino, person=request.user, initial=first_values(begun))
            return _take_page(request, form, casinos)
        form = TakeForm(request.POST, casino=casino, person=request.user)
        status = 400
        if form.is_valid():
            try:
                taken = _take(form, request.user)
            except Refused as why:
                status = 409
                for reason in why.reasons:
                    form.add_error(None, str(reason.words))
            else:
                return redirect("audit:complaint", casino.code, taken.folio)
        return _take_page(request, form, casinos, status=status)


@require_POST
@signed_in
def act(request: PersonRequest, casino: str, folio: str, act: str) -> HttpResponse:
    """One verb. Done, the page is shown anew; refused, with the form as it was sent and the reasons."""
    shown = _found(request.user, casino, folio)
    if act not in desk.FORMS:
        raise Http404(act)
    if not may(request.user, desk.FORMS[act].permission, shown.casino):
        raise PermissionDenied(f"{request.user} may not {act}")
    with timezone.override(ZoneInfo(shown.casino.timezone)):
        form = desk.FORMS[act](request.POST, complaint=shown, person=request.user)
        status = 400
        if form.is_valid():
            try:
                form.do(timezone.now())
            except Refused as why:
                status = 409
                for reason in why.reasons:
                    form.add_error(None, str(reason.words))
            else:
                return redirect("audit:complaint", casino, folio)
        return _page(request, _found(request.user, casino, folio), failed=form, status=status)


def _take(form: TakeForm, person: Person) -> Complaint:
    """The complaint, and the receipt where it is handed over at once."""
    language = form.cleaned_data["receipt"]
    with transaction.atomic():
        taken = receive(by=person, now=timezone.now(), **form.told())
        if language:
            issue_receipt(
                complaint=taken, by=person, now=timezone.now(), language=Language(language), sent_by=SentBy.IN_HAND
            )
    return taken


def _take_page(request: PersonRequest, form: TakeForm, casinos: list[Casino], *, status: int = 200) -> HttpResponse:
    context = {"form": form, "casinos": casinos}
    return render(request, "audit/complaint_new.html", context, status=status)


def _page(
    request: PersonRequest, shown: Complaint, *, failed: ComplaintActForm | None = None, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "complaint": shown,
        "whole": desk.whole(shown, request.user, timezone.now(), failed=failed, shown_seal=request.GET.get("seal", "")),
    }
    with timezone.override(ZoneInfo(shown.casino.timezone)):
        return render(request, "audit/complaint.html", context, status=status)


def _found(person: Person, casino: str, folio: str) -> Complaint:
    """With its history. Raises Http404 also for one that the person has nothing to do with."""
    found = with_history(visible_to(person)).filter(casino__code=casino, folio=folio).first()
    if found is None:
        raise Http404(f"no complaint {casino} {folio} for {person}")
    return found


def _incident(person: Person, casino: Casino, folio: str | None) -> Incident | None:
    if not folio:
        return None
    return incidents_of(person).filter(casino=casino, folio=folio).first()
