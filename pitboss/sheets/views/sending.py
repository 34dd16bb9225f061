"""Pictures of sheets: sent, read by a job, and what came of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino, Table
from pitboss.incidents.refusal import Refused
from pitboss.jobs.models import Job
from pitboss.sheets.models import Picture, Sending, Sheet
from pitboss.sheets.proposal import proposed
from pitboss.sheets.queries import best, sendings_of, sheets_of
from pitboss.sheets.reading import can_read
from pitboss.sheets.refusal import picture_words
from pitboss.sheets.verbs.send import send

SHOWN = 15


@dataclass(frozen=True, slots=True)
class Found:
    """A sheet of a sending: its pages, what is to be asked, and whether it is another table's than was said."""

    sheet: Sheet
    pages: list[int]
    asked: int
    other_table: bool
    turned: bool
    before: bool

    @property
    def missing(self) -> bool:
        """Its second page came, its first did not."""
        return 1 not in self.pages


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def sheets(request: PersonRequest) -> HttpResponse:
    """Both forms, and what was sent before. POST: files to be read, which goes on to their page."""
    if request.method != "POST":
        return shown(request)
    casinos = list(Casino.objects.where(request.user, "upload"))
    code = str(request.POST.get("casino", ""))
    casino = next((one for one in casinos if one.code == code), None)
    if casino is None:
        raise PermissionDenied(f"{request.user} may not send sheets to {code}")
    name = request.POST.get("table", "")
    table = Table.objects.filter(casino=casino, pk=int(name)).first() if name.isascii() and name.isdigit() else None
    try:
        made = send(
            by=request.user, now=timezone.now(), casino=casino, files=request.FILES.getlist("files"), table=table
        )
    except Refused as why:
        return shown(request, send_problems=[str(reason.words) for reason in why.reasons])
    return redirect("sheets:sent", pk=made.pk)


def shown(
    request: PersonRequest, *, print_problems: Sequence[str] = (), send_problems: Sequence[str] = ()
) -> HttpResponse:
    """The page of sheets; 400 where something was in the way."""
    prints = list(Casino.objects.where(request.user, "print_sheets"))
    reads = list(Casino.objects.where(request.user, "upload"))
    if not prints and not reads:
        raise PermissionDenied(f"{request.user} may not print or read sheets anywhere")
    context: dict[str, Any] = {
        "prints": Table.objects.filter(casino__in=prints).select_related("casino").order_by("casino__code", "name"),
        "several": len({*prints, *reads}) > 1,
        "reads": reads,
        "tables": Table.objects.filter(casino__in=reads).select_related("casino").order_by("casino__code", "name"),
        "can_read": can_read(),
        "sendings": [(one, one.sent_at.astimezone(ZoneInfo(one.casino.timezone)))
                     for one in sendings_of(request.user)[:SHOWN]],
        "print_problems": print_problems,
        "send_problems": send_problems,
    }  # fmt: skip
    return render(request, "sheets/sheets.html", context, status=400 if print_problems or send_problems else 200)


@require_safe
@signed_in
def sent(request: PersonRequest, pk: str) -> HttpResponse:
    """What came of one sending: sheets that wait to be confirmed, pictures that could not be read."""
    sending = get_object_or_404(sendings_of(request.user), pk=pk)
    pictures = list(sending.pictures.select_related("sheet"))
    context = {
        "sending": sending,
        "at": sending.sent_at.astimezone(ZoneInfo(sending.casino.timezone)),
        "running": sending.job.state in (Job.State.QUEUED, Job.State.RUNNING),
        "failed": sending.job.state == Job.State.FAILED,
        "read": len(pictures),
        "found": _found(request, sending, pictures),
        "refused": [
            (nth, picture_words(one.refused, one.missing)) for nth, one in enumerate(pictures, 1) if one.refused
        ],
    }
    return render(request, "sheets/_sent.html" if request.htmx else "sheets/sent.html", context)


def _found(request: PersonRequest, sending: Sending, pictures: Sequence[Picture]) -> list[Found]:
    """By table and by sheet, whatever the order of the files; pages by their numbers."""
    by_sheet: dict[Any, list[Picture]] = {}
    for picture in pictures:
        if picture.sheet_id is not None:
            by_sheet.setdefault(picture.sheet_id, []).append(picture)
    sheets = sheets_of(request.user).filter(pk__in=by_sheet).order_by("table__name", "issued_at", "pk")
    earlier = set(
        Picture.objects.filter(sheet__in=by_sheet, sending__sent_at__lt=sending.sent_at).values_list("sheet", flat=True)
    )
    return [
        Found(
            sheet=sheet,
            pages=sorted(best(by_sheet[sheet.pk])),
            asked=_asked(sheet, by_sheet[sheet.pk]),
            other_table=sending.table_id is not None and sheet.table_id != sending.table_id,
            turned=any("turned" in one.warnings for one in by_sheet[sheet.pk]),
            before=sheet.pk in earlier,
        )
        for sheet in sheets
    ]


def _asked(sheet: Sheet, pictures: Sequence[Picture]) -> int:
    """How many fields of it a person will be asked for."""
    seen = {number: picture.cells for number, picture in best(pictures).items()}
    return sum(one.doubtful for one in proposed(sheet.layout, seen).fields())
