"""A table in real time: its shoe's device on one side, what is keyed of it on the other."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from threading import Event

from pitboss.shoes.simulating.device import Device
from pitboss.shoes.simulating.faults import EXPECTED, Beat, Emission, Fault, beats, fits, inject
from pitboss.shoes.simulating.playing import Step, WatchedSession
from pitboss.simulator.recorder import Event as Said

APART = 14
"""Cards between two faults: so many have to agree again before the next one can be told apart."""
KEYED_AFTER = 0.3
"""Of the time between two cards: how far behind the shoe the tablet is."""


def table(name: str, *, seed: int, cards: int, kinds: Sequence[str], first: int = 0) -> tuple[list[Beat], list[Fault]]:
    """A table of so many cards, and the faults let go wrong at it, in turn from the ``first``, while there is room."""
    session = WatchedSession(
        table=name, start=datetime(2026, 11, 28, 20, tzinfo=UTC), seed=seed, rounds=cards, crowd=3.0
    )
    found = beats(_so_many(session.steps(), cards))
    rng = Random(f"pitboss:{seed}:{name}:shoe")  # noqa: S311  a game, not a secret
    faults, at, turn = [], APART, first
    while kinds and at < len(found) - APART:
        if fits(found[at]) and fits(found[at + 1]):
            faults.append(inject(kinds[turn % len(kinds)], name, found, at, rng))
            turn += 1
            at += APART
        at += 1
    return found, faults


def all_kinds() -> list[str]:
    return list(EXPECTED)


def _so_many(steps: Iterator[Step], cards: int) -> list[Step]:
    """Whole rounds, until so many cards are out."""
    found, out = [], 0
    for step in steps:
        found.append(step)
        out += len(step.drawn)
        if out >= cards and step.event["kind"] == "round_closed":
            break
    return found


class Show:
    """One table being played. ``keyed`` is handed what a tablet would send, and does not keep the table waiting.
    ``interval``: seconds between two cards. The record's events are dated with the moment of the show
    and lose their ``seq``: the ledger numbers them among what the shoe says.
    """

    def __init__(
        self, found: Sequence[Beat], device: Device, keyed: Callable[[list[Said]], None], interval: float
    ) -> None:
        self._beats, self._device, self._keyed, self._interval = found, device, keyed, interval
        self.late = 0.0
        """Seconds that it fell behind its clock, all together."""

    def run(self, stop: Event, *, keying: bool = True) -> None:
        due = time.monotonic()
        lines = Lines(self._device)
        for beat in self._beats:
            lines.until(due, stop)
            if stop.is_set():
                return
            # A table that fell behind goes on at its pace afterwards, not in a rush
            self.late += max(0.0, time.monotonic() - due)
            due = max(due, time.monotonic())
            if beat.drift:
                self._device.clock_error += beat.drift
            if beat.cut_for:
                self._device.cut(beat.cut_for)
            if keying and len(beat.steps) > 1:
                # What was said before the card: bets, decisions
                self._keyed([self._dated(step.event) for step in beat.steps[:-1]])
            for line in beat.lines:
                lines.add(line, time.monotonic() + line.after)
            lines.until(time.monotonic() + KEYED_AFTER * self._interval, stop)
            if keying:
                self._keyed([self._dated(beat.steps[-1].event)])
            due += self._interval
        lines.until(time.monotonic() + 1.0, stop)

    def _dated(self, event: Said) -> Said:
        said = {name: value for name, value in event.items() if name != "seq"}
        return {**said, "at": datetime.now(UTC).isoformat(timespec="milliseconds")}


class Lines:
    """Lines that are due at their moment, in its order."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._due: list[tuple[float, int, Emission]] = []
        self._count = 0

    def add(self, line: Emission, at: float) -> None:
        self._count += 1
        heapq.heappush(self._due, (at, self._count, line))

    def until(self, moment: float, stop: Event) -> None:
        """Emit what is due by then, each at its time, and wait for it."""
        while not stop.is_set():
            next_at = min(moment, self._due[0][0]) if self._due else moment
            wait = next_at - time.monotonic()
            if wait > 0:
                stop.wait(wait)
                continue
            if not self._due or self._due[0][0] > moment:
                return
            self._device.emit(heapq.heappop(self._due)[2])
