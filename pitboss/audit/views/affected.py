"""Rounds between two events of a session, as a page and as a sheet."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from pitboss.accounts.permissions import may, require
from pitboss.audit import affected as page
from pitboss.audit import chains
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino, TableSession
from pitboss.replay.affected import affected_rounds, marks_of, stretch_of, summed
from pitboss.replay.models import Finding


@require_safe
@signed_in
def affected(request: PersonRequest) -> HttpResponse:
    """``session``, ``from`` and ``to`` (numbers of ledger entries); or ``finding``, which goes to the stretch that it
    puts in doubt; or neither, which goes to where a session is picked."""
    if finding := request.GET.get("finding"):
        return redirect(_of_finding(request, finding))
    if not request.GET.get("session"):
        return redirect("audit:ledger")
    session, wanted = _asked(request)
    zone = chains.zone_of(session)
    rounds = list(affected_rounds(session.pk, first=wanted.first, last=wanted.last))
    pages = Paginator(rounds, page.ROUNDS)
    shown = pages.get_page(request.GET.get("page"))
    return render(
        request,
        "audit/affected.html",
        {
            "session": session,
            "asked": wanted,
            "choices": page.choices(marks_of(session.pk, (wanted.first, wanted.last)), zone),
            "sum": summed(rounds),
            "rows": [page.row(one, zone) for one in shown],
            "hand_rows": [hand for one in shown for hand in page.hand_rows(one)] if wanted.hands else [],
            "page": shown,
            "begins": rounds[0].opened_at.astimezone(zone) if rounds else None,
            "ends": (rounds[-1].closed_at or rounds[-1].last_entry.at).astimezone(zone) if rounds else None,
            "may_export": may(request.user, "export", session.table.casino),
            "by_round": wanted.query(session.pk, detail=None),
            "by_hand": wanted.query(session.pk, detail="hands"),
            "download": reverse("audit:affected_sheet") + wanted.query(session.pk, detail=None),
            "previous_page": wanted.query(session.pk, page=shown.number - 1),
            "next_page": wanted.query(session.pk, page=shown.number + 1),
        },
    )


@require_safe
@signed_in
def sheet(request: PersonRequest) -> HttpResponse:
    """The same stretch as CSV, for those who may export."""
    session, wanted = _asked(request)
    require(request.user, "export", session.table.casino)
    rounds = list(affected_rounds(session.pk, first=wanted.first, last=wanted.last))
    answer = HttpResponse(
        "".join(page.sheet(session, rounds, chains.zone_of(session))), content_type="text/csv; charset=utf-8"
    )
    name = f"{session.table.casino.code}-{session.table.name}-{session.number}-{wanted.first}-{wanted.last}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _asked(request: PersonRequest) -> tuple[TableSession, page.Asked]:
    number = request.GET.get("session", "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404(f"no session {number!r}")
    session = chains.sessions_of(request.user).filter(pk=int(number)).first()
    if session is None:
        raise Http404(f"no session {number} for {request.user}")
    head = getattr(session, "head", None)
    return session, page.asked(request.GET, max(1, head.number if head else 1))


def _of_finding(request: PersonRequest, text: str) -> str:
    try:
        finding = Finding.objects.select_related("entry", "answered", "session__head").get(
            pk=UUID(text), casino__in=Casino.objects.of(request.user).order_by()
        )
    except (ValueError, Finding.DoesNotExist):
        raise Http404(f"no finding {text!r} for {request.user}") from None
    first, last = stretch_of(finding)
    return f"{reverse('audit:affected')}?session={finding.session_id}&from={first}&to={last}"
