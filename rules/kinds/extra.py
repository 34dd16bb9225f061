"""Cards drawn in a row once the round is over; each is burned."""

from __future__ import annotations

from collections.abc import Iterable

from rules.events import Burned, Dealt, Event
from rules.irregularity import FOLLOWED, Finding, Irregularity, Outcome
from rules.kinds.burning import burns
from rules.placing import Place
from rules.table import Table


class ExtraCards(Irregularity):
    """Cards drawn in a row once the round is over; each is burned."""

    listens_to = (Dealt,)
    heeds = (Dealt, Burned)
    at = (Place.EXTRA,)
    watches_on = True
    deadline = "next_round"

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if table.extra_row:
            return ()
        steps = [{"do": "burn", "card": event.card}]
        return [self.finding(table, steps=steps, cards=[event.card], left=[event.card])]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        left: list[str] = finding.facts["left"]
        if not left:
            return None
        if isinstance(event, Dealt) and table.place == Place.EXTRA and len(table.extra_row) > 1:
            finding.seen(table.seq)
            finding.facts["cards"].append(event.card)
            left.append(event.card)
            finding.prescribed = [*finding.prescribed, {"do": "burn", "card": event.card}]
        if isinstance(event, Burned):
            burned = next((card for card in left if burns(event, card)), None)
            if burned is not None:
                left.remove(burned)
            if not left:
                return FOLLOWED
        return None
