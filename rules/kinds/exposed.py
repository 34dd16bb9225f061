"""A card that came out face up is burned, and nothing else is dealt before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.events import Burned, Dealt, Event, Exposed
from rules.irregularity import CONTRARY, FOLLOWED, Finding, Irregularity, Outcome
from rules.kinds.burning import burns
from rules.table import Table


class BurnedWhenExposed(Irregularity):
    """A card that came out face up is burned, and nothing else is dealt before."""

    listens_to = (Exposed,)
    heeds = (Burned, Exposed, Dealt)

    def check(self, table: Table, event: Exposed) -> Iterable[Finding]:
        to = table.next_recipient
        steps = [{"do": "burn", "card": event.card}, {"do": "continue"}]
        facts: dict[str, Any] = {"card": event.card, "to": to, "beside": list(dict.fromkeys(table.shoe.limbo))}
        return [self.finding(table, steps=steps, **facts)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Burned):
            if burns(event, finding.facts["card"]):
                return FOLLOWED
            # Two cards face up one after the other are burned one after the other.
            return None if event.card in finding.facts["beside"] else CONTRARY
        if isinstance(event, Exposed) and event.card not in finding.facts["beside"]:
            finding.facts["beside"].append(event.card)
        return CONTRARY if isinstance(event, Dealt) else None
