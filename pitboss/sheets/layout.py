"""Where everything stands on a sheet, in millimetres from the upper left corner of an A4 page.

The printer draws these cells and the reader looks for them, so there is one list of them. A sheet carries the number of
its layout in its code: a layout that was printed once is never changed, a better one gets the next number, and sheets
of the old one stay readable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

WIDTH: Final = 210.0
HEIGHT: Final = 297.0
NEWEST: Final = 1
PAGES: Final = 2
"""A round needs the second page when it took more cards than the first has rows."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
SPOTS: Final = ("1", "2", "3", "4", "5", "6", "7")
DEALER: Final = "dealer"
BURNED: Final = "burned"
SPLIT: Final = "split"
"""Marked beside a spot: the card went to that spot's second hand."""
THOUSANDS: Final = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500)
"""What the boxes of a bet stand for; those that are marked are added up. 1, 2, 3 and 5 make every figure."""
UNIT: Final = 1000
ACTS: Final = ("double", "split", "surrender", "insurance")
RESULTS: Final = ("won", "natural", "lost", "tie")
INSURANCE: Final = ("insurance_won", "insurance_lost")
DISPUTED: Final = "disputed"
IRREGULARITIES: Final = (
    "exposed-card", "extra-cards-at-end", "stuck-cards", "cut-card-missed", "deal-order", "player-without-cards",
    "card-on-floor", "dealer-card-over-17", "unrequested-card",
)  # fmt: skip
"""The nine of the contract's section 3a."""
RULINGS: Final = ("as_prescribed", "otherwise")
FLAGS: Final = ("decks", "shuffled", "cut", "cut_card_out", "shoe_ended", "cctv")

BOX: Final = 4.7
"""The side of a box: a pen hits it standing up."""
MARKER: Final = 11.0
CORNERS: Final = ((9.0, 9.0), (190.0, 9.0), (190.0, 277.0), (9.0, 277.0))
"""Upper left corners of the markers 0 to 3, clockwise from the page's upper left."""
CORNER_NAMES: Final = ("upper_left", "upper_right", "lower_right", "lower_left")
BITS: Final = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
"""The inner squares of the first four markers of ArUco's dictionary 4x4_50, white as 1."""
CODE: Final = (162.0, 8.0, 24.0)
"""Left, top and side of the QR code with its quiet zone."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A box to be ticked. ``strip`` names the boxes beside it that the reader looks for together."""

    name: str
    x: float
    y: float
    label: str
    strip: str


