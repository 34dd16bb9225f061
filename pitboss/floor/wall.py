"""The tables of one pit, as they stand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from pitboss.casino.models import Pit
from pitboss.floor.access import asker_of, language_of
from pitboss.floor.answers import NotReadable, answer, refused, unreadable, whole_number
from pitboss.floor.tiles import tiles


@require_GET
def wall(request: HttpRequest) -> HttpResponse:
    """``?pit=<pk>``; without it the tablet's own pit, else the first. 401 `sign_in`, 404 `pit`."""
    asker = asker_of(request)
    if asker.nobody:
        return refused(401, "sign_in")
    pits = list(asker.pits)
    try:
        wanted = whole_number(request.GET["pit"], "pit", 1) if request.GET.get("pit") else None
    except NotReadable as why:
        return unreadable(why)
    if wanted is None and asker.device is not None:
        wanted = asker.device.pit_id
    pit = next((one for one in pits if wanted in (None, one.pk)), None)
    if pit is None:
        return refused(404, "pit") if pits else refused(403, "role")
    now = timezone.now()
    tables = list(asker.tables.filter(pit=pit).order_by("name"))
    return answer(
        {
            "pits": [_pit(one) for one in pits],
            "pit": _pit(pit),
            "tables": tiles(tables, language=language_of(request), now=now),
            "server_time": now,
        }
    )


def _pit(pit: Pit) -> dict[str, Any]:
    return {"id": pit.pk, "name": pit.name, "casino": pit.casino.name, "casino_code": pit.casino.code}
