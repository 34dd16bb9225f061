"""Bytes in, readable lines and told rejections out. Nothing here touches the database.

A line is rejected by its number, the field and what was expected there; the other lines go on.
However bad the input, no more than one line of it is held at a time, and never more than
``LONGEST_LINE`` bytes of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec
import rfc8785

from rules.events import Event
from rules.wire import Rejected, decode_line

LONGEST_LINE = 64 * 1024
"""Bytes in one event. The longest that makes sense (a correction that holds a reordering) is far below."""

DEEPEST = 64
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
"""Outside of these a clock is wrong, and sums with a date would leave the calendar."""
_BOM = b"\xef\xbb\xbf"
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(rb"[{}\[\]]")
_SEQ = re.compile(rb'"seq"\s*:\s*([1-9][0-9]{0,15})(?![0-9.eE])')
_OPENING = re.compile(rb'"kind"\s*:\s*"table_opened"')
_TABLE = re.compile(rb'"table"\s*:\s*"([^"\\]{1,20})"')


class Readable(Protocol):
    """What is asked of a stream: files and request bodies both do."""

    def readline(self, size: int = ..., /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One event that could be read. ``body`` is all that was said, as RFC 8785 canonical JSON."""

    line: int
    event: Event
    body: str


@dataclass(frozen=True, slots=True)
class Rejection:
    """One line that was not taken. ``seq`` and ``table`` where they could still be made out;
    ``opening``: it looks like a ``table_opened``, so what follows belongs to no session we know."""

    line: int
    field: str
    expected: str
    seq: int | None = None
    table: str | None = None
    opening: bool = False

    def as_dict(self) -> dict[str, Any]:
        return {"line": self.line, "field": self.field, "expected": self.expected}


class NotJson(ValueError):
    """A JSON body that is neither an event nor a list of events; ``expected`` says what was."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


def read_ndjson(stream: Readable) -> Iterator[Line | Rejection]:
    """Each line that is not blank, by its number in the file, from 1."""
    for number, raw in _physical(stream):
        if raw is None:
            yield Rejection(number, "line", f"at most {LONGEST_LINE} bytes")
        elif raw.strip():
            yield read_line(raw, number)


def read_json(body: bytes) -> list[Line | Rejection]:
    """One event, or a list of events counted from 1. NotJson when it is neither."""
    try:
        if body.lstrip(b" \t\r\n").startswith(b"["):
            items: Iterable[msgspec.Raw] = msgspec.json.decode(body, type=list[msgspec.Raw])
        else:
            items = [msgspec.json.decode(body, type=msgspec.Raw)]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise NotJson("one event, or a list of events, as JSON in UTF-8") from wrong
    return [read_line(bytes(item), number) for number, item in enumerate(items, start=1)]


def read_line(raw: bytes, number: int) -> Line | Rejection:
    """One line: the event for the engine, and beside it all that was said, for the ledger."""
    if len(raw) > LONGEST_LINE:
        return Rejection(number, "line", f"at most {LONGEST_LINE} bytes")
    if _too_deep(raw):
        return _rejected(raw, number, "line", f"objects and lists at most {DEEPEST} deep")
    try:
        _, event = decode_line(raw, number)
    except Rejected as why:
        return _rejected(raw, number, why.field or "line", why.expected)
    try:
        body = rfc8785.dumps(msgspec.json.decode(raw))
    except rfc8785.CanonicalizationError:
        return _rejected(raw, number, "line", "whole numbers between -2^53 and 2^53")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _rejected(raw, number, "line", "one JSON object in UTF-8")
    if not EARLIEST <= event.at < LATEST:
        return _rejected(raw, number, "at", "a moment between the years 2000 and 2100")
    if b"\\u0000" in body:
        # PostgreSQL's text cannot hold it, and no badge, spot or note has it
        return _rejected(raw, number, "line", "text without the character U+0000")
    return Line(number, event, body.decode())


def _physical(stream: Readable) -> Iterator[tuple[int, bytes | None]]:
    """Numbered lines without their end; None for one that is too long, which is read past, not held."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 2):
        number += 1
        if number == 1 and raw.startswith(_BOM):
            raw = raw[len(_BOM) :]
        whole = raw.endswith(b"\n")
        if len(raw.rstrip(b"\r\n")) <= LONGEST_LINE and (whole or len(raw) < LONGEST_LINE + 2):
            yield number, raw.rstrip(b"\r\n")
            continue
        while not whole and (rest := stream.readline(LONGEST_LINE)):
            whole = rest.endswith(b"\n")
        yield number, None


def _too_deep(raw: bytes) -> bool:
    """Nesting is counted only where there are brackets enough; those inside strings do not count."""
    if raw.count(b"{") + raw.count(b"[") <= DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub(b"", raw)):
        depth += 1 if bracket.group() in b"{[" else -1
        if depth > DEEPEST:
            return True
    return False


def _rejected(raw: bytes, number: int, field: str, expected: str) -> Rejection:
    """A rejected line still fills its place where its ``seq`` can be made out (contract 5.19)."""
    seq = _SEQ.search(raw)
    table = _TABLE.search(raw)
    return Rejection(
        number,
        field,
        expected,
        seq=int(seq.group(1)) if seq else None,
        table=table.group(1).decode("utf-8", "replace") if table else None,
        opening=_OPENING.search(raw) is not None,
    )
