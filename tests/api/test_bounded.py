"""Requests end where their address has had enough, whoever sends them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from pitboss.api.bounded import Bounded, Message, Receive, Scope, Send


async def reads_all(scope: Scope, receive: Receive, send: Send) -> None:
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(len(body)).encode()})


def answer(path: str, blocks: list[bytes], declared: int | None = None) -> tuple[int, bytes, int]:
    """Status, body, and how many blocks were taken from the sender."""
    said: list[Message] = []
    waiting = list(blocks)

    async def receive() -> Message:
        block = waiting.pop(0)
        return {"type": "http.request", "body": block, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        said.append(message)

    headers = [] if declared is None else [(b"content-length", str(declared).encode())]
    scope: dict[str, Any] = {"type": "http", "path": path, "headers": headers}
    asyncio.run(Bounded(reads_all, longer={"/long/": 40}, ordinary=20)(scope, receive, send))
    return said[0]["status"], said[1]["body"], len(blocks) - len(waiting)


@pytest.mark.parametrize(
    ("path", "size", "status"), [("/", 20, 200), ("/", 21, 413), ("/long/", 40, 200), ("/long/", 41, 413)]
)
def test_a_body_may_be_as_long_as_its_address_takes(path: str, size: int, status: int) -> None:
    assert answer(path, [b"x" * size], declared=size)[0] == status
    assert answer(path, [b"x" * 7] * (size // 7) + [b"x" * (size % 7)])[0] == status


def test_a_declared_length_is_refused_before_a_byte_is_read() -> None:
    status, body, taken = answer("/", [b"x"] * 100, declared=100)
    assert (status, taken) == (413, 0)
    assert json.loads(body)["status"] == 413


def test_an_undeclared_flood_is_cut_where_it_passes_the_limit() -> None:
    status, _, taken = answer("/", [b"x" * 10] * 1000)
    assert (status, taken) == (413, 3)
