"""Cards as the wire writes them: rank and suit in two characters, ``Th``, ``As``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

Card = Literal[
    "As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks",
    "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh",
    "Ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "Td", "Jd", "Qd", "Kd",
    "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc",
]  # fmt: skip

DECK: Final[tuple[Card, ...]] = get_args(Card)

VALUE: Final[dict[str, int]] = {
    card: 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in DECK
}
"""Points of a card with the ace at its lowest, 1 (seed 000, *Valores de las Cartas*)."""

RED: Final = frozenset("hd")


def total(cards: Iterable[str]) -> int:
    """Best total of a hand: one ace counts 11 where that does not pass 21.

    Serves player and dealer alike: the dealer's ace is 11 when it gives 17 to 21 (seed 000, *Regla de
    la Banca*), and below 17 both readings draw.
    """
    points = 0
    ace = False
    for card in cards:
        value = VALUE[card]
        points += value
        ace = ace or value == 1
    return points + 10 if ace and points <= 11 else points


def is_soft(cards: Iterable[str]) -> bool:
    """True while an ace of the hand counts 11."""
    held = list(cards)
    return total(held) != sum(VALUE[card] for card in held)


def is_natural(cards: list[str]) -> bool:
    """Ace and ten-value in two cards. Whether they are the *initial* two is the hand's to know."""
    return len(cards) == 2 and VALUE[cards[0]] + VALUE[cards[1]] == 11 and 1 in (VALUE[cards[0]], VALUE[cards[1]])


def pair_odds(first: str, second: str) -> int:
    """Perfect Pairs odds to 1 for the two initial cards, 0 when they are no pair (seed 000, *Pagos*).

    25 same suit, 15 same colour, 5 otherwise; a pair is of equal rank, so ten and king are none.
    """
    if first[0] != second[0]:
        return 0
    if first[1] == second[1]:
        return 25
    return 15 if (first[1] in RED) == (second[1] in RED) else 5
