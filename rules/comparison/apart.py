"""A card that two sources tell otherwise: keyed wrongly, or swapped? The play of its round may tell.

A round that is in order with the card as it was seen, and is not with the card as it was written, was played with the
one seen: the entry is wrong. The other way round the card on the table was the one written, and another had left the
shoe. Where both rounds are in order (or neither is), nothing but the video tells them apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from rules.comparison.causes import Disagreement
from rules.events import Burned, Dealt, Event, Exposed, Feed, RoundClosed, RoundOpened, Seen

REMEMBERED: Final = 4_000
"""Events that are kept to be played again: some dozens of rounds."""
Pairs = Sequence[tuple[int, Event]]


class Judge(Protocol):
    """A replay of its own, of which only what it finds is asked."""

    @property
    def findings(self) -> Sequence[object]: ...

    def feed(self, seq: int, event: Event) -> None: ...


class Memory:
    """The events of the last rounds, where a second source is there to ask for them."""

    def __init__(self) -> None:
        self.opening: tuple[int, Event] | None = None
        self._events: deque[tuple[int, Event]] = deque(maxlen=REMEMBERED)

    def keep(self, seq: int, event: Event) -> None:
        if not isinstance(event, (Seen, Feed)):
            self._events.append((seq, event))

    def round(self, number: int) -> Pairs | None:
        """The events of a round from its opening to its close; None where they are not all there."""
        found: list[tuple[int, Event]] = []
        for seq, event in self._events:
            if isinstance(event, RoundOpened) and event.round == number:
                found = []
            elif not found:
                continue
            found.append((seq, event))
            if isinstance(event, RoundClosed):
                if isinstance(found[0][1], RoundOpened) and found[0][1].round == number:
                    return found
                found = []
        return None


def told_apart(found: Disagreement, memory: Memory, judge: Callable[[], Judge]) -> str | None:
    """``swapped-card`` or ``wrong-card-keyed``; None where the play is in order with either card, or with neither."""
    number = next((one.round for one in found.played), None)
    events = None if number is None else memory.round(number)
    if events is None or memory.opening is None:
        return None
    instead = {
        played.seq: read.card for played, read in found.beside if played is not None and read is not None and read.card
    }
    written = _faults(judge(), memory.opening, events, {})
    seen = _faults(judge(), memory.opening, events, instead)
    if written == seen:
        return None
    return "wrong-card-keyed" if seen < written else "swapped-card"


def _faults(
    judge: Judge, opening: tuple[int, Event], events: Iterable[tuple[int, Event]], instead: Mapping[int, str]
) -> int:
    """How much is irregular in the round, played with these cards in the place of those."""
    at, first = opening
    judge.feed(at, first)
    for seq, event in events:
        card = instead.get(seq)
        if card is not None and isinstance(event, (Dealt, Burned, Exposed)):
            event = msgspec.structs.replace(event, card=card)
        judge.feed(seq, event)
    return len(judge.findings)
