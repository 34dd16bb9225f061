"""The dealer's own hand: to 17 while somebody waits for it, two cards where they settle it, else none."""

from pitboss.simulator.cards import total
from pitboss.simulator.round import Round


def needs_full_hand(r: Round) -> bool:
    """Somebody's total is compared with the dealer's."""
    return any(hand.alive for hand in r.all_hands())


def needs_two_cards(r: Round) -> bool:
    """Nobody compares totals, but a natural or an insurance waits for the dealer's second card."""
    if any((str(seat), "insurance") not in r.settled for seat in r.insured):
        return True
    waits = r.up() in (1, 10)
    return waits and any(h.state == "natural" and (h.spot, "main") not in r.settled for h in r.all_hands())


def play(r: Round) -> None:
    """Draw what is needed, and no card more."""
    if needs_full_hand(r):
        while total(r.dealer)[0] < 17 and not r.moment("dealer_draws"):
            r.give_dealer(r.beat(1100, 1900))
    elif needs_two_cards(r):
        r.give_dealer(r.beat(1100, 1900))
