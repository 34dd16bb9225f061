"""What a reader saw, as the fields of a form: proposed where it is sure, asked for where it is not.

A field is doubtful when one of its cells is, or when its cells contradict each other: two ranks of one card, a result
without a bet. A doubtful field has no value: a person gives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.sheets import layout as at
from pitboss.sheets.layout import BOX, Cell, Page

SURE: Final = 0.9
YES: Final = "yes"
NO: Final = "no"
NONE: Final = "none"
"""A row that looked used and holds no card."""
NOTHING: Final = "-"
SPARE: Final = 2
"""Empty rows behind the last that was used: for a card that the reader did not see."""
Box = tuple[float, float, float, float]


@dataclass(slots=True)
class Field:
    """``value`` is None where it is asked for. ``confidence`` 0.5 to 1. ``box``: what of the page shows it (left, top,
    width, height in millimetres), on page ``page``."""

    name: str
    value: str | None
    confidence: float
    box: Box
    page: int = 1
    guess: str = ""
    answer: str = ""
    """What the form shows: at first the value, then what the person has said."""
    problem: str = ""

    @property
    def asked(self) -> bool:
        """Doubtful, and nobody has said anything yet."""
        return self.doubtful and not self.answer

    @property
    def meant(self) -> str:
        """The answer, where a dash says of what was asked that nothing stands there."""
        return "" if self.answer == NOTHING else self.answer

    @property
    def doubtful(self) -> bool:
        return self.value is None

    @property
    def percent(self) -> int:
        return round(self.confidence * 100)


@dataclass(slots=True)
class CardRow:
    nth: int
    page: int
    card: Field
    to: Field
    box: Box

    @property
    def doubtful(self) -> bool:
        return self.card.doubtful or self.to.doubtful

    @property
    def empty(self) -> bool:
        return self.card.value == NONE and self.to.value == NONE


@dataclass(slots=True)
class SpotRow:
    spot: str
    amount: Field
    acts: dict[str, Field]
    result: Field
    insurance: Field
    disputed: Field
    bet_box: Box
    paid_box: Box
    box: Box

    @property
    def fields(self) -> list[Field]:
        return [self.amount, *self.acts.values(), self.result, self.insurance, self.disputed]

    @property
    def used(self) -> bool:
        return any(one.doubtful or one.value not in ("", NO) for one in self.fields)


@dataclass(slots=True)
class CodeRow:
    code: str
    seen: Field
    spot: Field
    ruling: Field
    box: Box

    @property
    def fields(self) -> list[Field]:
        return [self.seen, self.spot, self.ruling]

    @property
    def used(self) -> bool:
        return any(one.doubtful or one.value not in ("", NO) for one in self.fields)


@dataclass(slots=True)
class Proposal:
    cards: list[CardRow] = field(default_factory=list)
    spots: list[SpotRow] = field(default_factory=list)
    codes: list[CodeRow] = field(default_factory=list)
    flags: dict[str, Field] = field(default_factory=dict)
    full: bool = False
    """Every row of the only page at hand was used: there may be one page more."""

    def fields(self) -> Iterator[Field]:
        for row in self.cards:
            yield from (row.card, row.to)
        for spot in self.spots:
            yield from spot.fields
        for code in self.codes:
            yield from code.fields
        yield from self.flags.values()


class Cells:
    """The cells of one page as the reader saw them."""

    def __init__(self, seen: Mapping[str, Any], drawn: Page) -> None:
        self.seen = seen
        self.placed = {cell.name: cell for cell in drawn.cells}

    def marked(self, names: list[str]) -> list[str]:
        """Those that are surely marked."""
        return [name for name in names if self.seen[name][0] >= 0.5 and self.seen[name][1] >= SURE]

    def doubtful(self, names: list[str]) -> list[str]:
        return [name for name in names if self.seen[name][1] < SURE]

    def least(self, names: list[str]) -> float:
        return min((self.seen[name][1] for name in names), default=1.0)

    def box(self, names: list[str], around: float = 1.2) -> Box:
        cells: list[Cell] = [self.placed[name] for name in names]
        left, top = min(cell.x for cell in cells) - around, min(cell.y for cell in cells) - around
        right = max(cell.x for cell in cells) + BOX + around
        bottom = max(cell.y for cell in cells) + BOX + around
        return round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2)


def proposed(layout: int, pages: Mapping[int, Mapping[str, Any]]) -> Proposal:
    """``pages``: by its number what was seen on each page, a cell's name to ``[mark, confidence]``."""
    found = Proposal()
    rows = 0
    for number, seen in sorted(pages.items()):
        drawn = at.page(layout, number)
        cells = Cells(seen, drawn)
        rows += drawn.last_card - drawn.first_card + 1
        found.cards += _cards(cells, drawn, number)
        if number == 1:
            found.spots = [_spot(cells, spot) for spot in at.SPOTS]
            found.codes = [_code(cells, code) for code in at.IRREGULARITIES]
            found.flags = {flag: _tick(cells, f"flag.{flag}") for flag in at.FLAGS}
    used = [row.nth for row in found.cards if not row.empty]
    found.full = bool(used) and len(pages) == 1 and used[-1] == rows
    found.cards = [row for row in found.cards if row.nth <= (used[-1] + SPARE if used else SPARE)]
    for one in found.fields():
        one.answer = one.value or ""
    return found


