"""What a gateway sends: reads of one shoe, in their order. Each is readable or told back by field.

A read is ``{"boot", "n", "at", "what", ...}``: ``boot`` names the gateway's buffer and ``n`` the place in it, so the
two name the read for good. ``at`` is the moment by the gateway's clock, ``clock_ms`` what the device's own clock said,
``offset_ms`` the difference that was measured. ``seq`` is the device's own number of it, where its protocol has one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID, uuid5

import msgspec
from msgspec import Meta

from pitboss.ingest.lines import EARLIEST, LATEST

NAMESPACE = UUID("9b7c2a54-5b0f-5e0a-8a39-2f1f6d1c7e55")
MOST_READS = 500
"""In one sending; a gateway with more sends them one batch after the other."""
BOOT = r"^[0-9a-f]{16}\Z"
What = Literal[
    "card", "unreadable", "burn_button", "error_button", "shoe_started", "shoe_ended", "lost", "back", "missed"
]
EXPECTED = {
    "boot": "the name of the gateway's buffer: 16 hex digits",
    "n": "a whole number from 1: the read's place in the buffer",
    "at": "RFC 3339 with an offset, between the years 2000 and 2100",
    "clock_ms": "what the device's clock said, in milliseconds since 1970",
    "offset_ms": "a whole number of milliseconds",
    "what": "card, unreadable, burn_button, error_button, shoe_started, shoe_ended, lost, back or missed",
    "card": "a card: one of A23456789TJQK and one of shdc, as Th",
    "missed": "how many reads are missing, from 1",
    "seq": "the device's own number of the read, from 0",
    "read": "one JSON object",
}


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """One read. ``missed``: how many the device numbered and nobody received."""

    boot: Annotated[str, Meta(pattern=BOOT)]
    n: Annotated[int, Meta(ge=1, le=10**15)]
    at: Annotated[datetime, Meta(tz=True)]
    what: What
    card: Annotated[str, Meta(pattern=r"^[A23456789TJQK][shdc]\Z")] | None = None
    clock_ms: Annotated[int, Meta(ge=-(10**15), le=10**15)] | None = None
    offset_ms: Annotated[int, Meta(ge=-(10**15), le=10**15)] | None = None
    missed: Annotated[int, Meta(ge=1, le=10**6)] | None = None
    seq: Annotated[int, Meta(ge=0, le=10**15)] | None = None

    @property
    def is_a_card(self) -> bool:
        """Something came out of the shoe, readable or not."""
        return self.what in ("card", "unreadable")


@dataclass(frozen=True, slots=True)
class Wrong:
    """A read that could not be understood; ``boot`` and ``n`` where they could be made out."""

    field: str
    expected: str
    said: str
    boot: str | None = None
    n: int | None = None


def read_of(given: Any) -> Read | Wrong:
    """The read that a JSON value is, or the first field that is none."""
    try:
        read = msgspec.convert(given, Read)
    except msgspec.ValidationError as why:
        named = re.search(r"`\$\.(\w+)", str(why)) or re.search(r"missing required field `(\w+)`", str(why))
        return _wrong(given, named[1] if named else "read")
    if not EARLIEST <= read.at < LATEST:
        return _wrong(given, "at")
    if read.what == "card" and read.card is None:
        return _wrong(given, "card")
    return read


def id_of(device: int, read: Read) -> UUID:
    """The id of the event that a read becomes: the same read is the same event, whenever and however often it comes."""
    return uuid5(NAMESPACE, f"{device}\n{read.boot}\n{read.n}")


def _wrong(given: Any, field: str) -> Wrong:
    boot = given.get("boot") if isinstance(given, dict) else None
    n = given.get("n") if isinstance(given, dict) else None
    named = isinstance(boot, str) and re.match(BOOT, boot) is not None and type(n) is int and 1 <= n <= 10**15
    said = msgspec.json.encode(given).decode("utf-8", "replace").replace("\x00", "")[:1000]
    return Wrong(field, EXPECTED[field], said, boot if named else None, n if named else None)
