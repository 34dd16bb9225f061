"""One incident."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pitboss.accounts.models import Person
from pitboss.audit.act_forms import ActForm
from pitboss.audit.acts import way
from pitboss.audit.at_table import at_table
from pitboss.audit.case import case, said
from pitboss.audit.played import played
from pitboss.audit.related_lists import related_lists
from pitboss.audit.report import report
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.audit.steps import SPEEDS, next_words, stage_label, stepping
from pitboss.audit.timeline import kinds_of, timeline, with_complaints, with_steps
from pitboss.complaints.models import Complaint, ComplaintStep
from pitboss.complaints.queries import visible_to as complaints_seen_by
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import visible_to, with_findings
from pitboss.ledger.models import Head
from pitboss.replay.scenes import round_of


@require_safe
@signed_in
def incident(request: PersonRequest, casino: str, folio: str) -> HttpResponse:
    """The page of a case; for htmx only the replay, at the step asked for."""
    return page(request, found(request.user, casino, folio))


def found(person: Person, casino: str, folio: str) -> Incident:
    """The case with its findings and history. Raises Http404 also for one of another casino."""
    try:
        return with_findings(visible_to(person)).get(casino__code=casino, folio=folio)
    except Incident.DoesNotExist:
        raise Http404(f"no incident {casino} {folio} for {person}") from None


def page(request: PersonRequest, shown: Incident, *, failed: ActForm | None = None, status: int = 200) -> HttpResponse:
    """``failed``: a form that was sent and refused."""
    context = _round_of(request, shown)
    step = context["step"]
    if request.htmx and step is not None and failed is None:
        response = render(request, "audit/_replay.html", context)
    else:
        context |= _case_of(request, shown, context, failed)
        context["mark"] = mark_of(shown, len(shown.steps.all()), _steps_of(context["complaints"]))
        with timezone.override(ZoneInfo(shown.casino.timezone)):
            response = render(request, "audit/incident.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@signed_in
def news(request: PersonRequest, casino: str, folio: str) -> HttpResponse:
    """What of the page may have changed, if anything did since the mark that is sent along: 304 if nothing. Asked for
    every few seconds by an open page: six queries."""
    try:
        bare = visible_to(request.user).get(casino__code=casino, folio=folio)
    except Incident.DoesNotExist:
        raise Http404(f"no incident {casino} {folio} for {request.user}") from None
    seen = complaints_seen_by(request.user).filter(incidents=bare)
    about = ComplaintStep.objects.filter(complaint__in=seen.values("pk"))
    mark = mark_of(bare, bare.steps.count(), about.count())
    if request.headers.get("If-None-Match") == mark:
        return HttpResponseNotModified(headers={"ETag": mark})
    shown = found(request.user, casino, folio)
    context = _round_of(request, shown)
    context |= _case_of(request, shown, context, None)
    with timezone.override(ZoneInfo(shown.casino.timezone)):
        response = render(request, "audit/_news.html", context)
    response.headers["ETag"] = mark
    return response


def mark_of(shown: Incident, steps: int, about: int) -> str:
    """Differs as soon as anything is added to the case's history, which has so many rows (``steps``), to that of
    complaints about it (``about``) or to the session's ledger."""
    head = Head.objects.filter(session=shown.session_id).values_list("number", flat=True).first()
    return f'"{shown.status}-{steps}-{about}-{head}"'


def _steps_of(complaints: Iterable[Complaint]) -> int:
    return sum(len(one.steps.all()) for one in complaints)


def _round_of(request: PersonRequest, shown: Incident) -> dict[str, Any]:
    """The replay and the line of time."""
    zone = ZoneInfo(shown.casino.timezone)
    entries = said(played(shown), zone)
    findings = list(shown.findings.all())
    step = stepping(entries, findings, request.GET.get("step"), get_language() or "es")
    complaints = list(complaints_seen_by(request.user).filter(incidents=shown).prefetch_related("steps__by"))
    lines = with_steps(timeline(entries, findings), list(shown.steps.all()), entries, zone)
    lines = with_complaints(lines, [step for one in complaints for step in one.steps.all()], zone)
    context: dict[str, Any] = {
        "incident": shown,
        "step": step,
        "lines": lines,
        "entries": entries,
        "complaints": complaints,
    }
    if step is not None:
        context |= {"stage_label": stage_label(shown, step), "next_words": next_words(step), "speeds": SPEEDS}
    return context


def _case_of(
    request: PersonRequest, shown: Incident, context: dict[str, Any], failed: ActForm | None
) -> dict[str, Any]:
    """All else that the page tells of the case."""
    zone = ZoneInfo(shown.casino.timezone)
    entries = context["entries"]
    this = None if shown.round is None else round_of(shown.session, shown.round)
    on_the_way = way(shown, request.user, failed)
    if not on_the_way.names.staff:
        # A croupier: told again, with the others under a word
        on_the_way.names.veil(one for step in shown.steps.all() for one in (step.by, step.to))
        on_the_way.names.veil([shown.assigned])
        context |= _round_of(request, shown)
        on_the_way = way(shown, request.user, failed)
    told = case(shown, entries, this, timezone.now())
    there = at_table(shown, entries, on_the_way.names, zone)
    return {
        "case": told,
        "way": on_the_way,
        "there": there,
        "kinds": kinds_of(context["lines"]),
        "report": report(shown, told, on_the_way, there, entries, this, context["complaints"]),
        "related": related_lists(shown, None if this is None else this.shoe),
    }
