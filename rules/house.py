"""House rules: a profile of values, and the options of one table on top of it.

The profile is the regulator's or the house's text as data; what the table was opened with (smallest chip,
limits, Perfect Pairs) is laid over it. No rule asks for a casino by name.
"""

from __future__ import annotations

import msgspec

from rules import sources
from rules.events import TableOpened
from rules.sources import Cite


class House(msgspec.Struct, frozen=True, kw_only=True):
    """Values a round is played and settled by. Amounts in the currency's smallest unit."""

    profile: str
    decks: int = 6
    seats: int = 7
    chip: int = 1
    min: int | None = None
    max: int | None = None
    currency: str = "CLP"
    perfect_pairs: bool = False
    even_money: bool = True
    hands_per_seat: int = 4
    resplit_aces: bool = False
    double_after_split: bool = True
    double_totals: tuple[int, ...] = (9, 10, 11)
    double_soft: bool = True
    """A-8 and A-9 count as 9 and 10 for doubling (law.md A23; contract reading 2)."""
    surrender: bool = True
    cut_least: int = 52
    cut_most: int = 104
    round_up: bool = True
    """What the chip can't pay goes up to the next chip, in the player's favour (contract 3d)."""
    cites: tuple[Cite, ...] = ()
    pinned: bool = False
    """The profile was given from outside and outranks the one a table is opened with."""

    @classmethod
    def of(cls, profile: str, *, pinned: bool = False) -> House:
        """The profile by its name; an unknown one plays by ``cl-scj``, whose text is the primary law."""
        house = PROFILES.get(profile) or PROFILES["cl-scj"]
        return msgspec.structs.replace(house, pinned=True) if pinned else house

    @classmethod
    def at(cls, opened: TableOpened, profile: str | None = None) -> House:
        """The profile with this table's options over it."""
        return msgspec.structs.replace(
            cls.of(profile or opened.profile),
            pinned=profile is not None,
            decks=opened.decks,
            seats=opened.seats,
            chip=opened.chip,
            min=opened.min,
            max=opened.max,
            currency=opened.currency,
            perfect_pairs=opened.perfect_pairs,
            even_money=opened.even_money,
        )

    def up_to_chip(self, numerator: int, denominator: int = 1) -> int:
        """``numerator/denominator`` rounded up to what the smallest chip can pay."""
        unit = self.chip * denominator
        return -(-numerator // unit) * self.chip if self.round_up else numerator // denominator

    def may_double_on(self, cards: list[str], best: int, low: int) -> bool:
        """Two cards of 9, 10 or 11 points (seed 000, *Doblar*)."""
        if len(cards) != 2:
            return False
        if best == low:
            return best in self.double_totals
        return self.double_soft and low in (9, 10) and low in self.double_totals


PROFILES: dict[str, House] = {
    "cl-scj": House(
        profile="cl-scj",
        cites=(sources.SCJ_SEQUENCE.clause(3), sources.SCJ_PAYMENTS.clause(1), sources.SCJ_CHECKS.clause(2)),
    ),
}
