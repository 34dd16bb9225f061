"""What happens on the floor, as it happens: server-sent events with ids only, read again from the database.

    event: floor      {"table", "session", "last_number", "findings", "incidents"}    id: the last ledger entry
    event: case       {"table", "session", "incident"}    somebody at a desk did something with a case
    event: presence   {"table"}          a tablet came, went, or holds more or fewer entries
    event: look       {}                 something was missed; read everything anew
    event: beat       {}                 nothing happened, and the line is alive

A browser that comes back with `Last-Event-ID` hears of every session that got entries since.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.db.models import Max
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from pitboss.accounts.models import Person
from pitboss.floor.access import Asker, asker_of
from pitboss.floor.answers import refused
from pitboss.floor.device_models import Device
from pitboss.floor.listening import LOOK, listener
from pitboss.ledger.models import Entry

HEARTBEAT = 15.0
RETRY = 1_500
"""Milliseconds until a browser that lost the stream asks again."""
AT_ONCE = 500
"""Ids are given before they are committed: a session whose entry was numbered a little lower than the last one
that was told may have been committed after it. Told twice does no harm."""


@require_GET
async def stream(request: HttpRequest) -> HttpResponseBase:
    """401 `sign_in` for a stranger."""
    asker, casinos = await sync_to_async(_asks)(request)
    if asker.nobody:
        return refused(401, "sign_in")
    last = request.headers.get("Last-Event-ID") or request.GET.get("last", "")
    response = StreamingHttpResponse(
        _events(asker, casinos, int(last) if last.isascii() and last.isdigit() and len(last) < 19 else None),
        content_type="text/event-stream",
    )
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


async def _events(asker: Asker, casinos: frozenset[int], last: int | None) -> AsyncIterator[bytes]:
    """Ends by itself when the tablet is revoked, and within a heartbeat when the person works there no more."""
    with listener().reader() as queue:
        yield f"retry: {RETRY}\n\n".encode()
        heard = await listener().connected(HEARTBEAT)
        if last is not None:
            for told in await sync_to_async(_missed)(casinos, last):
                yield _event(told)
        yield _event(LOOK) if not heard else b"event: beat\ndata: {}\n\n"
        loop = asyncio.get_running_loop()
        beat = loop.time() + HEARTBEAT
        while True:
            try:
                async with asyncio.timeout_at(beat):
                    told = await queue.get()
            except TimeoutError:
                if await sync_to_async(_casinos)(asker) != casinos:
                    return
                beat = loop.time() + HEARTBEAT
                yield b"event: beat\ndata: {}\n\n"
                continue
            if told.get("look") and await sync_to_async(_casinos)(asker) != casinos:
                return
            if told.get("look") or told.get("casino") in casinos:
                yield _event(told)


def _event(told: dict[str, Any]) -> bytes:
    if told.get("look"):
        return b"event: look\ndata: {}\n\n"
    if told.get("presence"):
        return f"event: presence\ndata: {json.dumps({'table': told['table']})}\n\n".encode()
    if told.get("incident"):
        data = {name: told[name] for name in ("table", "session", "incident")}
        return f"event: case\ndata: {json.dumps(data)}\n\n".encode()
    data = {name: told.get(name) for name in ("table", "session", "last_number", "findings", "incidents")}
    return f"event: floor\nid: {told['entry']}\ndata: {json.dumps(data)}\n\n".encode()


def _asks(request: HttpRequest) -> tuple[Asker, frozenset[int]]:
    asker = asker_of(request)
    return asker, _casinos(asker)


def _casinos(asker: Asker) -> frozenset[int]:
    """What this asker may hear of now: nothing any more, once revoked or put out."""
    device, person = asker.device, asker.person
    gone = (device is not None and not Device.objects.filter(pk=device.pk, revoked_at=None).exists()) or (
        person is not None and device is None and not Person.objects.filter(pk=person.pk, is_active=True).exists()
    )
    casinos = frozenset() if gone else frozenset(asker.casinos.values_list("pk", flat=True))
    _give_back()
    return casinos


def _missed(casinos: frozenset[int], last: int) -> list[dict[str, Any]]:
    """One notification a session that got entries behind that one, in the order of their last entries."""
    rows = (
        Entry.objects.filter(pk__gt=last - AT_ONCE, session__table__casino__in=casinos)
        .values("session", "session__table", "session__table__casino")
        .annotate(entry=Max("pk"), last_number=Max("number"))
        .order_by("entry")
    )
    missed = [
        {
            "casino": row["session__table__casino"],
            "table": row["session__table"],
            "session": row["session"],
            "entry": row["entry"],
            "last_number": row["last_number"],
        }
        for row in rows
    ]
    _give_back()
    return missed


def _give_back() -> None:
    """A stream lasts for hours; the connection that its beginning needed is not to wait for its end."""
    if not connection.in_atomic_block:
        connection.close()
