"""The cards on the table: six decks in one order, the cut card, and what has been seen of them."""

from collections import Counter
from random import Random

from pitboss.simulator.cards import DECK


class ShoeEmpty(Exception):
    """A card was needed and none was left. It ends the deal, not the program."""


class Shoe:
    """One shoe from its shuffle to its end. The last card of the list is the next to be drawn."""

    __slots__ = ("behind", "cards", "cut_forgotten", "cut_out", "eager", "rounds", "seen", "uncut")

    def __init__(self, rng: Random, decks: int) -> None:
        self.cards = list(DECK) * decks
        rng.shuffle(self.cards)
        self.behind = 0
        self.cut_out = False
        # The cut card was left out of the shoe or overlooked: nobody stops in time.
        self.cut_forgotten = False
        # Some dealers see the cut card as it shows its edge, others when it lies in their hand.
        self.eager = rng.random() < 0.5
        # No cut was made: the dealer ends the shoe when it looks thin.
        self.uncut = False
        self.seen: Counter[str] = Counter()
        self.rounds = 0

    def take(self) -> str:
        """The next card, face seen."""
        if not self.cards:
            raise ShoeEmpty
        card = self.cards.pop()
        self.seen[card] += 1
        return card

    def take_unseen(self) -> None:
        """The next card leaves the shoe and nobody sees its face (the first burn)."""
        self.cards.pop()

    def at_cut(self) -> bool:
        """The cut card is next, and hasn't been reported."""
        return len(self.cards) <= self.behind and not self.cut_out and not self.cut_forgotten
