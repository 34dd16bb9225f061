from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Acted, Event, Returned
from rules.irregularity import FOLLOWED, MAJOR, NO_RULE, Finding, Footage, Irregularity, Outcome
from rules.legality import insurance_is_enough, insurance_is_open, insured
from rules.table import Table
from rules.words import Text


class InsuranceNotAllowed(Irregularity):
    """Insurance with no ace in front of the dealer, or once its window is over: void.

    Where the house takes exactly half, less than half is not allowed either.
    """

    code = "insurance-not-allowed"
    title = Text("Seguro no permitido", "Insurance not allowed")
    message = Text(
        "{spot} aseguró {amount} sin que correspondiera.", "{spot} insured {amount} where it is not allowed."
    )
    law = Text(
        "El seguro se ofrece cuando la primera carta del croupier es un as, antes de que se siga repartiendo.",
        "Insurance is offered when the dealer's first card is an ace, before dealing goes on.",
    )
    listens_to = (Acted,)
    heeds = (Returned,)
    actions = ("insurance",)
    cites = (sources.SCJ_SEQUENCE.clause(3),)
    standing = NO_RULE
    decides = "pit_boss"
    severity = MAJOR
    footage = Footage(60, 60)

    def check(self, table: Table, event: Acted) -> Iterable[Finding]:
        hand = table.in_play(event.spot)
        if hand is None:
            return ()
        if insurance_is_open(table) and insurance_is_enough(table, hand, event):
            return ()
        amount = insured(hand, event)
        step = {"do": "return", "spot": event.spot, "on": "insurance", "amount": amount}
        return [self.finding(table, spot=event.spot, steps=[step], amount=amount)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        return FOLLOWED if isinstance(event, Returned) and void_is_back(table, finding) else None


def void_is_back(table: Table, finding: Finding) -> bool:
    """Nothing void lies on the seat's insurance any more."""
    stake = table.bet(finding.spot or "", "insurance", None)
    return stake is not None and not stake.void
