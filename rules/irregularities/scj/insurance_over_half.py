from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Acted, Event, Returned
from rules.irregularity import FOLLOWED, MINOR, NO_RULE, Finding, Footage, Irregularity, Outcome
from rules.legality import insurance_is_enough, insurance_is_open, insurance_limit, insured
from rules.table import Table
from rules.words import Text


class InsuranceOverHalf(Irregularity):
    """Insurance of more than half the main stake: the excess is void and goes back.

    The limit stands in the other seeds, not in this regulator's text; hence no rule, decided by the pit boss.
    """

    code = "insurance-over-half"
    title = Text("Seguro mayor que la mitad", "Insurance over half")
    message = Text("{spot} aseguró {amount}; el máximo es {limit}.", "{spot} insured {amount}; the most is {limit}.")
    law = Text("El seguro no pasa de la mitad de la apuesta principal.", "Insurance is at most half of the main bet.")
    listens_to = (Acted,)
    heeds = (Returned,)
    actions = ("insurance",)
    cites = (sources.SCJ_SEQUENCE.clause(3),)
    standing = NO_RULE
    decides = "pit_boss"
    severity = MINOR
    footage = Footage(60, 60)

    def check(self, table: Table, event: Acted) -> Iterable[Finding]:
        hand = table.in_play(event.spot)
        if hand is None:
            return ()
        if not insurance_is_open(table) or not insurance_is_enough(table, hand, event):
            return ()
        amount = insured(hand, event)
        limit = insurance_limit(table, hand)
        if amount <= limit:
            return ()
        step = {"do": "return", "spot": event.spot, "on": "insurance", "amount": amount - limit}
        return [self.finding(table, spot=event.spot, steps=[step], amount=amount, limit=limit)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if not isinstance(event, Returned) or event.on != "insurance":
            return None
        stake = table.bet(finding.spot or "", "insurance", None)
        return FOLLOWED if stake is not None and not stake.void else None
