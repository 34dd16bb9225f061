from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Acted
from rules.irregularity import MAJOR, Finding, Footage
from rules.kinds.ruling import RULE_STEP, PitBossRules
from rules.legality import split_is_allowed
from rules.table import Table
from rules.words import Text


class SplitNotAllowed(PitBossRules):
    """Split without a pair of equal value, into a fifth hand, or aces split again."""

    code = "split-not-allowed"
    title = Text("Separación no permitida", "Split not allowed")
    message = Text("{spot} separó {cards}.", "{spot} split {cards}.")
    law = Text(
        "Se separan pares de igual valor, hasta cuatro manos; los ases, una sola vez.",
        "Pairs of equal value may be split, up to four hands; aces only once.",
    )
    listens_to = (Acted,)
    actions = ("split",)
    cites = (sources.SCJ_SEQUENCE.clause(3),)
    severity = MAJOR
    footage = Footage(60, 90)

    def check(self, table: Table, event: Acted) -> Iterable[Finding]:
        hand = table.in_play(event.spot)
        if hand is None:
            return ()
        if split_is_allowed(table, hand):
            return ()
        return [self.finding(table, spot=event.spot, steps=[RULE_STEP], cards=list(hand.cards))]
