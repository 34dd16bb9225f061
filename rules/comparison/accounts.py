"""What either side says of one card."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from rules.comparison.align import END, Card
from rules.events import NOBODY, Burned, Dealt, Event, Seen, Stuck


class Played(NamedTuple):
    """A card that came out of the shoe by the table's own record; ``END`` where the record ended the shoe."""

    card: Card
    seq: int
    event: Event
    round: int | None

    @property
    def spot(self) -> str | None:
        """Whose it was: a spot, the dealer, or nobody's."""
        event = self.event
        return event.to if isinstance(event, (Dealt, Stuck)) and event.to != NOBODY else None

    @property
    def burned(self) -> bool:
        return isinstance(self.event, Burned)

    @property
    def stuck(self) -> bool:
        return isinstance(self.event, Stuck)


class Read(NamedTuple):
    """A card by the second source. ``known_missing``: the source knows that something came out there, and no more."""

    card: Card
    seq: int
    at: datetime
    event: Seen | None
    known_missing: bool = False

    @property
    def burned(self) -> bool:
        return self.event is not None and self.event.did == "burned"

    @property
    def to(self) -> str | None:
        """For whom, where the source saw it itself: what was inferred comes with a confidence."""
        return None if self.event is None or self.event.confidence is not None else self.event.to


Beside = tuple[Played | None, Read | None]


def is_end(one: Any) -> bool:
    return one is not None and one.card == END
