from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import sources
from rules.events import DEALER, Dealt, Event, Paid, Returned, Taken
from rules.irregularity import FOLLOWED, MAJOR, NO_RULE, Finding, Footage, Irregularity, Outcome
from rules.settle import settles_short
from rules.table import Table
from rules.words import Text


class DealerStoodUnder17(Irregularity):
    """A bet that needs the dealer's hand was settled while he held 16 or less and a hand was alive.

    He must draw: still unpaid bets can wait for it. What an already paid bet would have become the text does
    not say, so the pit boss rules. One finding for each dealer who stood short.
    """

    code = "dealer-stood-under-17"
    title = Text("Croupier plantado con 16 o menos", "Dealer stood on 16 or less")
    message = Text(
        "Se liquidó {settled} con el croupier en {total}.",
        "{settled} was settled with the dealer on {total}.",
    )
    law = Text(
        "Con 16 o menos el croupier toma cartas hasta 17 o más.",
        "On 16 or less the dealer takes cards until 17 or more.",
    )
    listens_to = (Paid, Taken, Returned)
    heeds = (Dealt,)
    cites = (sources.SCJ_BANK.clause(1),)
    standing = NO_RULE
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(60, 120)
    settles = "differing"

    def check(self, table: Table, event: Paid | Taken | Returned) -> Iterable[Finding]:
        if not settles_short(table, event) or table.said(self.code, DEALER):
            return ()
        steps = [{"do": "draw_to_17"}]
        settled = Text(f"la casilla {event.spot}", f"Spot {event.spot}")
        facts: dict[str, Any] = {"total": table.dealer.total, "settled": settled}
        return [self.finding(table, spot=DEALER, steps=steps, **facts)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Dealt) and event.to == DEALER and table.dealer.total >= 17:
            return FOLLOWED
        return None
