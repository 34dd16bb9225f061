"""A card too many in front of a hand: it is burned, and the hand takes no further card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.events import Accepted, Burned, Dealt, Event, Refused
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MAJOR,
    NOTED,
    PENDING,
    Finding,
    Irregularity,
    Outcome,
    Severity,
)
from rules.kinds.burning import burns
from rules.table import Table


class SurplusCard(Irregularity):
    """Base of the irregularities whose card lies before a hand without counting."""

    listens_to: ClassVar[tuple[type[Event], ...]] = (Dealt,)
    heeds = (Accepted, Refused, Burned, Dealt)
    decides = "dealer"
    severity: ClassVar[Severity] = MAJOR
    cctv = True
    watches_on = True
    final = (CONTRARY, NOTED)
    settles = "spot"

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        return [self.surplus(table, event.to, event.card)]

    def surplus(self, table: Table, spot: str, card: str) -> Finding:
        steps = [{"do": "burn", "card": card}, {"do": "no_more_cards", "spot": spot}]
        return self.finding(table, spot=spot, steps=steps, card=card)

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Accepted) and event.spot == finding.spot and finding.outcome == PENDING:
            hand = table.hands.get(event.spot)
            return NOTED if hand is not None and not hand.frozen else CONTRARY
        if isinstance(event, Refused) and event.spot == finding.spot and finding.outcome == PENDING:
            finding.seen(table.seq)
            return None
        if isinstance(event, Burned) and burns(event, finding.facts["card"]):
            return FOLLOWED
        if isinstance(event, Dealt) and event.to == finding.spot:
            return CONTRARY
        return None
