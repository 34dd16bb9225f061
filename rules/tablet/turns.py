"""Whose turn it is, what its player may do, and what he will most likely do.

A prediction is never a refusal: it only decides which way one tap goes. Another key sends the card elsewhere, and the
record says what happened.
"""

from __future__ import annotations

from typing import Any

from rules.hand import Hand
from rules.legality import (
    double_is_allowed,
    due_stake,
    even_money_is_allowed,
    insurance_is_open,
    insurance_limit,
    split_is_allowed,
    surrender_is_allowed,
)
from rules.table import PLAYING, Table

STANDS_HARD = 17
"""A hand of so many points, no ace counting 11, will stand, ..."""
STANDS_SOFT = 19
"""... and one of so many with an ace that counts 11."""


def waiting(table: Table) -> list[Hand]:
    """Hands that still have something to decide or a card to get, in the order of play."""
    if table.phase != PLAYING or table.shoe_empty:
        return []
    return sorted(
        (hand for hand in table.hands.values() if _waits(table, hand)),
        key=lambda hand: hand.number,
    )


def _waits(table: Table, hand: Hand) -> bool:
    main = hand.main
    return (
        main is not None
        and bool(main.stake or main.void)
        and not main.touched
        and bool(hand.cards)
        and not (hand.ended or hand.invalid or hand.natural)
        and not table.passed_over(hand)
    )


def is_owed_a_card(hand: Hand) -> bool:
    """A card was asked for, or the hand is half of a split pair."""
    return hand.asked or (hand.split and len(hand.cards) == 1)


def predicted(hand: Hand) -> str | None:
    """``stand`` or ``hit``; None where nothing is to be decided before the next card."""
    if is_owed_a_card(hand):
        return None
    soft = hand.total != hand.low
    return "stand" if hand.total >= (STANDS_SOFT if soft else STANDS_HARD) else "hit"


def turn(table: Table, hand: Hand) -> dict[str, Any]:
    """The hand in play with its choices by the rules of this house, and the chips that each of them takes."""
    free = not is_owed_a_card(hand)
    insurance = insurable(table, hand)
    allowed = {
        "hit": free,
        "stand": free,
        "double": free and double_is_allowed(table, hand),
        "split": free and split_is_allowed(table, hand),
        "insurance": insurance > 0,
        "surrender": free and surrender_is_allowed(table, hand),
        "even_money": even_money_is_allowed(table, hand) and not hand.even_money,
    }
    stake = due_stake(hand)
    return {
        "spot": hand.spot,
        "cards": list(hand.cards),
        "total": hand.total,
        "soft": hand.total != hand.low,
        "predicted": predicted(hand),
        "allowed": allowed,
        "amounts": {"double": stake, "split": stake, "insurance": insurance},
    }


def insurable(table: Table, hand: Hand) -> int:
    """What this hand's seat may still insure, as far as the chips make it; 0 where insurance isn't open."""
    if not insurance_is_open(table) or table.phase != PLAYING or hand.split or hand.main is None:
        return 0
    if hand.main.touched or hand.even_money or hand.surrendered or table.in_play(hand.spot) is None:
        return 0
    limit = insurance_limit(table, hand)
    if table.house.insurance_exact:
        return limit if limit == hand.main.stake // 2 else 0
    return limit // table.house.chip * table.house.chip


def windows(table: Table) -> dict[str, list[str]]:
    """Spots that may insure, take even money or surrender at this moment, by the order of play."""
    if table.phase != PLAYING or table.shoe_empty:
        return {"insurance_open": [], "even_money_open": [], "surrender_open": []}
    hands = sorted((hand for hand in table.hands.values() if hand.main is not None), key=lambda hand: hand.number)
    playing = [hand for hand in hands if table.in_play(hand.spot) is not None and hand.main and not hand.main.touched]
    return {
        "insurance_open": [hand.spot for hand in playing if insurable(table, hand)],
        "even_money_open": [
            hand.spot for hand in playing if even_money_is_allowed(table, hand) and not hand.even_money
        ],
        "surrender_open": [
            hand.spot for hand in playing if not hand.natural and not hand.ended and surrender_is_allowed(table, hand)
        ],
    }
