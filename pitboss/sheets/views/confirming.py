"""One sheet: what was read beside the picture, until somebody confirms it; from then on, what was confirmed."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.incidents.refusal import Refused
from pitboss.ingest.files import kept
from pitboss.sheets import page
from pitboss.sheets.answers import Answers, blank, said
from pitboss.sheets.models import Confirmation, Picture, Sheet
from pitboss.sheets.proposal import proposed
from pitboss.sheets.queries import best, pictures_of, sheets_of
from pitboss.sheets.verbs.confirm import confirm

A_DAY: Final = 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def sheet(request: PersonRequest, pk: str) -> HttpResponse:
    """The form; POST confirms, and the page then says what came of it."""
    found = get_object_or_404(sheets_of(request.user), pk=pk)
    confirmation = Confirmation.objects.filter(sheet=found).select_related("by", "session").first()
    pictures = best(found.pictures.select_related("sending").exclude(page=None))
    if confirmation is not None:
        return _confirmed(request, found, confirmation)
    if not pictures:
        raise PermissionDenied(f"{found} was printed and never sent")
    zone = ZoneInfo(found.casino.timezone)
    proposal = proposed(found.layout, {number: picture.cells for number, picture in pictures.items()})
    if request.method != "POST":
        return _form(request, found, pictures, blank(proposal))
    answers = said(request.POST, proposal, zone)
    if answers.told is None:
        return _form(request, found, pictures, answers, status=400)
    try:
        confirm(
            sheet=found,
            by=request.user,
            now=timezone.now(),
            told=answers.told,
            pictures=pictures.values(),
            answers=answers.kept(),
            changed=answers.changed(),
        )
    except Refused as why:
        answers.problems |= {reason.code: str(reason.words) for reason in why.reasons}
        return _form(request, found, pictures, answers, status=400)
    return redirect("sheets:sheet", pk=found.pk)


@require_safe
@signed_in
def picture(request: PersonRequest, pk: int) -> HttpResponseBase:
    """The straightened picture of one page, for those who may read sheets of that casino."""
    found = get_object_or_404(pictures_of(request.user).exclude(upright=""), pk=pk)
    answer = FileResponse(kept(found.upright).open("rb"), content_type="image/jpeg")
    answer["Cache-Control"] = f"private, max-age={A_DAY}, immutable"
    return answer


def _form(
    request: PersonRequest, found: Sheet, pictures: dict[int, Picture], answers: Answers, *, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "sheet": found,
        "answers": answers,
        "pictures": sorted(pictures.items()),
        "by_page": {number: one.pk for number, one in pictures.items()},
        "cards": page.card_choices(),
        "recipients": page.recipient_choices(),
        "results": page.result_choices(),
        "rulings": page.ruling_choices(),
        "insurances": page.insurance_choices(),
        "code_spots": page.spot_choices(),
        "spots": page.spot_rows(answers),
        "codes": page.code_rows(answers),
        "flags": page.flag_rows(answers),
        "asked": sum(one.doubtful for one in answers.proposal.fields()),
        "missing": found.pages > len(pictures) and answers.proposal.full,
        "today": timezone.now().astimezone(ZoneInfo(found.casino.timezone)).date().isoformat(),
    }
    return render(request, "sheets/confirm.html", context, status=status)


def _confirmed(request: PersonRequest, found: Sheet, confirmation: Confirmation) -> HttpResponse:
    zone = ZoneInfo(found.casino.timezone)
    context = {
        "sheet": found,
        "confirmation": confirmation,
        "at": confirmation.at.astimezone(zone),
        "played_at": confirmation.played_at.astimezone(zone),
        "pictures": list(confirmation.pictures.order_by("page")),
        "changed": len(confirmation.changed),
        "incidents": page.incidents_of(confirmation),
        # Sent again after it was confirmed, by whoever stands before the page now
        "again": found.pictures.filter(read_at__gt=confirmation.at).exists(),
    }
    return render(request, "sheets/confirmed.html", context)
