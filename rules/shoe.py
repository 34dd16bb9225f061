"""The shoe, counted card by card."""

from __future__ import annotations

from rules.cards import DECK


class Shoe:
    """Six decks counted card by card. A card is known by the event that drew it; the shoe knows copies."""

    __slots__ = (
        "aside", "behind", "burned", "copies", "cut_out", "dealt", "decks", "drawn", "first_burned", "limbo",
        "number", "rounds", "size", "stuck", "to_burn",
    )  # fmt: skip

    def __init__(self, decks: int, number: int) -> None:
        self.decks = decks
        self.size = decks * 52
        self.number = number
        self.copies: dict[str, int] = dict.fromkeys(DECK, decks)
        self.drawn = 0
        self.dealt = False
        self.first_burned = False
        self.behind: int | None = None
        """Cards behind the cut card; None while nobody has cut."""
        self.cut_out = False
        self.rounds = 0
        self.burned: list[str | None] = []
        self.limbo: list[str] = []
        """Out of the shoe and nobody's yet: exposed, stuck, or drawn for nobody."""
        self.aside: list[str] = []
        """Nobody's any more: drawn once the round was over, or still in limbo when it closed. Such a card can be
        burned and no longer dealt: one like it that is dealt afterwards is another copy."""
        self.to_burn: list[str] = []
        """Those of both that may be burned: of stuck cards only one."""
        self.stuck: list[str] = []
        """The stuck cards of which none has been burned yet."""

    @property
    def left(self) -> int:
        return self.decks * 52 - self.drawn

    def leave(self, card: str | None) -> None:
        """One card comes out. It may go below zero: then the shoe held more than its decks."""
        self.drawn += 1
        if card is not None:
            self.copies[card] -= 1

    def take_from_limbo(self, card: str) -> bool:
        """The card was out already; it now has a place."""
        if card not in self.limbo:
            return False
        self._remove(self.limbo, card)
        return True

    def take_from_aside(self, card: str | None) -> bool:
        """A card nobody will get is burned; an unseen one is the first that lies there."""
        if not self.aside or (card is not None and card not in self.aside):
            return False
        self._remove(self.aside, card or self.aside[0])
        return True

    def _remove(self, pile: list[str], card: str) -> None:
        pile.remove(card)
        if card in self.to_burn:
            self.to_burn.remove(card)

    def wait(self, card: str) -> None:
        """Out of the shoe, without a place yet."""
        self.limbo.append(card)
        self.to_burn.append(card)

    def set_aside(self, card: str) -> None:
        """Out of the shoe, and for nobody."""
        self.aside.append(card)
        self.to_burn.append(card)

    def sweep(self) -> None:
        """The round is over: what still waits for a place gets none."""
        self.aside += self.limbo
        self.limbo.clear()
