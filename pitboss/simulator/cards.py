"""Cards as two characters, and what they are worth."""

from collections.abc import Sequence

RANKS = "A23456789TJQK"
SUITS = "shdc"
RED = "hd"
DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

# The ace counts one here; `total` lifts it to eleven where that doesn't bust.
POINTS: dict[str, int] = {card: min(RANKS.index(card[0]) + 1, 10) for card in DECK}


def total(cards: Sequence[str]) -> tuple[int, bool]:
    """The best total of a hand, and whether an ace counts eleven in it."""
    points = 0
    ace = False
    for card in cards:
        value = POINTS[card]
        points += value
        if value == 1:
            ace = True
    if ace and points <= 11:
        return points + 10, True
    return points, False


def low_total(cards: Sequence[str]) -> int:
    """The total with every ace as one."""
    return sum(POINTS[card] for card in cards)


def is_natural(cards: Sequence[str]) -> bool:
    """Ace and a ten-value card, nothing else. Whether a split hand counts is for the caller to say."""
    return len(cards) == 2 and low_total(cards) == 11 and 1 in (POINTS[cards[0]], POINTS[cards[1]])
