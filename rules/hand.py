"""A hand, the cards in front of it, and the chips on it."""

from __future__ import annotations

from typing import get_args

import msgspec

from rules.cards import VALUE
from rules.events import DEALER, Spot, seat_of


class Lying(msgspec.Struct, eq=False, gc=False):
    """A card on the table: where the dealer put it (``dealt_to``) and where it lies now (``to``).

    ``order`` counts the cards of the round as drawn, from 1.
    """

    card: str
    dealt_to: str
    to: str
    order: int
    seq: int
    face: str
    counts: bool


PLACES: dict[str, tuple[str, tuple[int, int]]] = {
    spot: (seat_of(spot), (int(spot[0]), int(spot[2:] or 1))) for spot in get_args(Spot)
} | {DEALER: (DEALER, (99, 1))}
"""Seat of every hand, and its number in the order of play."""


class Stake:
    """One bet: what of it is in play, what of it is void, and what has moved since.

    Amounts in the currency's smallest unit. ``void`` is money that never was a valid bet (late, by word,
    in cash, over half, not allowed) and has to go back.
    """

    __slots__ = (
        "back",
        "given_back",
        "gone",
        "hand",
        "last",
        "on",
        "owner",
        "paid",
        "returned",
        "seqs",
        "stake",
        "stands",
        "taken",
        "touched",
        "void",
    )

    def __init__(self, hand: Hand, on: str, owner: str | None) -> None:
        self.hand = hand
        self.on = on
        self.owner = owner
        self.stake = 0
        self.void = 0
        self.given_back = 0
        """Void money already handed back."""
        self.paid = 0
        self.taken = 0
        self.returned = 0
        self.gone = 0
        """Chips of the bet that no longer lie on the spot: taken, or returned to the player."""
        self.back = 0
        """Returned when so much no longer lay there: it undoes a take, and what is more than that is a gift."""
        self.last = ""
        """What the latest event on it was: paid, taken, returned, or ``void`` money going back."""
        self.touched = False
        """Money has moved on it."""
        self.stands = False
        """It had been settled when the shoe ran out."""
        self.seqs: list[int] = []

    @property
    def lies(self) -> int:
        """Chips of the bet on the spot."""
        return self.stake + self.void - self.gone

    def leave(self, amount: int) -> None:
        """Chips go back to the player: those that lie there, then the house's."""
        lying = min(amount, self.lies)
        self.gone += lying
        self.back += amount - lying

    def unbet(self, stake: int, void: int) -> None:
        """Chips go back to the player that are no longer part of the bet."""
        self.leave(stake + void)
        self.gone -= stake + void
        self.stake -= stake
        self.void -= void


class Hand:
    """A hand and what its player has said. The dealer's is one too."""

    __slots__ = (
        "ace", "asked", "cards", "claimed", "decided", "doubled", "doubled_at", "even_money", "excess",
        "frozen", "initial", "invalid", "low", "lying", "main", "number", "opted", "seat", "short",
        "split", "split_aces", "spot", "stood", "surrendered", "total",
    )  # fmt: skip

    def __init__(self, spot: str) -> None:
        self.spot = spot
        self.seat, self.number = PLACES[spot]
        self.cards: list[str] = []
        """The cards that count, in the order they came."""
        self.lying: list[Lying] = []
        """Every card in front of the hand, those that don't count too."""
        self.total = 0
        """Best total: one ace counts 11 where that does not pass 21."""
        self.low = 0
        """The total with every ace as 1."""
        self.ace = False
        self.main: Stake | None = None
        self.asked = False
        """A card was asked for and has not come yet."""
        self.opted = False
        """The last card came after an explicit *hit*."""
        self.decided = False
        """A decision was taken on this hand (hit, stand, double, split): surrender's moment is over."""
        self.stood = False
        self.doubled = False
        self.doubled_at = 2
        """Cards it held when it doubled: one more is its own."""
        self.frozen = False
        """The player refused a card and has lost the right to more (seed 000, *Discrepancia en pedida*)."""
        self.surrendered = False
        self.claimed = False
        """A surrender was declared that isn't allowed: the hand plays on."""
        self.even_money = False
        self.split = False
        self.split_aces = False
        self.invalid = False
        """Got no card in the initial deal: out of the round."""
        self.short = 0
        """Chips missing from a double or split, and ..."""
        self.excess = 0
        """... chips too many: both can still be put right."""
        self.initial: tuple[str, ...] = ()
        """The two cards of the initial deal; a split changes the hand, not these."""

    def take(self, card: str) -> None:
        """One more card that counts."""
        self.cards.append(card)
        value = VALUE[card]
        self.low += value
        if value == 1:
            self.ace = True
        self.total = self.low + 10 if self.ace and self.low <= 11 else self.low

    def count(self) -> None:
        """Recount after cards moved."""
        self.cards = []
        self.low = self.total = 0
        self.ace = False
        for lying in self.lying:
            if lying.counts:
                self.take(lying.card)

    @property
    def bust(self) -> bool:
        return self.total > 21

    @property
    def natural(self) -> bool:
        """21 in the two initial cards; after a split it is none (seed 000, *Separar*)."""
        return self.total == 21 and len(self.cards) == 2 and not self.split

    @property
    def surplus(self) -> list[Lying]:
        """Cards in front of the hand that don't count and wait to be burned."""
        return [lying for lying in self.lying if not lying.counts]

    @property
    def ended(self) -> bool:
        """No further card belongs to this hand, whoever's turn it is."""
        return (
            self.stood
            or self.frozen
            or self.surrendered
            or self.even_money
            or self.total > 21
            or (self.doubled and len(self.cards) > self.doubled_at)
            or (self.split_aces and len(self.cards) > 1)
        )

    @property
    def out(self) -> bool:
        """The dealer's cards can't matter any more: bust, surrendered, evened or invalid."""
        return self.total > 21 or self.surrendered or self.even_money or self.invalid
