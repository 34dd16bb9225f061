"""Which card a burn speaks of."""

from __future__ import annotations

from rules.events import Burned


def burns(event: Burned, card: str) -> bool:
    """This card was burned: named, or unseen where the burn is not the first one of a shoe."""
    return event.card == card or (event.card is None and event.why != "first")
