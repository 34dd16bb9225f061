"""The record a table leaves: events in order, each with its moment, its number and its id."""

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any

Event = dict[str, Any]


# An event with its moment: milliseconds since the recorder's start.
Timed = tuple[int, Event]

_to_text = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def encode(event: Event) -> bytes:
    """One NDJSON line."""
    return (_to_text(event) + "\n").encode()


class Recorder:
    """Writes one table's stream. Time runs in milliseconds from `start`; the record shows whole seconds.

    `ids`: give every event its UUID. Without them a long stream is made in half the time.
    """

    def __init__(self, *, table: str, start: datetime, rng: Random, by: str, ids: bool = True) -> None:
        self.table = table
        self.by = by
        self.start = start
        self.ms = 0
        self.seq = 0
        # Milliseconds by which the next event, and only that one, is dated wrong.
        self.skew = 0
        self.events: list[Timed] = []
        self._epoch_ms = int(start.timestamp() * 1000)
        self._bits = rng.getrandbits
        self._ids = ids
        self._minute = -1
        self._until_seconds = ""
        self._offset = start.isoformat()[19:]

    def wait(self, ms: int) -> None:
        """Time passes and nothing is written."""
        self.ms += ms

    def write(self, kind: str, pause: int, fields: Event, *, src: str | None = None, by: str | None = None) -> int:
        """Write an event `pause` milliseconds after the last; its number comes back."""
        self.ms += pause
        self.seq += 1
        event: Event = {
            "kind": kind,
            "at": self.at(self.ms + self.skew),
            "seq": self.seq,
        }
        if self._ids:
            event["id"] = self.identity()
        event["table"] = self.table
        if src is not None:
            event["src"] = src
        self.skew = 0
        event["by"] = by or self.by
        event.update(fields)
        self.events.append((self.ms, event))
        return self.seq

    def at(self, ms: int) -> str:
        """The moment as the record shows it."""
        minute, second = divmod(ms // 1000 + self.start.second, 60)
        if minute != self._minute:
            self._minute = minute
            moment = self.start + timedelta(seconds=minute * 60 - self.start.second)
            self._until_seconds = moment.isoformat()[:17]
        return f"{self._until_seconds}{second:02d}{self._offset}"

    def identity(self) -> str:
        """A UUID of version 7: ordered by time, as the tablets make them."""
        high = ((self._epoch_ms + self.ms) & 0xFFFF_FFFF_FFFF) << 16 | 0x7000 | self._bits(12)
        low = 0x8000_0000_0000_0000 | self._bits(62)
        text = f"{high:016x}{low:016x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def drain(self) -> list[Timed]:
        """The events written since the last call."""
        events, self.events = self.events, []
        return events
