"""How the gateway reaches a shoe: the interface that an adapter has, and what comes through it.

An adapter knows a wire and nothing of cards; a line protocol (``protocols.py``) knows lines and nothing of wires. Any
of one works with any of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Literal, Protocol

LONGEST_LINE = 4096
"""Bytes of one line; what is longer comes from no shoe."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end. ``place``: where the next one begins, in a source that can be read from there."""

    text: bytes
    place: int | None = None


Link = Literal["up", "down"]
"""The wire is there, the wire is gone."""


class Adapter(Protocol):
    """A wire to one shoe. It opens by itself and opens again for as long as it is asked."""

    name: str

    def lines(self, place: int, stop: Event) -> Iterator[Line | Link]:
        """Whole lines as they come, and ``up`` and ``down`` as the wire does. Ends once ``stop`` is set, within a
        second. ``place``: where the last line that is on disk ended, 0 if there was none."""
        ...

    def answer(self, line: bytes) -> None:
        """Send a line to the shoe, on a wire that goes both ways; nothing where it is gone or goes one way."""
        ...


class Split:
    """Bytes in, whole lines out. A line that is too long is thrown away up to its end, and counted."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False
        self.too_long = 0

    def feed(self, piece: bytes) -> list[bytes]:
        *lines, rest = (self._rest + piece).split(b"\n")
        if lines and self._skipping:
            lines, self._skipping = lines[1:], False
        found = []
        for line in lines:
            if len(line) > LONGEST_LINE:
                self.too_long += 1
            else:
                found.append(line.rstrip(b"\r"))
        if len(rest) > LONGEST_LINE:
            self.too_long += 0 if self._skipping else 1
            rest, self._skipping = b"", True
        self._rest = rest
        return found
