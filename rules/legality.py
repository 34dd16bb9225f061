"""What a player may do, asked by the rules that report and by ``advance``, which follows the record.

A disallowed surrender or even money is ignored and a disallowed insurance is void (contract, reading 4), so
these answers move chips; they live in one place.
"""

from __future__ import annotations

from rules.cards import VALUE
from rules.events import Acted, Returned
from rules.hand import Hand
from rules.table import DEALING, Table


def double_is_allowed(table: Table, hand: Hand) -> bool:
    """Two cards of 9, 10 or 11 points, not on a split ace, not twice (seed 000, *Doblar*)."""
    if hand.doubled or hand.split_aces or hand.frozen or hand.surrendered:
        return False
    if hand.split and not table.house.double_after_split:
        return False
    return table.house.may_double_on(hand.cards)


def split_is_allowed(table: Table, hand: Hand) -> bool:
    """A pair of equal value, up to four hands, no new split of aces (seed 000, *Separar*)."""
    if hand.doubled or hand.frozen or hand.surrendered:
        return False
    if len(hand.cards) != 2 or VALUE[hand.cards[0]] != VALUE[hand.cards[1]]:
        return False
    if hand.split_aces and not table.house.resplit_aces:
        return False
    return len(table.hands_of(hand.seat)) < table.house.hands_per_seat


def surrender_is_allowed(table: Table, hand: Hand) -> bool:
    """On the two initial cards, not against an ace, not after a split, not once the bet is settled, in the house's
    window (seed 000, *Retiro*)."""
    return (
        table.house.surrender
        and table.dealer_shows != "A"
        and not hand.split
        and not hand.surrendered
        and not hand.even_money
        and not (hand.main is not None and hand.main.touched)
        and len(hand.cards) == 2
        and _surrender_is_open(table, hand)
    )


def _surrender_is_open(table: Table, hand: Hand) -> bool:
    window = table.house.surrender_window
    if window == "third_card":
        return not table.third_card and not hand.asked
    if window == "after_deal" and table.phase == DEALING:
        return False
    return not hand.decided and not table.passed_over(hand)


def even_money_is_allowed(table: Table, hand: Hand) -> bool:
    """A natural against an ace, where the table offers it and before the dealer's second card."""
    return (
        table.house.even_money
        and hand.natural
        and not hand.surrendered
        and table.dealer_shows == "A"
        and len(table.dealer.cards) == 1
    )


def insurance_is_open(table: Table) -> bool:
    """The dealer's first card is an ace and the window is open: nobody has had a third card, nor (where the house
    closes it so) acted."""
    closed = table.third_card if table.house.insurance_window == "third_card" else table.window_closed
    return table.dealer_shows == "A" and not closed


def added_stake(hand: Hand, event: Acted) -> int:
    """Stake that a double or a split adds: the main stake where the record gives none."""
    if event.amount is not None:
        return event.amount
    return due_stake(hand)


def due_stake(hand: Hand) -> int:
    """The stake a double or split has to add: the main stake, a void one included while it lies there."""
    main = hand.main
    return 0 if main is None else main.stake or main.void


def overpaid_hand(table: Table, hand: Hand, event: Returned) -> Hand | None:
    """The hand of this seat whose double or split took too many chips, where a return gives back no more than those."""
    if event.on != "main" or event.owner is not None:
        return None
    overpaid = hand if hand.excess else next((other for other in table.hands_of(hand.seat) if other.excess), None)
    return overpaid if overpaid is not None and 0 < event.amount <= overpaid.excess else None


def insured(hand: Hand, event: Acted) -> int:
    """Amount of an insurance bet: half the main stake where the record gives none."""
    if event.amount is not None:
        return event.amount
    return 0 if hand.main is None else hand.main.stake // 2


def insurance_is_enough(table: Table, hand: Hand, event: Acted) -> bool:
    """Where insurance is exactly half, less than that is none."""
    if not table.house.insurance_exact or hand.main is None:
        return True
    return insured(hand, event) + _insured_already(table, hand) >= hand.main.stake // 2


def insurance_limit(table: Table, hand: Hand) -> int:
    """What may still be insured: half the main stake, less what is insured already."""
    if hand.main is None:
        return 0
    return max(0, hand.main.stake // 2 - _insured_already(table, hand))


def _insured_already(table: Table, hand: Hand) -> int:
    """On whichever of the seat's hands it was said."""
    return sum(
        stake.stake for (_, on, _), stake in table.bets.items() if on == "insurance" and stake.hand.seat == hand.seat
    )


def begins_play(table: Table, event: Acted) -> bool:
    """A decision that ends the initial deal; while cards of an orderly deal are due, it is only early."""
    if event.action in ("insurance", "even_money"):
        return False
    return table.phase != DEALING or table.disordered
