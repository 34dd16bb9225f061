from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Acted
from rules.irregularity import BREACH, MAJOR, Finding, Footage, Irregularity
from rules.legality import even_money_is_allowed
from rules.table import Table
from rules.words import Text


class EvenMoneyNotAllowed(Irregularity):
    """Even money without a natural, without a dealer's ace, or where the table does not offer it: ignored."""

    code = "even-money-not-allowed"
    title = Text("Pago par no permitido", "Even money not allowed")
    message = Text("{spot} pidió pago par sin que correspondiera.", "{spot} took even money where it is not allowed.")
    law = Text(
        "El pago par uno a uno se ofrece solo a un Black Jack contra un as del croupier.",
        "Even money, one to one, is offered only to a Black Jack against a dealer's ace.",
    )
    listens_to = (Acted,)
    actions = ("even_money",)
    cites = (sources.SCJ_CHECKS.clause(3),)
    standing = BREACH
    decides = "pit_boss"
    severity = MAJOR
    footage = Footage(60, 60)

    def check(self, table: Table, event: Acted) -> Iterable[Finding]:
        hand = table.in_play(event.spot)
        if hand is None:
            return ()
        return () if even_money_is_allowed(table, hand) else [self.finding(table, spot=event.spot)]
