"""The page where a shift is given away and taken over, and the same on paper."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from pitboss.casino.models import Pit
from pitboss.evidence.models import Issued
from pitboss.floor.access import Asker, asker_of
from pitboss.floor.devices import device_of, enrolled
from pitboss.floor.handover import Half, NotHandedOver, Summary, digest, hand_over, since_of, summary, unsent
from pitboss.floor.handover_models import Handover
from pitboss.floor.handover_paper import paper, signed_paper
from pitboss.floor.signatures import NotSigned
from pitboss.floor.views_people import Unreadable, body_of
from pitboss.languages import of_two
from pitboss.replay.models import Outcome
from pitboss.reports.handing_out import hand_out

LATELY = 10
NOTES_LENGTH = 4000
STATUS = {"changed": 409, "unsent": 409, "taken": 409, "same": 422}


@require_safe
@never_cache
@ensure_csrf_cookie
@enrolled
def handover(request: HttpRequest) -> HttpResponse:
    """The shift so far of `?pit=`, else the tablet's own, else the casino's first."""
    pit = _pit(asker_of(request), request.GET.get("pit"))
    now = timezone.now()
    told = summary(pit, since_of(pit, now), now)
    context = {
        **_context(told, pit),
        "sha256": digest(told),
        "pits": pit.casino.pits.all(),
        "waiting": unsent(pit, now),
        "past": Handover.objects.filter(pit=pit).select_related("outgoing", "incoming")[:LATELY],
        "facts": {
            "url": reverse("floor:api_handover", args=[pit.pk]),
            "pit": pit.pk,
            "since": told["since"],
            "until": told["until"],
            "sha256": digest(told),
        },
    }
    return render(request, "floor/handover.html", context)


@require_POST
@enrolled
def sign(request: HttpRequest, pit: int) -> JsonResponse:
    """{until, sha256, notes, outgoing: {event, signed}, incoming: {event, signed}} -> {number, pdf}.

    409 {why: changed | unsent | taken}, 422 {why: signed | same}.
    """
    given = _pit(asker_of(request), str(pit))
    device = device_of(request)
    assert device is not None  # noqa: S101  what `enrolled` lets through
    try:
        said = body_of(request, until=str, sha256=str, notes=str, outgoing=dict, incoming=dict)
        done = hand_over(
            pit=given,
            device=device,
            until=_moment(said["until"]),
            sha256=said["sha256"],
            notes=said["notes"][:NOTES_LENGTH],
            outgoing=_half(said["outgoing"]),
            incoming=_half(said["incoming"]),
        )
    except (Unreadable, NotHandedOver, NotSigned) as why:
        return _refused(why)
    return JsonResponse({"number": done.number, "pdf": reverse("floor:handover_pdf", args=[done.pk])})


def _moment(said: str) -> datetime:
    try:
        at = parse_datetime(said)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise Unreadable("until: an ISO 8601 time with its offset")
    return at


def _refused(why: Unreadable | NotHandedOver | NotSigned) -> JsonResponse:
    match why:
        case NotHandedOver():
            return JsonResponse({"why": why.why, "devices": list(why.more)}, status=STATUS[why.why])
        case NotSigned():
            return JsonResponse({"why": "signed", "field": why.field, "expected": why.expected}, status=422)
        case Unreadable():
            return JsonResponse({"why": "unreadable", "expected": str(why)}, status=400)


def _half(said: dict[str, Any]) -> Half:
    if not isinstance(said.get("event"), dict):
        raise Unreadable("event: dict")
    return Half(said["event"], said.get("signed"))


def _pit(asker: Asker, asked: str | None) -> Pit:
    """One that the asker may look at; of another casino it is as if it were not there."""
    pits = list(asker.pits)
    if asked:
        found = next((pit for pit in pits if str(pit.pk) == asked), None)
    else:
        own = asker.device.pit_id if asker.device else None
        found = next((pit for pit in pits if pit.pk == own), pits[0] if pits else None)
    if found is None:
        raise Http404(f"no pit {asked}")
    return found


def _context(told: Summary, pit: Pit) -> dict[str, Any]:
    """The summary as the page shows it: times in the casino's zone, words in the reader's language."""
    language = of_two(get_language())
    zone = ZoneInfo(pit.casino.timezone)
    rows = [_shown(row, language, zone) for row in told["incidents"]]
    return {
        "casino": pit.casino,
        "pit": pit,
        "since": _local(told["since"], zone),
        "until": _local(told["until"], zone),
        "tables": told["tables"],
        "rounds": sum(one["rounds"] for one in told["tables"]),
        "rows": [row for row in rows if not row["carried"]],
        "pending": [row for row in rows if row["outcome"] == Outcome.PENDING],
        "asked": [row for row in rows if row["asked_at"]],
        "advised": [row for row in rows if row["cctv"] and not row["asked_at"]],
    }


def _shown(row: dict[str, Any], language: str, zone: ZoneInfo) -> dict[str, Any]:
    return {
        **row,
        "title": row["title"][language] or row["code"],
        "headline": row["headline"][language],
        **{name: _local(row[name], zone) for name in ("at", "asked_at", "preserve_by")},
    }


def _local(at: str | None, zone: ZoneInfo) -> datetime | None:
    return datetime.fromisoformat(at).astimezone(zone) if at else None


@require_safe
@never_cache
def draft(request: HttpRequest) -> HttpResponse:
    """The shift so far, on paper and unsigned."""
    asker = asker_of(request)
    if asker.nobody:
        return redirect_to_login(request.get_full_path())
    pit = _pit(asker, request.GET.get("pit"))
    now = timezone.now()
    return _file(paper(pit, summary(pit, since_of(pit, now), now)), f"{pit.casino.code}-{pit.pk}")


@require_safe
@never_cache
def pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """A hand-over on paper, with who signed it and what they signed over: on a tablet, and at the desk as well."""
    asker = asker_of(request)
    if asker.nobody:
        return redirect_to_login(request.get_full_path())
    seen = Handover.objects.select_related(
        "pit__casino", "outgoing_signature__person", "incoming_signature__person"
    ).filter(pk=pk, pit__in=asker.pits)
    one = get_object_or_404(seen)
    content = hand_out(signed_paper(one), kind=Issued.Kind.SHIFT, now=timezone.now(), at=one.incoming_signature.at)
    return _file(content, f"{one.pit.casino.code}-{one.pit_id}-{one.number}")


def _file(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{_("entrega")}-{name}.pdf"'
    return response
