"""The game counted out card by card: every sequence from a full shoe, exact fractions, nothing simulated."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import perm

from pitboss.simulator import payouts
from pitboss.simulator.cards import DECK
from pitboss.simulator.profile import Profile

DECKS = 6
CARDS = 52 * DECKS
# Points with the ace as one: four ranks are worth ten.
COUNTS: dict[int, int] = {points: 4 * DECKS * (4 if points == 10 else 1) for points in range(1, 11)}


def best(points: int, ace: bool) -> int:
    """The total of a hand whose aces count one in `points`."""
    return points + 10 if ace and points <= 11 else points


def two_card_hands() -> dict[tuple[int, int], Fraction]:
    """Probability of each unordered pair of values, dealt from a full shoe without replacement."""
    hands: dict[tuple[int, int], Fraction] = {}
    whole = CARDS * (CARDS - 1)
    for value in COUNTS:
        hands[value, value] = Fraction(COUNTS[value] * (COUNTS[value] - 1), whole)
    for low, high in combinations(COUNTS, 2):
        hands[low, high] = Fraction(2 * COUNTS[low] * COUNTS[high], whole)
    return hands


def two_card_totals() -> dict[str, Fraction]:
    """Probability of each two-card total: hard ones by number, soft ones as `soft 13`, and `natural`."""
    shares: dict[str, Fraction] = {}
    for (low, high), share in two_card_hands().items():
        points, ace = low + high, low == 1
        name = "natural" if (low, high) == (1, 10) else f"soft {points + 10}" if ace else str(points)
        shares[name] = shares.get(name, Fraction(0)) + share
    return shares


class DealerTable:
    """Every way the dealer's hand can go from a full shoe, dealer playing out, standing on all 17.

    `finals`: total (22 for any bust, `natural` apart from 21) to its exact probability. `sequences`: how many
    different sequences of values there are.
    """

    def __init__(self) -> None:
        self.sequences = 0
        self._ways: Counter[tuple[str, int]] = Counter()
        self._draw(0, False, 0, 1, dict(COUNTS))
        self.finals: dict[str, Fraction] = {}
        for (name, length), ways in self._ways.items():
            share = Fraction(ways, perm(CARDS, length))
            self.finals[name] = self.finals.get(name, Fraction(0)) + share

    def _draw(self, points: int, ace: bool, length: int, ways: int, left: dict[int, int]) -> None:
        total = best(points, ace)
        if total >= 17:
            self.sequences += 1
            name = "bust" if total > 21 else "natural" if total == 21 and length == 2 else str(total)
            self._ways[name, length] += ways
            return
        for value, count in left.items():
            if count:
                left[value] = count - 1
                self._draw(points + value, ace or value == 1, length + 1, ways * count, left)
                left[value] = count


def insurance_edge(profile: Profile) -> Fraction:
    """The insured player's expectation per peso, the dealer's ace being the only card seen."""
    left = Counter(DECK * DECKS)
    ace = "As"
    left[ace] -= 1
    won = 0
    for second, copies in left.items():
        due = payouts.insurance([ace, second], 1, profile)
        won += copies * (due.amount if due.kind == "paid" else -due.amount)
    return Fraction(won, CARDS - 1)


def perfect_pairs_edge(profile: Profile) -> Fraction:
    """The expectation of a Perfect Pairs bet per peso, over every ordered pair of cards."""
    won = 0
    for first in DECK:
        for second in DECK:
            ways = DECKS * (DECKS - 1 if first == second else DECKS)
            due = payouts.pairs([first, second], 1, profile)
            won += ways * (due.amount if due.kind == "paid" else -due.amount)
    return Fraction(won, CARDS * (CARDS - 1))
