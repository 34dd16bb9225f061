"""Geometry of a control chart lying on its side: a row a group, its rate, and the limits around the rate of all.

Coordinates are text with a point, since a template would write a comma into them in Spanish. Nothing is told by colour
alone: within is a dot, beyond the inner limit a diamond, beyond the outer a triangle that points the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from pitboss.drawing.formats import decimal

WIDTH: Final = 560
ROW: Final = 24
TOP: Final = 26
RIGHT: Final = 62
MOST: Final = 24
"""Groups drawn; the table beside the chart has them all."""
LONGEST: Final = {False: 22, True: 38}
"""Letters of a name beside a narrow and a wide drawing."""

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """One group: its rate, its own interval, the limits around the rate of all, and which of them it is beyond."""

    name: str
    rate: float
    interval: Pair | None
    limits: tuple[Pair, Pair] | None
    beyond: int
    reading: str


@dataclass(frozen=True, slots=True)
class Band:
    """A rectangle of a row; ``width`` is never below a hair."""

    x: str
    width: str


@dataclass(frozen=True, slots=True)
class Row:
    """``shape`` is the path of the mark, ``kind`` its class. ``whisker``: ends of the interval where no limits are;
    ``cut``: it goes on beyond the drawing."""

    name: str
    y: str
    band_y: str
    outer: Band | None
    inner: Band | None
    whisker: tuple[str, str] | None
    cut: bool
    shape: str
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Drawing:
    title: str
    width: int
    height: int
    left: int
    right: int
    bottom: int
    band: int
    centre: str | None
    ticks: list[tuple[str, str]]
    rows: list[Row]


def draw(title: str, centre: float | None, marks: Sequence[Mark], *, wide: bool = False) -> Drawing:
    """``wide`` leaves more room for names. The scale begins at nothing and ends beyond all that is drawn."""
    drawn = marks[:MOST]
    left = 268 if wide else 168
    right = WIDTH - RIGHT
    reach = _reach(drawn, centre)
    step = _step(reach)
    most = step * max(1, ceil(reach / step))

    def x(rate: float) -> float:
        return left + min(rate, most) / most * (right - left)

    rows = []
    for place, mark in enumerate(drawn):
        middle = TOP + ROW * place + ROW / 2
        outer, inner = (_band(x, pair) for pair in (mark.limits[1], mark.limits[0])) if mark.limits else (None, None)
        ends = (_n(x(mark.interval[0])), _n(x(mark.interval[1]))) if mark.interval and not mark.limits else None
        shape, kind = _shape(x(mark.rate), middle, mark.beyond)
        rows.append(
            Row(
                name=_short(mark.name, LONGEST[wide]),
                y=_n(middle),
                band_y=_n(middle - ROW / 2 + 4),
                outer=outer,
                inner=inner,
                whisker=ends,
                cut=bool(ends and mark.interval and mark.interval[1] > most),
                shape=shape,
                kind=kind,
                value=decimal(mark.rate),
            )
        )
    bottom = TOP + ROW * len(drawn)
    ticks = [(_n(x(step * place)), decimal(step * place)) for place in range(floor(most / step + 0.5) + 1)]
    at = _n(x(centre)) if centre is not None else None
    return Drawing(title, WIDTH, bottom + 6, left, right, bottom, ROW - 8, at, ticks, rows)


def _reach(marks: Sequence[Mark], centre: float | None) -> float:
    """How far to the right the drawing goes. An interval of very little play runs out of it, or nothing else would be
    seen: it is cut at six times the highest rate, just beyond the interval of a single finding."""
    rates = max([*(mark.rate for mark in marks), centre or 0.0, 1.0])
    limits = max((mark.limits[1][1] for mark in marks if mark.limits), default=0.0)
    intervals = max((mark.interval[1] for mark in marks if mark.interval and not mark.limits), default=0.0)
    return max(rates, limits, min(intervals, max(6 * rates, limits)))


def _step(reach: float) -> float:
    """Distance between ticks: 1, 2 or 5 times a power of ten, four or five of them."""
    rough = reach / 4.5
    power: float = 10.0 ** floor(log10(rough))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough)


def _band(x: Callable[[float], float], pair: Pair) -> Band:
    low, high = x(pair[0]), x(pair[1])
    return Band(_n(low), _n(max(high - low, 1.0)))


def _shape(x: float, y: float, beyond: int) -> tuple[str, str]:
    if abs(beyond) == 997:
        tip = 6 if beyond > 0 else -6
        return f"M{_n(x + tip)} {_n(y)}L{_n(x - tip)} {_n(y - 6)}V{_n(y + 6)}Z", "chart__mark chart__mark--out"
    if abs(beyond) == 95:
        return f"M{_n(x)} {_n(y - 6)}l6 6l-6 6l-6 -6Z", "chart__mark chart__mark--warn"
    return f"M{_n(x - 4.5)} {_n(y)}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z", "chart__mark"


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _n(number: float) -> str:
    return f"{number:.1f}"
