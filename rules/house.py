"""House rules in force at one table: a profile's values, and the options that the table was opened with.

No rule asks for a casino by name; it asks for a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.cards import VALUE
from rules.events import TableOpened
from rules.profiles import profile_of, values_of


class House(msgspec.Struct, frozen=True, kw_only=True):
    """Values a round is played and settled by. Amounts in the currency's smallest unit."""

    profile: str
    decks: int
    seats: int
    chip: int
    min: int | None
    max: int | None
    currency: str
    perfect_pairs: bool
    even_money: bool
    hands_per_seat: int
    resplit_aces: bool
    split_ace_tie: bool
    """21 on split aces ties with a dealer's natural instead of losing to it."""
    double_totals: tuple[int, ...]
    double_soft: bool
    """A-8 and A-9 count as 9 and 10 for doubling (contract reading 2)."""
    double_after_split: bool
    face_down: frozenset[str]
    """Cards that go face down: ``double`` and ``split_ace``; every other goes face up."""
    natural_stands: bool
    """A natural has stood by itself: no further card belongs to it."""
    surrender: bool
    surrender_window: str
    """The hand's ``first_decision``; the same, but only ``after_deal``; or until anybody's ``third_card``."""
    insurance_window: str
    """Until somebody has ``acted`` or had a third card, or until the ``third_card`` alone."""
    insurance_exact: bool
    """Insurance is half the stake, neither more nor less."""
    busts_at_once: bool
    """A bust hand's stake and cards go at once, not with the rest."""
    back_bets: bool
    """People behind a seat bet on its hand."""
    cut_least: int
    cut_most: int
    refused_card: str
    """A refused card is ``burn``ed, or ``pass_on`` to the next in turn."""
    refusal: str
    """Who refuses takes no further card in that ``hand``, or in the whole ``round``."""
    shoe_out: str
    """A shoe that runs out: the rest of the round is ``void``, or the discards are ``reshuffle``d and it goes on."""
    round_up: bool
    """What the chip can't pay goes up to the next chip, in the player's favour (contract 3d)."""
    pinned: bool = False
    """The profile was given from outside and outranks the one a table is opened with."""

    @classmethod
    def of(cls, profile: str, *, pinned: bool = False) -> House:
        """The profile by its name; an unknown one plays by ``cl-scj``."""
        values = {field: one.value for field, one in values_of(profile).items()}
        return cls(profile=profile_of(profile).name, pinned=pinned, **values)

    @classmethod
    def at(cls, opened: TableOpened, profile: str | None = None) -> House:
        """The profile with this table's options over it."""
        return msgspec.structs.replace(
            cls.of(profile or opened.profile, pinned=profile is not None),
            decks=opened.decks,
            seats=opened.seats,
            chip=opened.chip,
            min=opened.min,
            max=opened.max,
            currency=opened.currency,
            perfect_pairs=opened.perfect_pairs,
            even_money=opened.even_money,
        )

    def under(self, values: Mapping[str, Any]) -> House:
        """The same house with these values, whatever its profile, the house or its opening says."""
        return msgspec.structs.replace(self, **values) if values else self

    def up_to_chip(self, numerator: int, denominator: int = 1) -> int:
        """``numerator/denominator`` rounded up to what the smallest chip can pay."""
        unit = self.chip * denominator
        return -(-numerator // unit) * self.chip if self.round_up else numerator // denominator

    def may_double_on(self, cards: list[str]) -> bool:
        """Two cards of 9, 10 or 11 points (seed 000, *Doblar*)."""
        if len(cards) != 2:
            return False
        low = sum(VALUE[card] for card in cards)
        if not any(VALUE[card] == 1 for card in cards):
            return low in self.double_totals
        return self.double_soft and low in (9, 10) and low in self.double_totals
