"""Ordinary events: those about which no rule has anything to say, told by what is quickest to look up.

Nearly all of a record is ordinary, so the replay asks here first and lets an ordinary event only move the table. An
event that isn't found ordinary may still be innocent; the rules then say so. Whoever adds a rule looks here, and a test
compares both ways. Each function sees the table before the event, with ``place`` or ``paying`` told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.events import (
    MOST_SEATS,
    Acted,
    Bet,
    BetsClosed,
    CardsCollected,
    Dealt,
    Event,
    Paid,
    Returned,
    RoundClosed,
    RoundOpened,
    Settled,
    Taken,
)  # fmt: skip
from rules.legality import double_is_allowed, due_stake, split_is_allowed
from rules.placing import DEALER_DRAW, INITIAL
from rules.settle import due, kind_of
from rules.table import BETTING, DEALING, PLAYING, Table


def _card(table: Table, event: Dealt) -> bool:
    """Face up, not the shoe's first, one that the shoe still held, in its place while all goes on as it should."""
    shoe = table.shoe
    at = table.place
    if at == INITIAL:
        usual = table.phase == DEALING or table.bets_closed
    else:
        usual = at <= DEALER_DRAW and table.play_begun and not table.settled_early
    return (
        usual
        and event.face == "up"
        and shoe.dealt
        and shoe.copies[event.card] > 0
        and shoe.drawn < shoe.size
        and table.house.seats >= MOST_SEATS
        and not table.house.face_down
    )


def _bet(table: Table, event: Bet) -> bool:
    """In chips, before the first card, on a bet that the table offers and within its maximum."""
    house = table.house
    if table.phase != BETTING or event.tender != "chips" or house.seats < MOST_SEATS:
        return False
    if event.on != "main":
        return house.perfect_pairs
    if house.max is None:
        return True
    placed = table.bets.get((event.spot, "main", event.owner))
    return (placed.stake if placed else 0) + event.amount <= house.max


def _bets_closed(table: Table, event: BetsClosed) -> bool:
    """Of a round without a bet under the minimum."""
    least = table.house.min
    if not table.round_open or least is None:
        return table.round_open
    return not any(stake.on == "main" and 0 < stake.stake < least for stake in table.bets.values())


def _decision(table: Table, event: Acted) -> bool:
    """To hit, stand, double or split as allowed, by a hand whose turn it is, once play has begun."""
    hand = table.hands.get(event.spot)
    if hand is None or hand.main is None or not hand.cards or hand.invalid:
        return False
    if not table.play_begun or table.phase != PLAYING or table.passed_over(hand):
        return False
    action = event.action
    if action == "hit" or action == "stand":
        return True
    if event.amount is not None and event.amount != due_stake(hand):
        return False
    if action == "double":
        return double_is_allowed(table, hand)
    return action == "split" and split_is_allowed(table, hand)


def _payment(table: Table, event: Settled) -> bool:
    """The first on its bet, once its cards are known, of the kind and the amount that it is due."""
    stake = table.paying
    if stake is None or table.early or table.uncertain or not stake.stake:
        return False
    if stake.paid or stake.taken or stake.returned or stake.void or stake.hand.claimed:
        return False
    owed = due(table, stake)
    return owed.amount == event.amount and owed.kind == kind_of(event)


def _cards_collected(table: Table, event: CardsCollected) -> bool:
    return event.order == "right_to_left"


def _round_opened(table: Table, event: RoundOpened) -> bool:
    """Not the first of the session or the shoe, no other open, the cut card still in the shoe."""
    shoe = table.shoe
    return table.round is not None and shoe.rounds > 0 and not shoe.cut_out and not table.round_open


def _round_closed(table: Table, event: RoundClosed) -> bool:
    """Every bet settled, and none before its time."""
    if not table.round_open or not table.play_begun or table.settled_early or table.shoe_empty:
        return False
    return all(stake.stake and stake.touched for stake in table.bets.values())


ORDINARY: dict[type[Event], Callable[[Table, Any], bool]] = {
    Bet: _bet,
    BetsClosed: _bets_closed,
    Dealt: _card,
    Acted: _decision,
    Paid: _payment,
    Taken: _payment,
    Returned: _payment,
    CardsCollected: _cards_collected,
    RoundOpened: _round_opened,
    RoundClosed: _round_closed,
}
