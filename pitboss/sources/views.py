"""Two accounts of one table beside each other, and a round entered again from its video."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from pitboss.accounts.permissions import may, require
from pitboss.audit import chains
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import TableSession
from pitboss.incidents.refusal import Refused
from pitboss.replay.beside import Sides
from pitboss.replay.models import Round
from pitboss.replay.scenes import round_of
from pitboss.sources import page, video_form
from pitboss.sources.access import REENTER, casinos_of, sessions_of, with_second_sources
from pitboss.sources.verbs.reenter import reenter

SHOWN = 30
LINES = 200


@require_safe
@signed_in
def sources(request: PersonRequest) -> HttpResponse:
    """Sessions of which somebody besides the table told a card."""
    if not casinos_of(request.user).exists():
        raise PermissionDenied(f"{request.user} may not see second sources anywhere")
    pages = Paginator(with_second_sources(sessions_of(request.user)), SHOWN)
    shown = pages.get_page(request.GET.get("page"))
    rows = [(one, *page.counts_of(one), chains.zone_of(one)) for one in shown]
    return render(request, "sources/sources.html", {"rows": rows, "page": shown, "total": pages.count})


@require_safe
@signed_in
def beside(request: PersonRequest, session: int) -> HttpResponse:
    """The table's cards and one source's, line by line: of a round, or of the whole session."""
    shown = _session(request, session)
    sides = Sides(shown)
    accounts = sides.accounts
    source = request.GET.get("source") or (accounts[0].source if accounts else "")
    if accounts and source not in {one.source for one in accounts}:
        raise Http404(f"no source {source} in session {session}")
    number = _number(request.GET.get("round"))
    rows = sides.rows(source, number) if accounts else []
    only = request.GET.get("show") == "parts"
    pages = Paginator([row for row in rows if row.parts] if only else rows, LINES)
    lines = pages.get_page(request.GET.get("page"))
    return render(
        request,
        "sources/beside.html",
        {
            "session": shown,
            "zone": chains.zone_of(shown),
            "accounts": [(one, page.source_words(one.source)) for one in accounts],
            "source": source,
            "source_words": page.source_words(source) if source else "",
            "round": number,
            "rounds": _rounds(shown),
            "only": only,
            "lines": page.lines_of(shown, source, list(lines)),
            "page": lines,
            "total": len(rows),
            "parting": sum(row.parts for row in rows),
            "may_reenter": number is not None and may(request.user, REENTER, shown.table.casino),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def video(request: PersonRequest, session: int, number: int) -> HttpResponse:
    """The form for what the video shows of a round. What the table wrote of it is not on this page."""
    shown = _session(request, session)
    require(request.user, REENTER, shown.table.casino)
    this = round_of(shown, number)
    if this is None:
        raise Http404(f"session {session} has no round {number}")
    zone = chains.zone_of(shown)
    form = video_form.blank()
    reasons: list[Any] = []
    if request.method == "POST":
        more = "more" in request.POST
        form = video_form.filled(request.POST.dict(), this.opened_at, zone, more=more)
        if not more and form.is_good:
            try:
                reenter(
                    session=shown, round=number, by=request.user, camera=form.camera, ahead=form.ahead,
                    cards=form.cards, now=timezone.now(),
                )  # fmt: skip
            except Refused as refused:
                reasons = [reason.words for reason in refused.reasons]
            else:
                return redirect(f"{reverse('sources:beside', args=[shown.pk])}?source=surveillance&round={number}")
    context = {
        "session": shown,
        "this": this,
        "zone": zone,
        "form": form,
        "reasons": reasons,
        "choices": page.choices(),
    }
    failed = request.method == "POST" and (reasons or not form.is_good)
    return render(request, "sources/video.html", context | {"choices": page.choices()}, status=400 if failed else 200)


def _session(request: PersonRequest, session: int) -> TableSession:
    found: TableSession = get_object_or_404(sessions_of(request.user), pk=session)
    return found


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _rounds(session: TableSession) -> list[int]:
    return list(Round.objects.filter(session=session).order_by("number").values_list("number", flat=True).distinct())
