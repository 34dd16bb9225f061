"""What players decide, and what they say about a card just drawn."""

from __future__ import annotations

from collections.abc import Callable

from rules.advance.bets import stake_on
from rules.advance.deal import begin_play
from rules.advance.registry import advances
from rules.events import Accepted, Acted, Refused
from rules.hand import Hand, Lying
from rules.legality import (
    added_stake,
    begins_play,
    due_stake,
    even_money_is_allowed,
    insurance_is_enough,
    insurance_is_open,
    insurance_limit,
    insured,
    surrender_is_allowed,
)
from rules.table import PLAYING, Table


@advances(Acted)
def acted(table: Table, event: Acted) -> None:
    hand = table.in_play(event.spot)
    if hand is None or not table.round_open:
        return
    ACTIONS[event.action](table, hand, event)


def _decides(table: Table, hand: Hand) -> None:
    if table.phase == PLAYING or table.disordered:
        begin_play(table)
    hand.decided = True
    table.window_closed = True
    if not table.passed_over(hand):
        table.last_hand = hand


def _stand(table: Table, hand: Hand, event: Acted) -> None:
    _decides(table, hand)
    hand.stood = True
    hand.asked = False


def _asks(table: Table, hand: Hand, event: Acted) -> None:
    _decides(table, hand)
    hand.asked = True
    hand.stood = False


def _double(table: Table, hand: Hand, event: Acted) -> None:
    added = added_stake(hand, event)
    _decides(table, hand)
    hand.doubled = True
    hand.doubled_at = len(hand.cards)
    hand.asked = True
    hand.stood = False
    _put(hand, hand, added, due_stake(hand))


def _put(hand: Hand, on: Hand, added: int, due: int) -> None:
    """Chips of a double or split on a hand: of the same kind as the bet they follow, a void one's void too."""
    on.short = max(0, due - added)
    on.excess = max(0, added - due)
    if hand.main is None or on.main is None:
        return
    if hand.main.stake or not hand.main.void:
        on.main.stake += added
    else:
        on.main.void += added


def _split(table: Table, hand: Hand, event: Acted) -> None:
    added = added_stake(hand, event)
    _decides(table, hand)
    part = max(other.number[1] for other in table.hands_of(hand.seat)) + 1
    new = table.hands[f"{hand.seat}.{part}"] = Hand(f"{hand.seat}.{part}")
    aces = len(hand.cards) == 2 and hand.cards[0][0] == hand.cards[1][0] == "A"
    new.split = hand.split = True
    if aces:
        new.split_aces = hand.split_aces = True
    counting = [lying for lying in hand.lying if lying.counts]
    if len(counting) > 1:
        hand.lying.remove(counting[1])
        new.lying.append(counting[1])
    hand.count()
    new.count()
    hand.asked = hand.stood = False
    new.main = stake_on(table, new, "main", None)
    _put(hand, new, added, due_stake(hand))


def _surrender(table: Table, hand: Hand, event: Acted) -> None:
    allowed = surrender_is_allowed(table, hand)
    if begins_play(table, event):
        begin_play(table)
    if allowed:
        hand.surrendered = True
        hand.claimed = False
        hand.decided = True
    else:
        hand.claimed = True


def _insurance(table: Table, hand: Hand, event: Acted) -> None:
    amount = insured(hand, event)
    stake = stake_on(table, hand, "insurance", None)
    allowed = insurance_is_open(table) and insurance_is_enough(table, hand, event)
    valid = min(amount, insurance_limit(table, hand)) if allowed else 0
    stake.stake += valid
    stake.void += amount - valid
    stake.seqs.append(table.seq)


def _even_money(table: Table, hand: Hand, event: Acted) -> None:
    if even_money_is_allowed(table, hand):
        hand.even_money = True


ACTIONS: dict[str, Callable[[Table, Hand, Acted], None]] = {
    "hit": _asks,
    "stand": _stand,
    "double": _double,
    "split": _split,
    "surrender": _surrender,
    "insurance": _insurance,
    "even_money": _even_money,
}


@advances(Refused)
def refused(table: Table, event: Refused) -> None:
    hand = table.hands.get(event.spot)
    lying = refusable(table, event.spot)
    if hand is None or lying is None:
        return
    table.settled_early = True
    lying.counts = False
    hand.frozen = True
    if table.house.refusal == "round":
        for other in table.hands_of(hand.seat):
            other.frozen = True
    hand.count()


@advances(Accepted)
def accepted(table: Table, event: Accepted) -> None:
    hand = table.hands.get(event.spot)
    lying = refusable(table, event.spot)
    if hand is None or lying is None:
        return
    if not hand.frozen:
        table.settled_early = True
        lying.counts = True
        hand.count()


def refusable(table: Table, spot: str) -> Lying | None:
    """The card just drawn to a hand in play, beyond its first two, that its player may still speak about."""
    hand = table.hands.get(spot)
    if hand is None or len(hand.lying) < 3 or table.phase != PLAYING:
        return None
    return hand.lying[-1]
