from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import sources
from rules.events import Acted
from rules.irregularity import MAJOR, Finding, Footage
from rules.kinds.ruling import RULE_STEP, PitBossRules
from rules.legality import double_is_allowed
from rules.table import Table
from rules.words import Text


class DoubleNotAllowed(PitBossRules):
    """Doubled on other than two cards of 9, 10 or 11 points, or on a split ace. The double still happened:
    cards and stakes follow the record until the pit boss rules."""

    code = "double-not-allowed"
    title = Text("Doble no permitido", "Double not allowed")
    message = Text("{spot} dobló con {total} en {number} cartas.", "{spot} doubled on {total} in {number} cards.")
    law = Text(
        "Se dobla con 9, 10 u 11 puntos en las dos primeras cartas, y no sobre ases separados.",
        "Doubling is for 9, 10 or 11 points in the first two cards, and not on split aces.",
    )
    listens_to = (Acted,)
    actions = ("double",)
    cites = (sources.SCJ_SEQUENCE.clause(3),)
    severity = MAJOR
    footage = Footage(60, 90)

    def check(self, table: Table, event: Acted) -> Iterable[Finding]:
        hand = table.in_play(event.spot)
        if hand is None:
            return ()
        if double_is_allowed(table, hand):
            return ()
        facts: dict[str, Any] = {"total": hand.total, "number": len(hand.cards)}
        return [self.finding(table, spot=event.spot, steps=[RULE_STEP], **facts)]
