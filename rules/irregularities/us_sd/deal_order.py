from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import sources
from rules.events import NOBODY, Dealt, Event
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MAJOR,
    PRESCRIBED,
    Finding,
    Footage,
    Irregularity,
    Outcome,
    Step,
)  # fmt: skip
from rules.placing import Place
from rules.regulation import side_by_side
from rules.table import Table
from rules.words import Text


class HandWithOneCard(Irregularity):
    """A hand passed over in the deal gets its card after all the others have theirs; nothing is moved.

    Chile has no such rule: there the pit boss puts the cards in the order they were drawn.
    """

    code = "deal-order"
    title = Text("Mano saltada en el reparto", "Hand passed over in the deal")
    message = Text(
        "{card} fue a {to}; por orden le tocaba a {expected_to}.",
        "{card} went to {to}; by the order of the deal it was for {expected_to}.",
    )
    law = Text(
        "A quien recibió una sola carta se le da la segunda después de que todos tienen las suyas.",
        "A player who was dealt one card gets the second after all the others have theirs.",
    )
    listens_to = (Dealt,)
    heeds = None
    at = (Place.MISDEALT,)
    cites = (sources.SD_IRREGULARITIES.clause(7), sources.SD_IRREGULARITIES.clause(4))
    standing = PRESCRIBED
    decides = "dealer"
    severity = MAJOR
    cctv = True
    footage = Footage(60, 180)

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if table.said_anywhere(self.code):
            return ()
        expected = table.next_recipient
        steps: list[Step] = [{"do": "complete", "spot": expected}]
        spot = None if event.to == NOBODY else event.to
        facts: dict[str, Any] = {"card": event.card, "to": event.to, "expected_to": expected}
        return [self.finding(table, spot=spot, steps=steps, **facts)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        finding.regulation = side_by_side(table)
        hands = [hand for hand in table.hands.values() if hand.main is not None and hand.main.stake]
        if not table.play_begun:
            dealt = table.dealer.cards and all(len(hand.cards) == 2 for hand in hands)
            return FOLLOWED if dealt and len(table.dealer.cards) == 1 else None
        return CONTRARY
