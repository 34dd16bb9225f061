"""What every bet is due, and what has moved on it (contract 3d).

Amounts in the currency's smallest unit, signed from the player's side where they are compared: paid +,
taken −, returned 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.cards import pair_odds
from rules.events import Paid, Returned, Settled, Taken
from rules.hand import Hand, Stake
from rules.legality import overpaid_hand
from rules.table import Table


class Due(NamedTuple):
    """The settlement a bet should get: its result, the event that pays it, and the amount of that event."""

    result: str
    kind: str
    amount: int

    @property
    def net(self) -> int:
        return self.amount if self.kind == "paid" else -self.amount if self.kind == "taken" else 0


VOID = Due("void", "returned", 0)


def due(table: Table, stake: Stake) -> Due:
    """Settlement of the valid part of a bet, from the cards as they lie."""
    if not stake.stake:
        return VOID
    if stake.on == "insurance":
        return _insurance(table, stake)
    if stake.on == "perfect_pairs":
        return _pairs(table, stake)
    return _main(table, stake)


def _main(table: Table, stake: Stake) -> Due:
    hand = stake.hand
    amount = stake.stake
    house = table.house
    if hand.surrendered and not (table.shoe_empty and not stake.stands):
        kept = house.up_to_chip(amount, 2)
        return Due("surrender", "taken", amount - min(kept, amount))
    if hand.even_money and not (table.shoe_empty and not stake.stands):
        return Due("even_money", "paid", house.up_to_chip(amount))
    if table.shoe_empty:
        if hand.natural:
            return Due("blackjack", "paid", house.up_to_chip(3 * amount, 2))
        return Due("void", "returned", amount)
    if hand.natural:
        if table.dealer_natural:
            return Due("push", "returned", amount)
        return Due("blackjack", "paid", house.up_to_chip(3 * amount, 2))
    if table.dealer_natural and hand.split_aces and hand.total == 21 and house.split_ace_tie:
        return Due("push", "returned", amount)
    if hand.total > 21 or table.dealer_natural:
        return Due("lose", "taken", amount)
    dealer = table.dealer.total
    if dealer > 21 or hand.total > dealer:
        return Due("win", "paid", house.up_to_chip(amount))
    if hand.total == dealer:
        return Due("push", "returned", amount)
    return Due("lose", "taken", amount)


def _insurance(table: Table, stake: Stake) -> Due:
    if table.shoe_empty:
        return Due("void", "returned", stake.stake)
    if table.dealer_natural:
        return Due("win", "paid", table.house.up_to_chip(2 * stake.stake))
    return Due("lose", "taken", stake.stake)


def _pairs(table: Table, stake: Stake) -> Due:
    hand = stake.hand
    if hand.invalid or (table.shoe_empty and not stake.stands) or len(hand.initial) < 2:
        return Due("void", "returned", stake.stake)
    odds = pair_odds(hand.initial[0], hand.initial[1])
    if odds:
        return Due("win", "paid", table.house.up_to_chip(odds * stake.stake))
    return Due("lose", "taken", stake.stake)


def moved(stake: Stake) -> int:
    """What the player has won or lost so far, signed: chips of his that lie on the spot are his, and so are those
    that come back to him. In which order they moved matters only for where they lie."""
    return stake.paid - stake.taken + stake.back


def balance(table: Table, stake: Stake) -> tuple[int, int]:
    """Expected and actual of a bet, signed; equal when it was settled right.

    A stake that should have gone back and did so in part counts as kept for the rest, so that the difference
    is what is owed.
    """
    owed = due(table, stake)
    return owed.net, _actual(stake, owed)


def _actual(stake: Stake, owed: Due) -> int:
    if owed.kind == "returned" and not stake.paid and not stake.taken and 0 < stake.returned < stake.stake:
        return stake.returned - stake.stake
    return moved(stake)


def is_off(table: Table, stake: Stake) -> bool:
    """What has moved differs from what is due."""
    expected, actual = balance(table, stake)
    return expected != actual


def is_part_taken(stake: Stake) -> bool:
    """A part of the stake is gone and no more, as a surrender takes it: of a hand that has not surrendered that is
    wrong whatever the dealer gets. What only takes a payment back is no part of the stake."""
    return not stake.hand.surrendered and -stake.stake < moved(stake) < 0


def kind_of(event: Settled) -> str:
    """Which way the money went, as the wire says it."""
    return "paid" if isinstance(event, Paid) else "taken" if isinstance(event, Taken) else "returned"


def is_right(table: Table, stake: Stake, kind: str) -> bool:
    """Whether the bet stands settled as due after a payment of this kind.

    Of another kind than due it is right where it undoes an earlier one; a winner's own stake is never the winnings.
    """
    owed = due(table, stake)
    undoes_a_take = stake.back > 0 and stake.returned <= stake.gone
    wrong_kind = kind == "returned" and owed.kind == "paid" and not undoes_a_take
    return owed.net == _actual(stake, owed) and not wrong_kind


def needs_dealer(table: Table, stake: Stake) -> bool:
    """Whether this bet can't be settled before the dealer's hand is complete enough for it (reading 6)."""
    if table.dealer.total >= 17 or table.shoe_empty or not stake.stake or stake.on == "perfect_pairs":
        return False
    cards = len(table.dealer.cards)
    if stake.on == "insurance":
        return cards < 2
    hand = stake.hand
    if hand.out or not hand.cards:
        return False
    if hand.natural:
        return cards < 2 and table.dealer_shows in ("A", "T", None)
    return True


def is_known(table: Table, stake: Stake) -> bool:
    """Whether the cards on the table can say what the bet is due at all."""
    if table.shoe_empty or not stake.stake:
        return True
    hand = stake.hand
    if stake.on == "perfect_pairs":
        return hand.invalid or len(hand.initial) == 2
    if len(table.dealer.cards) >= 2:
        return True
    if stake.on == "insurance":
        return False
    return hand.out or (hand.natural and len(table.dealer.cards) == 1)


def rows(table: Table) -> Iterator[dict[str, object]]:
    """The expected settlement of the round, bet by bet, in the order of the spots (contract section 2)."""
    for stake in sorted(table.bets.values(), key=_by_spot):
        if stake.stake:
            owed = due(table, stake)
            yield _row(table, stake, owed.result, owed.kind, owed.amount)
        elif stake.void or stake.given_back:
            yield _row(table, stake, "void", "returned", stake.void + stake.given_back)


def settlement(table: Table) -> list[dict[str, object]]:
    return list(rows(table))


def _row(table: Table, stake: Stake, result: str, kind: str, amount: int) -> dict[str, object]:
    row: dict[str, object] = {
        "round": table.round,
        "spot": stake.hand.spot,
        "on": stake.on,
        "result": result,
        "kind": kind,
        "amount": amount,
    }
    if stake.owner is not None:
        row["owner"] = stake.owner
    return row


ON_ORDER = {"main": 0, "perfect_pairs": 1, "insurance": 2}


def _by_spot(stake: Stake) -> tuple[tuple[int, int], int, str]:
    return stake.hand.number, ON_ORDER[stake.on], stake.owner or ""


def money_row(table: Table, stake: Stake) -> dict[str, object]:
    """Expected, actual and difference of one bet; positive is owed to the player."""
    expected, actual = balance(table, stake)
    return {
        "spot": stake.hand.spot,
        "on": stake.on,
        "owner": stake.owner,
        "expected": expected,
        "actual": actual,
        "difference": expected - actual,
    }


def hand_bets(table: Table, hand: Hand) -> list[Stake]:
    return [stake for stake in table.bets.values() if stake.hand is hand]


def look_at(table: Table, event: Settled) -> None:
    """Find the bet that a payment speaks of and what can be said about it: every rule about money asks for it."""
    stake = table.paying = table.bet(event.spot, event.on, event.owner)
    table.early = stake is not None and needs_dealer(table, stake)
    table.uncertain = stake is not None and not is_known(table, stake)


def settles_short(table: Table, event: Settled) -> bool:
    """A settlement that needs the dealer's hand while it is not complete.

    Not short: what was void going back, chips too many on a double or a split, a payment taken back, a half stake
    taken for a surrender that was not allowed (that one is wrong whatever the dealer gets), and a natural paid early,
    which has its own rule.
    """
    stake = table.paying
    if stake is None or not table.early:
        return False
    hand = stake.hand
    if isinstance(event, Returned):
        if stake.void >= event.amount or overpaid_hand(table, hand, event) is not None:
            return False
        return bool(hand.cards)
    if isinstance(event, Taken):
        if stake.paid >= stake.taken + event.amount:
            return False
        if hand.claimed and event.amount < stake.stake:
            return False
    return not (isinstance(event, Paid) and event.on == "main" and hand.natural)