def _cards(cells: Cells, drawn: Page, number: int) -> Iterator[CardRow]:
    """Every row; whether it holds anything is for its fields to say."""
    for nth in range(drawn.first_card, drawn.last_card + 1):
        ranks = [f"card.{nth}.rank.{rank}" for rank in at.RANKS]
        suits = [f"card.{nth}.suit.{suit}" for suit in at.SUITS]
        recipients = [f"card.{nth}.to.{to}" for to in (*at.SPOTS, at.DEALER, at.BURNED, at.SPLIT)]
        every = [*ranks, *suits, *recipients]
        untouched = not cells.marked(every) and not cells.doubtful(every)
        rank, suit = _one_of(cells, ranks), _one_of(cells, suits)
        box = cells.box([*ranks, *suits])
        card = Field(
            f"card.{nth}",
            NONE if untouched else rank + suit if rank and suit else None,
            cells.least([*ranks, *suits]),
            box,
            number,
            _guess(cells, ranks) + _guess(cells, suits),
        )
        whose = NONE if untouched else _recipient(cells, recipients)
        to = Field(f"to.{nth}", whose, cells.least(recipients), cells.box(recipients), number)
        yield CardRow(nth, number, card, to, cells.box(every))


def _spot(cells: Cells, spot: str) -> SpotRow:
    bets = [f"spot.{spot}.bet.{amount}" for amount in at.THOUSANDS]
    came = [f"spot.{spot}.came.{result}" for result in at.RESULTS]
    also = [f"spot.{spot}.came.{result}" for result in at.INSURANCE]
    acts = {act: _tick(cells, f"spot.{spot}.did.{act}") for act in at.ACTS}
    disputed = _tick(cells, f"spot.{spot}.did.{at.DISPUTED}")
    total = sum(int(name.rpartition(".")[2]) for name in cells.marked(bets)) * at.UNIT
    amount: str | None = str(total) if total else ""
    others = [*(one.value for one in (*acts.values(), disputed)), *(cells.marked(came) or [NO])]
    if cells.doubtful(bets) or (not total and any(one not in (NO, "") for one in others)):
        # Something was ticked of this spot, so it had a bet: it was written by hand
        amount = None
    results = cells.marked(came)
    result: str | None = results[0].rpartition(".")[2] if len(results) == 1 else "" if not results else None
    insurances = cells.marked(also)
    insurance: str | None = "" if not insurances else insurances[0].rpartition("_")[2] if len(insurances) == 1 else None
    row = [*bets, *came, *also, f"spot.{spot}.did.{at.DISPUTED}"]
    left, top, width, height = cells.box(bets)
    return SpotRow(
        spot,
        Field(f"spot.{spot}.amount", amount, cells.least(bets), (left, top, width + 24, height)),
        acts,
        Field(f"spot.{spot}.result", None if cells.doubtful(came) else result, cells.least(came), cells.box(came)),
        Field(
            f"spot.{spot}.insurance", None if cells.doubtful(also) else insurance, cells.least(also), cells.box(also)
        ),
        disputed,
        (left, top, width + 24, height),
        (173.0, top, 28.0, height),
        (9.0, top, 192.0, cells.box(row)[3]),
    )


def _code(cells: Cells, code: str) -> CodeRow:
    spots = [f"code.{code}.at.{spot}" for spot in (*at.SPOTS, at.DEALER)]
    rulings = [f"code.{code}.{ruling}" for ruling in at.RULINGS]
    seen = _tick(cells, f"code.{code}.seen")
    where, ruled = cells.marked(spots), cells.marked(rulings)
    if seen.value == NO and (where or ruled):
        seen.value = None
    spot: str | None = where[0].rpartition(".")[2] if len(where) == 1 else "" if not where else None
    ruling: str | None = ruled[0].rpartition(".")[2] if len(ruled) == 1 else "" if not ruled else None
    return CodeRow(
        code,
        seen,
        Field(f"code.{code}.spot", None if cells.doubtful(spots) else spot, cells.least(spots), cells.box(spots)),
        Field(
            f"code.{code}.ruling", None if cells.doubtful(rulings) else ruling, cells.least(rulings), cells.box(rulings)
        ),
        cells.box([f"code.{code}.seen", *spots, *rulings]),
    )


def _tick(cells: Cells, name: str) -> Field:
    mark, confidence = cells.seen[name]
    value = None if confidence < SURE else YES if mark >= 0.5 else NO
    return Field(name, value, confidence, cells.box([name], 2.5))


def _one_of(cells: Cells, names: list[str]) -> str:
    """The one that is marked, where no other is or may be; else nothing."""
    marked = cells.marked(names)
    return marked[0].rpartition(".")[2] if len(marked) == 1 and not cells.doubtful(names) else ""


def _guess(cells: Cells, names: list[str]) -> str:
    """The darkest, for whoever is asked."""
    name = max(names, key=lambda one: cells.seen[one][0])
    return name.rpartition(".")[2] if cells.seen[name][0] > 0.1 else "?"


def _recipient(cells: Cells, names: list[str]) -> str | None:
    """``3``, ``3.2`` with the second hand's box, ``dealer``, ``burned``, ``burned.3`` where both are marked."""
    if cells.doubtful(names):
        return None
    marked = [name.rpartition(".")[2] for name in cells.marked(names)]
    burned, split = at.BURNED in marked, at.SPLIT in marked
    hands = [one for one in marked if one not in (at.BURNED, at.SPLIT)]
    if len(hands) > 1 or (split and (burned or not hands or hands[0] == at.DEALER)) or not marked:
        return None
    if burned:
        return f"burned.{hands[0]}" if hands else "burned"
    return f"{hands[0]}.2" if split else hands[0]
