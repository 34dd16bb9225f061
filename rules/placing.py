"""Where a card falls in the order of play.

One card has one place, so one card raises at most one finding, the most exact (contract, reading 9). The
place is a description of the moment; what follows from it is each irregularity's own affair.
"""

from __future__ import annotations

from enum import IntEnum

from rules.events import DEALER, NOBODY
from rules.hand import Hand
from rules.table import BETTING, DEALING, IDLE, Table


class Place(IntEnum):
    """The places a dealt card can fall in."""

    INITIAL = 0
    """The next card of the initial deal, to the next in order."""
    HIT = 1
    """To a hand whose turn it is, asked for or implied; a double's one card too."""
    SPLIT_SECOND = 2
    """The second card of a split hand: neither a hit nor a stand (reading 3)."""
    DEALER_DRAW = 3
    """To a dealer who has to draw."""
    MISDEALT = 4
    """The first card of the initial deal that went to another than the next in order."""
    DISORDER = 5
    """A later card of a deal already out of order."""
    EXTRA = 6
    """After every bet was settled or every hand was out, or between rounds."""
    OVER_17 = 7
    """To a dealer holding 17 or more."""
    UNREQUESTED = 8
    """To the hand that played last (or a later one), which had stood or lost its right to cards."""
    AFTER_DOUBLE = 9
    """A second card after a double."""
    AFTER_SPLIT_ACE = 10
    """A second card on a split ace."""
    OUT_OF_TURN = 11
    """To a hand already passed over."""
    NO_BET = 12
    """To a spot without a bet, outside the initial deal."""
    INVALID_HAND = 13
    """To a hand that got no card in the initial deal and is out of the round."""
    NOWHERE = 14
    """Drawn for nobody in the middle of play."""


# Named once more: a member of an enumeration takes several look-ups, and these are told for nearly every card.
INITIAL, HIT, DEALER_DRAW = Place.INITIAL, Place.HIT, Place.DEALER_DRAW


def place(table: Table, to: str) -> Place:
    """The place of the next card if it goes to ``to``, on the table as it lies before it."""
    phase = table.phase
    if phase == IDLE:
        return Place.EXTRA
    if phase == BETTING:
        order = table.deal_order()
        if not order:
            return Place.NOWHERE if to == NOBODY else Place.NO_BET
        return INITIAL if _matches(table, order, 0, to) else Place.MISDEALT
    if phase == DEALING:
        at = len(table.drawn)
        order = table.order
        if not table.disordered and at < len(order) and (order[at] == to or _matches(table, order, at, to)):
            return INITIAL
        return _misplaced(table, to)
    return _in_play(table, to)


def _matches(table: Table, order: list[str], at: int, to: str) -> bool:
    """Whether ``to`` is next. A spot whose only bet is void may be dealt to or passed by."""
    for spot in order[at:]:
        if spot == to:
            return True
        if spot == DEALER:
            return False
        main = table.hands[spot].main
        if main is not None and main.stake:
            return False
    return False


def _misplaced(table: Table, to: str) -> Place:
    hand = table.hands.get(to)
    if hand is not None and hand.asked:
        return HIT
    if not table.disordered:
        return Place.MISDEALT
    if len(table.drawn) >= len(table.order) and not (hand is not None and hand.main and len(hand.cards) < 2):
        return _in_play(table, to)
    if _only_the_skipped_wait(table) and (to == DEALER or (hand is not None and len(hand.cards) >= 2)):
        return _in_play(table, to)
    return Place.DISORDER


def _only_the_skipped_wait(table: Table) -> bool:
    """Everybody has his two cards but players who got none: play has begun without them."""
    skipped = False
    for hand in table.hands.values():
        if hand.main is None or not hand.main.stake:
            continue
        if not hand.cards:
            skipped = True
        elif len(hand.cards) < 2:
            return False
    return skipped and bool(table.dealer.cards)


def _in_play(table: Table, to: str) -> Place:
    if table.all_settled:
        return DEALER_DRAW if to == DEALER and _owes_a_draw(table) else Place.EXTRA
    if to == DEALER:
        if table.every_hand_out:
            return Place.EXTRA
        return Place.OVER_17 if table.dealer.total >= 17 else DEALER_DRAW
    if to == NOBODY:
        return Place.EXTRA if table.every_hand_out else Place.NOWHERE
    hand = table.hands.get(to)
    if hand is None or hand.main is None:
        return Place.NO_BET
    if hand.invalid or (not hand.cards and table.play_begun and not hand.split):
        return Place.INVALID_HAND
    return _to_hand(table, hand)


def _owes_a_draw(table: Table) -> bool:
    """Everything was settled too early: the dealer's card is the prescribed step, not one too many."""
    if table.dealer.total >= 17:
        return False
    if table.said("dealer-stood-under-17", DEALER):
        return True
    return len(table.dealer.cards) < 2 and table.said_anywhere("blackjack-paid-early")


def _to_hand(table: Table, hand: Hand) -> Place:
    if hand.doubled and len(hand.cards) > hand.doubled_at:
        return Place.AFTER_DOUBLE
    if hand.split_aces and len(hand.cards) > 1:
        return Place.AFTER_SPLIT_ACE
    if hand.split and len(hand.cards) == 1 and not table.dealer_played:
        last = table.last_hand
        if last is None or last.seat == hand.seat or last.number < hand.number:
            return Place.SPLIT_SECOND
    if table.passed_over(hand):
        return Place.OUT_OF_TURN
    has_stood = hand.ended or (table.house.natural_stands and hand.natural)
    return Place.UNREQUESTED if has_stood else HIT
