"""Line protocols: what a line of a shoe says, and what it is answered.

All three are ours. No public wire format of a card shoe exists, and none of these is claimed to be one; a device that
speaks another one gets a class here (docs/shoes.md).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

CARD = re.compile(r"([A23456789TJQK])([shdc])\Z")
WHATS = ("card", "unreadable", "burn_button", "error_button", "shoe_started", "shoe_ended")
KINDS = " ".join(WHATS)
DEVICE_BOOT = re.compile(r"[A-Za-z0-9._:-]{1,40}\Z")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a device said in one line. ``boot`` and ``seq``: its own number of the line, where the protocol has one;
    ``clock``: its own clock."""

    what: str
    card: str | None = None
    boot: str | None = None
    seq: int | None = None
    clock: datetime | None = None


class Unreadable(ValueError):
    """A line that says nothing we know: which field, and what was expected there."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"{field}: expected {expected}")
        self.field, self.expected = field, expected


class LineProtocol(Protocol):
    """One language of lines."""

    name: str
    numbered: bool
    """Lines carry numbers and are sent again until they are acknowledged."""

    def read(self, line: bytes) -> Heard | None:
        """What the line says; None for one that says nothing (blank, a sign of life). Raises Unreadable."""
        ...

    def taken(self, heard: Heard) -> bytes | None:
        """The acknowledgement, sent once the read is on disk."""
        ...

    def not_taken(self, why: Unreadable) -> bytes | None:
        """The answer to a line that could not be read."""
        ...


class Ndjson:
    """One JSON object a line: ``{"boot":"7f3a","seq":17,"at":"2026-11-29T22:14:02.120Z","what":"card","card":"Kd"}``,
    answered by ``{"ack":17,"boot":"7f3a"}`` or ``{"error":"card","expected":"…"}``."""

    name = "ndjson"
    numbered = True

    def read(self, line: bytes) -> Heard | None:
        if not line.strip():
            return None
        try:
            said = json.loads(line)
        except (ValueError, RecursionError) as why:
            raise Unreadable("line", "one JSON object in UTF-8") from why
        if not isinstance(said, dict):
            raise Unreadable("line", "one JSON object")
        boot, seq = said.get("boot"), said.get("seq")
        if not isinstance(boot, str) or not DEVICE_BOOT.match(boot):
            raise Unreadable("boot", "the name of the device's run: 1 to 40 letters, digits and . _ : -")
        if type(seq) is not int or not 1 <= seq < 2**53:
            raise Unreadable("seq", "the number of the line in its run, from 1")
        what = said.get("what")
        if what not in WHATS:
            raise Unreadable("what", f"one of {KINDS}")
        clock = said.get("at")
        return Heard(
            what=what,
            card=card_of(said.get("card")) if what == "card" else None,
            boot=boot,
            seq=seq,
            clock=None if clock is None else moment(clock),
        )

    def taken(self, heard: Heard) -> bytes | None:
        return json.dumps({"ack": heard.seq, "boot": heard.boot}, separators=(",", ":")).encode()

    def not_taken(self, why: Unreadable) -> bytes | None:
        return json.dumps({"error": why.field, "expected": why.expected}, separators=(",", ":")).encode()


class Framed:
    """Fields by comma between a colon and a checksum: ``:7f3a,17,1764454442120,C,Kd*5E``. The time is in milliseconds
    since 1970, the codes are C card, U unreadable, B burn button, E error button, S shoe started, X shoe ended, and the
    checksum is the XOR of all bytes between ``:`` and ``*``, in hex. Answered by ``+7f3a,17`` or ``-field``."""

    name = "framed"
    numbered = True
    CODES = dict(zip("CUBESX", WHATS, strict=True))

    def read(self, line: bytes) -> Heard | None:
        if not line.strip():
            return None
        found = re.fullmatch(rb":([ -)+-~]*)\*([0-9A-F]{2})", line.strip())
        if found is None:
            raise Unreadable("line", "a frame as :boot,seq,milliseconds,code,card*XX")
        if checksum(found[1]) != found[2]:
            raise Unreadable("checksum", checksum(found[1]).decode())
        fields = found[1].decode("ascii").split(",")
        if len(fields) != 5:
            raise Unreadable("line", "five fields: boot,seq,milliseconds,code,card")
        boot, seq, milliseconds, code, card = fields
        if not DEVICE_BOOT.match(boot):
            raise Unreadable("boot", "the name of the device's run: 1 to 40 letters, digits and . _ : -")
        if not re.fullmatch(r"[1-9][0-9]{0,14}", seq):
            raise Unreadable("seq", "the number of the line in its run, from 1")
        if not re.fullmatch(r"[0-9]{1,13}", milliseconds):
            raise Unreadable("milliseconds", "milliseconds since 1970")
        if code not in self.CODES:
            raise Unreadable("code", "one of C U B E S X")
        what = self.CODES[code]
        return Heard(
            what=what,
            card=card_of(card) if what == "card" else None,
            boot=boot,
            seq=int(seq),
            clock=datetime.fromtimestamp(int(milliseconds) / 1000, UTC),
        )

    def taken(self, heard: Heard) -> bytes | None:
        return f"+{heard.boot},{heard.seq}".encode()

    def not_taken(self, why: Unreadable) -> bytes | None:
        return f"-{why.field}".encode()


class Plain:
    """A card a line, and a word for the rest: ``Kd``, ``??``, ``BURN``, ``ERROR``, ``START``, ``END``. It has neither
    numbers nor a clock: a line that is lost on the way is lost, and two equal ones are two cards."""

    name = "plain"
    numbered = False
    CODES = dict(zip(("??", "BURN", "ERROR", "START", "END"), WHATS[1:], strict=True))

    def read(self, line: bytes) -> Heard | None:
        said = line.decode("ascii", "replace").strip()
        if not said:
            return None
        if said.upper() in self.CODES:
            return Heard(what=self.CODES[said.upper()])
        return Heard(what="card", card=card_of(said))

    def taken(self, heard: Heard) -> bytes | None:
        return None

    def not_taken(self, why: Unreadable) -> bytes | None:
        return None


PROTOCOLS: dict[str, LineProtocol] = {one.name: one for one in (Ndjson(), Framed(), Plain())}


def protocol_of(name: str) -> LineProtocol:
    """The protocol of that name. ValueError."""
    if name not in PROTOCOLS:
        raise ValueError(f"protocol {name!r}: expected {', '.join(PROTOCOLS)}")
    return PROTOCOLS[name]


def card_of(said: Any) -> str:
    """A card as the contract writes it. Raises Unreadable."""
    if not isinstance(said, str) or not CARD.match(said):
        raise Unreadable("card", "a card: one of A23456789TJQK and one of shdc, as Th")
    return said


def moment(said: Any) -> datetime:
    """An RFC 3339 moment with its offset. Raises Unreadable."""
    try:
        found = datetime.fromisoformat(said)
    except (TypeError, ValueError):
        found = None
    if found is None or found.tzinfo is None:
        raise Unreadable("at", "RFC 3339 with an offset, as 2026-11-29T22:14:02.120Z")
    return found


def checksum(body: bytes) -> bytes:
    """Two hex digits."""
    total = 0
    for one in body:
        total ^= one
    return b"%02X" % total
