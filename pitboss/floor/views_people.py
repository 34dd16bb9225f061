"""What a tablet asks about people: JSON in, JSON out."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from pitboss.floor import people
from pitboss.floor.device_models import Device
from pitboss.floor.devices import device_of, enrolled
from pitboss.floor.signatures import NotSigned

STATUS = {"wrong": 422, "none": 422, "weak": 422, "change": 409, "locked": 423}


class Unreadable(ValueError):
    """The body is not what it has to be; the message says what was expected."""


def body_of(request: HttpRequest, **kinds: type) -> dict[str, Any]:
    """The JSON object of the body with these fields of these types. Raises Unreadable."""
    try:
        said = json.loads(request.body)
    except ValueError:
        raise Unreadable("a JSON object") from None
    if not isinstance(said, dict):
        raise Unreadable("a JSON object")
    for name, kind in kinds.items():
        if not isinstance(said.get(name), kind):
            raise Unreadable(f"{name}: {kind.__name__}")
    return said


def _bad(why: Unreadable) -> JsonResponse:
    return JsonResponse({"why": "unreadable", "expected": str(why)}, status=400)


def _device(request: HttpRequest) -> Device:
    device = device_of(request)
    assert device is not None  # noqa: S101 - @enrolled has seen to it
    return device


@require_POST
@enrolled
def sign_in(request: HttpRequest) -> JsonResponse:
    """{badge, pin, new_pin?} -> {person, signing}; else 422, 423 or 409 with {why, ...}, see people.NotIn."""
    try:
        said = body_of(request, badge=str, pin=str)
    except Unreadable as why:
        return _bad(why)
    new_pin = said.get("new_pin")
    answer = people.sign_in(
        request,
        _device(request),
        badge=said["badge"],
        pin=said["pin"],
        new_pin=None if new_pin is None else str(new_pin),
    )
    if isinstance(answer, people.NotIn):
        return JsonResponse(answer.told(), status=STATUS[answer.why])
    return JsonResponse(answer)


@require_POST
@enrolled
def sign_out(request: HttpRequest) -> JsonResponse:
    people.leave(request, _device(request).name)
    return JsonResponse({"person": None})


@require_POST
@enrolled
def lock(request: HttpRequest) -> JsonResponse:
    """The tablet locked itself: the session ends, and `resume` with the person's key begins it again."""
    logout(request)
    return JsonResponse({"person": None})


@require_POST
@enrolled
def resume(request: HttpRequest) -> JsonResponse:
    """{event: {kind: "resumed", id, at, by}, signed} -> {person}; 422 where the signature does not hold."""
    try:
        said = body_of(request, event=dict, signed=dict)
        return JsonResponse(people.resume(request, _device(request), said["event"], said["signed"]))
    except Unreadable as why:
        return _bad(why)
    except NotSigned as why:
        return JsonResponse({"why": "signed", "field": why.field, "expected": why.expected}, status=422)


@require_GET
@ensure_csrf_cookie
def me(request: HttpRequest) -> JsonResponse:
    """Who is here, on what tablet, and who was lately. Any browser may ask; a stranger hears that it is one."""
    device = device_of(request)
    known = request.user.is_authenticated and device is not None and request.session.get("device") == device.pk
    answer = JsonResponse(
        {
            "person": people.told(request.user, device.casino) if known and device else None,  # type: ignore[arg-type]
            "device": _told(device),
            "people": people.recent(device) if device else [],
            "locks": {"ruling": settings.FLOOR_LOCK_RULING_SECONDS, "capture": settings.FLOOR_LOCK_CAPTURE_SECONDS},
            "server_time": timezone.now(),
        }
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@require_POST
@enrolled
def locked(request: HttpRequest) -> JsonResponse:
    """{badge, id}: five wrong PINs were entered here without the network -> {until}."""
    try:
        said = body_of(request, badge=str, id=str)
        report = str(UUID(said["id"]))
    except Unreadable as why:
        return _bad(why)
    except ValueError:
        return _bad(Unreadable("id: UUID"))
    until = people.lock_here(device=_device(request), badge=said["badge"], report=report)
    return JsonResponse({"until": until})


def _told(device: Device | None) -> dict[str, Any] | None:
    if device is None:
        return None
    return {"id": device.pk, "name": device.name, "casino": device.casino.code, "pit": device.pit_id}