@dataclass(frozen=True, slots=True)
class Written:
    """A place for handwriting: no machine reads it, a person types what stands there."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Page:
    cells: tuple[Cell, ...]
    written: tuple[Written, ...]
    first_card: int
    last_card: int


SPOT_ROWS: Final = 58.0
SPOT_PITCH: Final = 5.9
BETS: Final = 17.0
ACT_COLUMN: Final = 107.0
RESULT_COLUMN: Final = 131.5
INSURANCE_COLUMN: Final = 154.2
DISPUTED_COLUMN: Final = 166.5
CARD_ROWS: Final = (107.5, 51.0)
"""Where the first row of cards stands, on the first page and on the second."""
CARD_PITCH: Final = 5.5
CARD_COUNTS: Final = (22, 34)
CARD_COLUMN: Final = 16.5
STEP: Final = 4.85
GAP: Final = 2.0
IRREGULARITY_COLUMN: Final = 154.5
IRREGULARITY_PITCH: Final = 13.3
FLAG_ROWS: Final = (231.5, 238.0)
FLAG_COLUMNS: Final = (10.0, 84.0, 140.0)


@cache
def page(layout: int, number: int) -> Page:
    """What stands on that page of a sheet. Raises KeyError for a layout that was never printed."""
    if layout != 1 or number not in (1, 2):
        raise KeyError((layout, number))
    first = 1 if number == 1 else 1 + CARD_COUNTS[0]
    last = first + CARD_COUNTS[number - 1] - 1
    cells = [*_cards(first, last, CARD_ROWS[number - 1])]
    if number == 1:
        cells += [*_spots(), *_irregularities(), *_flags()]
    return Page(tuple(cells), tuple(_written(number)), first, last)


def whole(layout: int, pages: int) -> tuple[Page, ...]:
    """Every page of a sheet that was printed with so many."""
    return tuple(page(layout, number) for number in range(1, pages + 1))


def _cards(first: int, last: int, top: float) -> Iterator[Cell]:
    for nth in range(first, last + 1):
        y = top + (nth - first) * CARD_PITCH
        x = CARD_COLUMN
        for kind, values in (("rank", RANKS), ("suit", SUITS), ("to", (*SPOTS, DEALER, BURNED, SPLIT))):
            for value in values:
                yield Cell(f"card.{nth}.{kind}.{value}", round(x, 2), round(y, 2), _label(value), f"card.{nth}.{kind}")
                x += STEP
            x += GAP


def _spots() -> Iterator[Cell]:
    for place, spot in enumerate(SPOTS):
        y = round(SPOT_ROWS + place * SPOT_PITCH, 2)
        for nth, amount in enumerate(THOUSANDS):
            x = BETS + nth * 5.0 + (nth // 4) * 1.4
            yield Cell(f"spot.{spot}.bet.{amount}", round(x, 2), y, str(amount), f"spot.{spot}.bet")
        for nth, act in enumerate(ACTS):
            yield Cell(f"spot.{spot}.did.{act}", round(ACT_COLUMN + nth * 5.6, 2), y, "", f"spot.{spot}.did")
        for nth, result in enumerate(RESULTS):
            yield Cell(f"spot.{spot}.came.{result}", round(RESULT_COLUMN + nth * 5.5, 2), y, "", f"spot.{spot}.came")
        for nth, result in enumerate(INSURANCE):
            name = f"spot.{spot}.came.{result}"
            yield Cell(name, round(INSURANCE_COLUMN + nth * 5.5, 2), y, "", f"spot.{spot}.also")
        yield Cell(f"spot.{spot}.did.{DISPUTED}", DISPUTED_COLUMN, y, "", f"spot.{spot}.also")


def _irregularities() -> Iterator[Cell]:
    for place, code in enumerate(IRREGULARITIES):
        top = CARD_ROWS[0] + place * IRREGULARITY_PITCH
        for nth, ruling in enumerate(RULINGS):
            x = round(IRREGULARITY_COLUMN + 35.0 + nth * 5.3, 2)
            yield Cell(f"code.{code}.{ruling}", x, round(top, 2), "=≠"[nth], f"code.{code}.ruling")
        yield Cell(f"code.{code}.seen", IRREGULARITY_COLUMN, round(top + 5.5, 2), "!", f"code.{code}.seen")
        for nth, spot in enumerate((*SPOTS, DEALER)):
            x = round(IRREGULARITY_COLUMN + 5.7 + nth * 4.85, 2)
            yield Cell(f"code.{code}.at.{spot}", x, round(top + 5.5, 2), _label(spot), f"code.{code}.seen")


def _flags() -> Iterator[Cell]:
    for nth, flag in enumerate(FLAGS):
        yield Cell(f"flag.{flag}", FLAG_COLUMNS[nth % 3], FLAG_ROWS[nth // 3], "", f"flag.{flag}")


def _written(number: int) -> Iterator[Written]:
    for name, x, width in (("date", 10.0, 34.0), ("time", 48.0, 24.0), ("round", 76.0, 24.0),
                           ("dealer", 104.0, 44.0), ("pit_boss", 152.0, 48.0)):  # fmt: skip
        yield Written(name, x, 36.5, width, 7.0)
    if number == 1:
        for place, spot in enumerate(SPOTS):
            y = round(SPOT_ROWS + place * SPOT_PITCH, 2)
            yield Written(f"spot.{spot}.bet", 81.5, y, 22.5, BOX)
            yield Written(f"spot.{spot}.paid", 174.0, y, 26.0, BOX)
    yield Written("note", 10.0, 249.0, 190.0, 9.0)
    yield Written("sign.pit_boss", 26.0, 265.0, 76.0, 22.0)
    yield Written("sign.dealer", 108.0, 265.0, 76.0, 22.0)


def _label(value: str) -> str:
    """What stands in the box. The suits are drawn, and so is no letter here."""
    return {"T": "10", DEALER: "B", BURNED: "Q", SPLIT: "+", "s": "♠", "h": "♥", "d": "♦", "c": "♣"}.get(value, value)
