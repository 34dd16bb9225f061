"""Rounds of three hands from one shuffled shoe, each stood on and paid as it is due."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from rules.cards import DECK
from rules.events import (
    Acted,
    Bet,
    Burned,
    Cut,
    Dealt,
    DecksChecked,
    Event,
    Paid,
    Returned,
    RoundClosed,
    RoundOpened,
    Shuffled,
    TableOpened,
    Taken,
)

BEGINS = datetime(2026, 1, 1, 20, tzinfo=UTC)
SPOTS = ("1", "3", "5")
Reads = list[tuple[datetime, dict[str, Any]]]


def total(cards: list[str]) -> int:
    hard = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


class Evening:
    def __init__(self, seed: int) -> None:
        self.shoe = sorted(DECK) * 6
        random.Random(seed).shuffle(self.shoe)
        self.events: list[Event] = []

    def say(self, kind: type[Event], **facts: Any) -> None:
        """Two seconds after what was said before."""
        self.events.append(kind(at=BEGINS + timedelta(seconds=2 * len(self.events)), **facts))

    def deal(self, hand: list[str], to: str) -> None:
        hand.append(self.shoe.pop())
        self.say(Dealt, to=to, card=hand[-1])

    def open(self) -> None:
        self.say(TableOpened, profile="cl-scj")
        self.say(DecksChecked, counts=[52] * 6, backs=["red"] * 3 + ["blue"] * 3, in_sequence=False)
        self.say(Shuffled, method="machine")
        self.say(Cut, behind=60)
        self.say(Burned, why="first", card=self.shoe.pop())

    def round(self, number: int) -> None:
        self.say(RoundOpened, round=number)
        for spot in SPOTS:
            self.say(Bet, spot=spot, amount=10_000)
        hands: dict[str, list[str]] = {spot: [] for spot in SPOTS}
        dealer: list[str] = []
        for spot in SPOTS:
            self.deal(hands[spot], spot)
        self.deal(dealer, "dealer")
        for spot in SPOTS:
            self.deal(hands[spot], spot)
            self.say(Acted, spot=spot, action="stand") if spot == SPOTS[-1] else None
        waiting = [spot for spot in SPOTS if total(hands[spot]) != 21]
        while waiting and total(dealer) < 17:
            self.deal(dealer, "dealer")
        if not waiting and dealer[0][0] in "ATJQK":
            self.deal(dealer, "dealer")
        for spot in SPOTS:
            self.settle(spot, hands[spot], dealer)
        self.say(RoundClosed)

    def settle(self, spot: str, hand: list[str], dealer: list[str]) -> None:
        natural, against = total(hand) == 21, total(dealer) == 21 and len(dealer) == 2
        if natural and not against:
            self.say(Paid, spot=spot, amount=15_000)
        elif natural or (total(hand) == total(dealer) and not against):
            self.say(Returned, spot=spot, amount=10_000)
        elif not against and (total(dealer) > 21 or total(hand) > total(dealer)):
            self.say(Paid, spot=spot, amount=10_000)
        else:
            self.say(Taken, spot=spot, amount=10_000)


def evening(seed: int, rounds: int = 20) -> list[Event]:
    played = Evening(seed)
    played.open()
    for number in range(1, rounds + 1):
        played.round(number)
    return played.events


def reads_of(events: list[Event]) -> Reads:
    """What a shoe reads of it: every card, a little before the table writes it."""
    return [(one.at - timedelta(seconds=0.7), {"card": one.card}) for one in events if isinstance(one, (Dealt, Burned))]
