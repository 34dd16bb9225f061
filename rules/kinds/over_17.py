"""A card to a dealer who holds 17 or more is burned; the total from before it settles."""

from __future__ import annotations

from collections.abc import Iterable

from rules.events import DEALER, Burned, Dealt, Event, Paid, Returned, Taken
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    Finding,
    Irregularity,
    Outcome,
    Step,
)
from rules.kinds.burning import burns
from rules.placing import Place
from rules.table import Table


class DealerOver17(Irregularity):
    """A card to a dealer who holds 17 or more is burned; the total from before it settles."""

    listens_to = (Dealt,)
    heeds = (Burned, Paid, Taken, Returned)
    at = (Place.OVER_17,)
    settles = "differing"

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        total = table.dealer.total
        steps: list[Step] = [{"do": "burn", "card": event.card}, {"do": "stand", "total": total}]
        return [self.finding(table, spot=DEALER, steps=steps, card=event.card, total=total)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Burned) and burns(event, finding.facts["card"]):
            return FOLLOWED
        return CONTRARY if isinstance(event, (Paid, Taken, Returned)) else None
