"""One shoe's lines into its buffer: read, weighed against what came before, written, and only then acknowledged."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event
from typing import Any

from pitboss.shoes.gateway.adapter import Adapter, Line, Link
from pitboss.shoes.gateway.buffer import Buffer, Marks
from pitboss.shoes.gateway.clock import DeviceClock
from pitboss.shoes.gateway.protocols import Heard, LineProtocol, Unreadable
from pitboss.shoes.gateway.refusals import Refusals

logger = logging.getLogger(__name__)
Read = dict[str, Any]


def _now() -> datetime:
    return datetime.now(UTC)


class Hearing:
    """The reading side of one shoe."""

    def __init__(
        self,
        *,
        name: str,
        adapter: Adapter,
        protocol: LineProtocol,
        buffer: Buffer,
        refusals: Refusals,
        wake: Callable[[], None],
        now: Callable[[], datetime] = _now,
    ) -> None:
        self.name, self.adapter, self.protocol = name, adapter, protocol
        self.buffer, self.refusals = buffer, refusals
        self._wake, self._now = wake, now
        self._marks = buffer.marks()
        self._clock = DeviceClock(buffer.kept("clock"))
        self._behind_a_hole: tuple[str | None, int] | None = None

    def run(self, stop: Event) -> None:
        """Hear until ``stop`` is set."""
        if self.buffer.kept("link") == "up":
            # Whatever ended the gateway the last time, nobody heard the shoe since
            self._linked("down")
        for came in self.adapter.lines(self._marks.place, stop):
            if isinstance(came, Line):
                self.hear(came)
            else:
                self._linked(came)

    def hear(self, line: Line) -> None:
        """One line. It is acknowledged once it is on disk, also when it was there before."""
        try:
            heard = self.protocol.read(line.text)
        except Unreadable as why:
            self._unreadable(line, why)
            return
        if heard is None:
            self._passed(line)
            return
        missed = self._missed_before(heard)
        if missed is None:
            return
        if missed < 0:
            self._passed(line)
        else:
            read = self._read(heard)
            reads = [read]
            if missed:
                logger.warning("%s: %d lines never came before %s/%s", self.name, missed, heard.boot, heard.seq)
                reads.insert(0, {"what": "missed", "at": read["at"], "missed": min(missed, 10**6)})
            self._put(reads, self._marks_after(heard, line), heard)
        acknowledgement = self.protocol.taken(heard)
        if acknowledgement is not None:
            self.adapter.answer(acknowledgement)

    def _missed_before(self, heard: Heard) -> int | None:
        """How many lines its number shows to be missing; below 0 for a line that is here already. None: it is not to
        be taken yet, what is missing may still come.

        A device sends what is not acknowledged again, in its order. A line behind a hole that comes a second time,
        and nothing before it, has nothing before it.
        """
        known = self._marks
        if heard.seq is None or not known.boot:
            return 0
        # Another run of the device counts from 1 again
        last = known.seq if heard.boot == known.boot else 0
        missed = heard.seq - last - 1
        this = (heard.boot, heard.seq)
        if missed > 0 and self._behind_a_hole != this:
            self._behind_a_hole = self._behind_a_hole or this
            return None
        self._behind_a_hole = None
        return missed

    def _read(self, heard: Heard) -> Read:
        arrived = self._now()
        at = arrived if heard.clock is None else self._clock.heard(heard.clock, arrived)
        read: Read = {"what": heard.what, "at": at.isoformat(timespec="milliseconds")}
        if heard.card is not None:
            read["card"] = heard.card
        if heard.clock is not None:
            read |= {"clock_ms": round(heard.clock.timestamp() * 1000), "offset_ms": self._clock.offset_ms}
        if heard.seq is not None:
            read["seq"] = heard.seq
        return read

    def _marks_after(self, heard: Heard, line: Line) -> Marks:
        known = self._marks
        return Marks(
            boot=known.boot if heard.boot is None else heard.boot,
            seq=known.seq if heard.seq is None else heard.seq,
            place=known.place if line.place is None else line.place,
        )

    def _put(self, reads: list[Read], marks: Marks, heard: Heard) -> None:
        self.buffer.put(reads, marks=marks, clock=self._clock.kept() if heard.clock is not None else None)
        self._marks = marks
        self._wake()

    def _passed(self, line: Line) -> None:
        """Nothing to write, but a file is not to be read again from before it. It says nothing, so no disk waits."""
        if line.place is not None:
            self._marks = Marks(self._marks.boot, self._marks.seq, line.place)

    def _unreadable(self, line: Line, why: Unreadable) -> None:
        """A shoe that can send it again does so, and if it does not, its next number shows the hole. From another one
        a card may have been lost with the line, and that is said."""
        logger.warning("%s: %s, got %r", self.name, why, line.text[:200])
        self._behind_a_hole = None  # the damaged line may be the one that is missing
        self.refusals.keep(self.name, {"line": line.text.decode("utf-8", "replace")}, why.field, why.expected)
        if not self.protocol.numbered:
            read = {"what": "missed", "at": self._now().isoformat(timespec="milliseconds"), "missed": 1}
            marks = Marks(self._marks.boot, self._marks.seq, line.place or self._marks.place)
            self.buffer.put([read], marks=marks)
            self._marks = marks
            self._wake()
        answer = self.protocol.not_taken(why)
        if answer is not None:
            self.adapter.answer(answer)

    def _linked(self, link: Link) -> None:
        """The wire came or went: told when it was there before, so that a first start is no return. Where lines have
        numbers nothing can be lost with it, and what is lost all the same the numbers say: it is not told, or a card
        that never was in the shoe could hide behind a wire that somebody pulled out."""
        before = self.buffer.kept("link")
        self._behind_a_hole = None
        if link == before:
            return
        self.buffer.keep("link", link)
        logger.warning("%s: wire %s", self.name, link)
        if before is not None and not self.protocol.numbered:
            what = "back" if link == "up" else "lost"
            self.buffer.put([{"what": what, "at": self._now().isoformat(timespec="milliseconds")}])
        self._wake()
