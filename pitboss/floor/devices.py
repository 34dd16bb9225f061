"""The tablets: enrolled once with a code that administration makes, known by a cookie from then on.

The cookie is a random token of which only the SHA-256 is kept. A session that began on a tablet lives as long as
the tablet is enrolled: the middleware asks at every request, so a revoked one is out with its next tap.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Final, TypeVar, cast

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from pitboss.accounts.models import Person
from pitboss.accounts.tokens import digest_of
from pitboss.casino.models import Casino, Pit
from pitboss.database.waking import notify
from pitboss.floor.device_models import Device, DeviceLog, Enrolment

COOKIE: Final = "pitboss_device"
COOKIE_AGE: Final = 400 * 24 * 60 * 60  # the longest that a browser keeps one
SEEN_EVERY: Final = timedelta(minutes=1)
_UNKNOWN: Final = object()
View = TypeVar("View", bound=Callable[..., Any])


class CannotEnrol(ValueError):
    """The code opens nothing any more; the message is `unknown`, `used` or `expired`."""


@transaction.atomic
def make_code(*, casino: Casino, by: Person | None, name: str, pit: Pit | None = None) -> tuple[Enrolment, str]:
    """A code for one tablet, good once and for 15 minutes. The code itself is told here and never again."""
    code = secrets.token_urlsafe(18)
    enrolment = Enrolment.objects.create(
        casino=casino,
        pit=pit,
        name=name,
        code_hash=_hash(code),
        made_by=by,
        expires_at=timezone.now() + timedelta(seconds=settings.ENROLMENT_SECONDS),
    )
    _log(casino=casino, what=DeviceLog.What.CODE_MADE, name=name, by=by)
    return enrolment, code


def waiting(code: str) -> Enrolment:
    """The enrolment that this code still opens. Raises CannotEnrol."""
    enrolment = Enrolment.objects.select_related("casino", "pit").filter(code_hash=_hash(code)).first()
    if enrolment is None:
        raise CannotEnrol("unknown")
    if enrolment.used_at is not None:
        raise CannotEnrol("used")
    if enrolment.expires_at <= timezone.now():
        raise CannotEnrol("expired")
    return enrolment


@transaction.atomic
def enrol(*, code: str, name: str, browser: str = "") -> tuple[Device, str]:
    """Use the code: the tablet and the token for its cookie, told here and never again. Raises CannotEnrol."""
    Enrolment.objects.select_for_update().filter(code_hash=_hash(code)).first()
    enrolment = waiting(code)
    token = secrets.token_urlsafe(32)
    device = Device.objects.create(
        casino=enrolment.casino,
        pit=enrolment.pit,
        name=name or enrolment.name,
        token_hash=_hash(token),
        browser=browser[:200],
        enrolled_by=enrolment.made_by,
    )
    enrolment.used_at, enrolment.device = timezone.now(), device
    enrolment.save(update_fields=["used_at", "device"])
    _log(casino=device.casino, what=DeviceLog.What.ENROLLED, name=device.name, device=device, by=enrolment.made_by)
    return device, token


@transaction.atomic
def revoke(*, device: Device, by: Person) -> None:
    """From now on the tablet is a stranger: its sessions and signing keys end. Doing it twice changes nothing."""
    device = Device.objects.select_for_update().get(pk=device.pk)
    if device.revoked_at is not None:
        return
    device.revoked_at, device.revoked_by = timezone.now(), by
    device.save(update_fields=["revoked_at", "revoked_by"])
    device.keys.filter(ended_at__isnull=True).update(ended_at=device.revoked_at)
    _log(casino=device.casino, what=DeviceLog.What.REVOKED, name=device.name, device=device, by=by)
    # Streams ask again who they are told to
    notify({"look": True})


def device_of(request: HttpRequest) -> Device | None:
    """The enrolled tablet that asks; None for any other browser. One query a request at most, none without cookie."""
    known = getattr(request, "_pitboss_device", _UNKNOWN)
    if known is _UNKNOWN:
        known = _look_up(request.COOKIES.get(COOKIE, ""))
        request._pitboss_device = known  # type: ignore[attr-defined]
    return cast("Device | None", known)


def keep_cookie(response: HttpResponseBase, token: str) -> None:
    """Lax and not strict: the tablet's first page is opened from a QR reader."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def enrolled(view: View) -> View:
    """Only an enrolled tablet passes; the view finds it by `device_of`. Programs are told 403 {"why": "device"},
    people a page that says whom to ask. Works for async views as well."""
    if iscoroutinefunction(view):

        @wraps(view)
        async def answer_later(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if await sync_to_async(device_of)(request) is None:
                return await sync_to_async(_stranger)(request)
            return await view(request, *args, **kwargs)

        return answer_later  # type: ignore[return-value]

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return view(request, *args, **kwargs) if device_of(request) else _stranger(request)

    return answer  # type: ignore[return-value]


class DeviceMiddleware(MiddlewareMixin):
    """A session that began on a tablet ends when the tablet is revoked, or when it turns up on another one."""

    def process_request(self, request: HttpRequest) -> None:
        bound = request.session.get("device") if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        if bound is None:
            return
        device = device_of(request)
        if device is None or device.pk != bound:
            logout(request)


def _look_up(token: str) -> Device | None:
    if not token:
        return None
    device = Device.objects.select_related("casino", "pit").filter(token_hash=_hash(token), revoked_at=None).first()
    now = timezone.now()
    if device is not None and (device.seen_at is None or now - device.seen_at > SEEN_EVERY):
        Device.objects.filter(pk=device.pk).update(seen_at=now)
        device.seen_at = now
    return device


def _stranger(request: HttpRequest) -> HttpResponse:
    if "/api/" in request.path or "text/event-stream" in request.headers.get("accept", ""):
        return JsonResponse({"why": "device"}, status=403)
    return render(request, "floor/stranger.html", status=403)


def _log(
    *, casino: Casino, what: DeviceLog.What, name: str, device: Device | None = None, by: Person | None = None
) -> None:
    DeviceLog.objects.create(casino=casino, what=what, name=name, device=device, by=by)


def _hash(token: str) -> str:
    return digest_of(token).hex()
