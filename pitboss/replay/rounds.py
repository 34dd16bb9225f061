"""What a round came to: its hands, the bets on them, and of each bet what was due beside what moved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from rules.events import DEALER, seat_of
from rules.hand import Stake
from rules.settle import ON_ORDER, balance, due, is_known, moved, needs_dealer
from rules.table import Table


class Bet(TypedDict):
    """One bet, in the currency's smallest unit. ``void`` is money that never was a valid bet.

    ``due`` and ``moved`` are signed from the player's side: winnings +, a stake lost −, a stake given back 0. ``due``
    and ``result`` are null while the cards that are recorded cannot say it. ``settled``: money has moved on it.
    """

    on: str
    owner: str | None
    stake: int
    void: int
    result: str | None
    due: int | None
    moved: int
    settled: bool


class Hand(TypedDict):
    """One hand: the cards that counted, as the wire writes them, and the bets on it; the dealer's has none."""

    spot: str
    cards: list[str]
    total: int
    bets: list[Bet]


def hands_of(table: Table) -> list[Hand]:
    """The hands on the felt in the order of play, the dealer's last; as they stand now."""
    bets: dict[str, list[Stake]] = {}
    for stake in table.bets.values():
        bets.setdefault(stake.hand.spot, []).append(stake)
    hands: list[Hand] = []
    for hand in sorted(table.hands.values(), key=lambda hand: hand.number):
        stakes = sorted(bets.get(hand.spot, ()), key=lambda stake: (ON_ORDER[stake.on], stake.owner or ""))
        if stakes or hand.cards:
            told = [_bet(table, stake) for stake in stakes]
            hands.append({"spot": hand.spot, "cards": list(hand.cards), "total": hand.total, "bets": told})
    if table.dealer.cards:
        hands.append({"spot": DEALER, "cards": list(table.dealer.cards), "total": table.dealer.total, "bets": []})
    return hands


def seats_of(hands: Iterable[Hand]) -> list[str]:
    """Seats with a bet, each once, in order."""
    return sorted({seat_of(hand["spot"]) for hand in hands if hand["bets"]})


def _bet(table: Table, stake: Stake) -> Bet:
    known = is_known(table, stake) and not needs_dealer(table, stake)
    expected, actual = balance(table, stake) if known else (None, moved(stake))
    return {
        "on": stake.on,
        "owner": stake.owner,
        "stake": stake.stake,
        "void": stake.void + stake.given_back,
        "result": due(table, stake).result if known else None,
        "due": expected,
        "moved": actual,
        "settled": stake.touched,
    }
