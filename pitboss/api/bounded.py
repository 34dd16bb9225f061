"""No request may be longer than what its address can take.

Django reads an ASGI request to its end, onto the disk, before anybody is asked who sent it. So the
length is looked at in front of Django: a declared one at once, an undeclared one as it comes in.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pitboss.api.limits import LARGEST_NDJSON, LARGEST_UPLOAD, ORDINARY

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGER: Mapping[str, int] = {
    "/api/v1/events/": LARGEST_NDJSON + 1024,
    "/upload/": LARGEST_UPLOAD + 64 * 1024,
}


class TooLong(Exception):
    """More came than the address takes."""


class Bounded:
    """An ASGI application whose requests end in 413 where they grow too long."""

    def __init__(self, app: App, longer: Mapping[str, int] = LONGER, ordinary: int = ORDINARY) -> None:
        self.app, self.longer, self.ordinary = app, longer, ordinary

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.longer.get(scope["path"], self.ordinary)
        if _declared(scope) > most:
            await _refuse(send, most)
            return
        came = 0
        answering = False

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > most:
                raise TooLong
            return message

        async def watched(message: Message) -> None:
            nonlocal answering
            answering = True
            await send(message)

        try:
            await self.app(scope, counted, watched)
        except TooLong:
            if not answering:
                await _refuse(send, most)


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


async def _refuse(send: Send, most: int) -> None:
    problem = {
        "type": "about:blank",
        "title": "Demasiado grande / Too large",
        "status": 413,
        "detail": f"{most} bytes",
    }
    headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode()})
