"""A hand with a bet that got no card in the initial deal is out of the round."""

from __future__ import annotations

from collections.abc import Iterable

from rules.events import Acted, Dealt, Event, Returned, RoundClosed
from rules.hand import Hand
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    PENDING,
    Finding,
    Irregularity,
    Outcome,
    Step,
)  # fmt: skip
from rules.legality import begins_play
from rules.placing import Place
from rules.table import Table


class Cardless(Irregularity):
    """A hand with a bet that got no card in the initial deal is out of the round."""

    listens_to = (Acted, Dealt, RoundClosed)
    heeds = (Dealt, Returned)
    at = (Place.HIT, Place.DEALER_DRAW, Place.OVER_17, Place.UNREQUESTED, Place.OUT_OF_TURN, Place.DISORDER)
    actions = ("hit", "stand", "double", "split", "surrender")
    watches_on = True
    settles = "spot"
    supersedes = ("deal-order",)

    def check(self, table: Table, event: Acted | Dealt | RoundClosed) -> Iterable[Finding]:
        if table.play_begun or not table.drawn or table.shoe_empty or not self._ends_the_deal(table, event):
            return ()
        return [self._without(table, hand) for hand in table.hands.values() if _has_no_cards(hand)]

    def _ends_the_deal(self, table: Table, event: Acted | Dealt | RoundClosed) -> bool:
        if isinstance(event, RoundClosed):
            return True
        if isinstance(event, Dealt):
            return table.place != Place.DISORDER
        hand = table.hands.get(event.spot)
        return hand is not None and bool(hand.cards) and begins_play(table, event)

    def _without(self, table: Table, hand: Hand) -> Finding:
        main = hand.main
        amount = main.stake + main.void if main else 0
        back = amount or (main.given_back if main else 0)
        steps: list[Step] = [
            {"do": "void", "spot": hand.spot},
            {"do": "return", "spot": hand.spot, "on": "main", "amount": back},
        ]
        outcome = PENDING if amount else FOLLOWED
        return self.finding(table, spot=hand.spot, steps=steps, outcome=outcome)

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Dealt) and event.to == finding.spot:
            return CONTRARY
        if isinstance(event, Returned) and finding.outcome == PENDING:
            hand = table.hands.get(finding.spot or "")
            if hand is not None and hand.main is not None and not hand.main.void and not hand.main.stake:
                return FOLLOWED
        return None


def _has_no_cards(hand: Hand) -> bool:
    main = hand.main
    return main is not None and not hand.cards and not hand.split and (bool(main.stake) or hand.invalid)
