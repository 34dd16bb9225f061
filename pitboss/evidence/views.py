"""What anybody may read, signed in or not: the log as https://c2sp.org/tlog-tiles serves it, its keys, and a page.

Nothing here names a person, a bet or a card: hashes, numbers, and where in which session an entry stands. Nothing is
served beyond the newest checkpoint, so all that is can be checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from pitboss.evidence import queries
from pitboss.evidence.models import Checkpoint, Key
from pitboss.evidence.tiles import LEVELS, WIDTH, Place, index_of, width_at

FOR_GOOD = 365 * 24 * 60 * 60
A_DAY = 24 * 60 * 60
A_MOMENT = 5
SHOWN = 12
BYTES = "application/octet-stream"
TEXT = "text/plain; charset=utf-8"


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """The newest checkpoints, the keys, and how to check with them."""
    checkpoints = list(Checkpoint.objects.select_related("key", "stamp")[:SHOWN])
    shown: dict[str, Any] = {"keys": Key.objects.order_by("-pk"), "checkpoints": checkpoints}
    if checkpoints:
        name = _last_part(checkpoints[0])
        prefix = request.build_absolute_uri(f"log/{name}/")
        shown |= {"newest": checkpoints[0], "name": name, "prefix": prefix}
    return render(request, "evidence/log.html", shown)


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Every key that ever signed, and the note by which each was introduced (docs/evidence.md)."""
    held = list(Key.objects.all())
    response = JsonResponse(
        {
            "origin": held[0].name if held else None,
            "keys": [key.told() for key in held],
        }
    )
    return _cached(response, A_MOMENT)


@require_safe
def newest(request: HttpRequest, name: str) -> HttpResponse:
    return _cached(HttpResponse(_newest(name).note, content_type=TEXT), A_MOMENT)


@require_safe
def signed(request: HttpRequest, name: str, size: int) -> HttpResponse:
    """The checkpoint of that size, by the last key that signed it."""
    return _cached(HttpResponse(_of_size(name, size).note, content_type=TEXT), A_DAY)


@require_safe
def stamp(request: HttpRequest, name: str, size: int) -> HttpResponse:
    """The time-stamping authority's answer about that checkpoint's note, where there is one."""
    checkpoint = _of_size(name, size)
    if not hasattr(checkpoint, "stamp"):
        raise Http404(f"the checkpoint of {size} has no time stamp")
    response = HttpResponse(bytes(checkpoint.stamp.response), content_type="application/timestamp-reply")
    return _cached(response, A_DAY)


@require_safe
def tile(request: HttpRequest, name: str, level: int, which: str) -> HttpResponse:
    return _served(name, level, which, lambda place, width: queries.tile(place, width))


@require_safe
def entries(request: HttpRequest, name: str, which: str) -> HttpResponse:
    return _served(name, 0, which, lambda place, width: queries.entries(place.nth, width))


def _served(name: str, level: int, which: str, read: Callable[[Place, int], bytes | None]) -> HttpResponse:
    path, partial, wide = which.partition(".p/")
    index = index_of(path)
    width = WIDTH if not partial else int(wide) if wide.isascii() and wide.isdecimal() and wide[0] != "0" else 0
    if index is None or level >= LEVELS or not 0 < width <= WIDTH - bool(partial):
        raise Http404(f"{level}/{which} is not a tile")
    place = Place(level, index)
    found = read(place, width) if width <= width_at(place, _newest(name).size) else None
    if found is None:
        raise Http404(f"nothing of {level}/{which} has been signed yet")
    return _cached(HttpResponse(found, content_type=BYTES), FOR_GOOD)


def _newest(name: str) -> Checkpoint:
    found = queries.newest()
    if found is None or _last_part(found) != name:
        raise Http404(f"no log is called {name}, or nothing of it is signed yet")
    return found


def _of_size(name: str, size: int) -> Checkpoint:
    _newest(name)
    found = Checkpoint.objects.filter(size=size).select_related("stamp").first()
    if found is None:
        raise Http404(f"no checkpoint of {size}")
    return found


def _last_part(checkpoint: Checkpoint) -> str:
    return checkpoint.key.name.rpartition("/")[2]


def _cached(response: HttpResponse, seconds: int) -> HttpResponse:
    # Other sites' pages may check us: what is here is public, and asks for no cookie
    response["Access-Control-Allow-Origin"] = "*"
    kept: dict[str, Any] = {"immutable": True} if seconds == FOR_GOOD else {}
    patch_cache_control(response, public=True, max_age=seconds, **kept)
    return response
