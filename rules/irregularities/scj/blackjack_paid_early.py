from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import sources
from rules.events import DEALER, Dealt, Event, Paid, Taken
from rules.irregularity import CONTRARY, FOLLOWED, MAJOR, PRESCRIBED, Finding, Footage, Irregularity, Outcome
from rules.legality import even_money_is_allowed
from rules.settle import moved
from rules.table import Table
from rules.words import Text


class BlackjackPaidEarly(Irregularity):
    """A natural was paid while the dealer could still have one.

    Against an ace, ten or figure the dealer's second card comes first; even money against an ace is allowed.
    If the dealer then has a natural too, the payment was wrong as well, and that is a finding of its own.
    """

    code = "blackjack-paid-early"
    title = Text("Black Jack pagado antes de tiempo", "Black Jack paid early")
    message = Text(
        "Se pagó el Black Jack de {spot} antes de que el croupier completara su mano.",
        "The Black Jack at {spot} was paid before the dealer's hand was complete.",
    )
    law = Text(
        "Si la primera carta del croupier es as, diez o figura, el Black Jack espera a que él complete su mano.",
        "When the dealer's first card is an ace, ten or figure, a Black Jack waits for his hand to be complete.",
    )
    listens_to = (Paid,)
    heeds = (Dealt, Taken)
    cites = (sources.SCJ_CHECKS.clause(3),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MAJOR
    cctv = True
    footage = Footage(60, 120)
    settles = "spot"

    def check(self, table: Table, event: Paid) -> Iterable[Finding]:
        stake = table.paying
        if stake is None or event.on != "main" or table.shoe_empty:
            return ()
        hand = stake.hand
        if not hand.natural or hand.even_money or table.dealer_shows not in ("A", "T") or len(table.dealer.cards) > 1:
            return ()
        if event.amount == stake.stake and even_money_is_allowed(table, hand):
            return ()
        if table.said(self.code, event.spot, "main", event.owner):
            return ()
        steps = [{"do": "wait"}]
        facts: dict[str, Any] = {"amount": event.amount, "on": "main", "owner": event.owner}
        return [self.finding(table, spot=event.spot, steps=steps, **facts)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Dealt) and event.to == DEALER:
            return CONTRARY
        if not isinstance(event, Taken) or event.on != "main" or event.owner != finding.facts["owner"]:
            return None
        stake = table.bet(event.spot, "main", event.owner)
        return FOLLOWED if event.spot == finding.spot and stake is not None and moved(stake) == 0 else None
