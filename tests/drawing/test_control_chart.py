"""A control chart is geometry: all of it inside the drawing, and nothing told by colour alone."""

from __future__ import annotations

import pytest
from django.utils import translation

from pitboss.drawing.control_chart import MOST, Drawing, Mark, draw
from pitboss.drawing.formats import decimal

LIMITS = ((8.0, 14.0), (6.0, 17.0))


def mark(rate: float, beyond: int = 0, *, limits: object = LIMITS, interval: tuple[float, float] = (9, 13)) -> Mark:
    return Mark("Croupier ABCDEF", rate, interval, LIMITS if limits else None, beyond, "")


def inside(drawing: Drawing) -> bool:
    edges = [float(at) for at, _ in drawing.ticks]
    for row in drawing.rows:
        edges += [float(end) for end in row.whisker or ()]
        for band in (row.outer, row.inner):
            edges += [float(band.x), float(band.x) + float(band.width)] if band else []
    return all(drawing.left - 0.1 <= edge <= drawing.right + 1.1 for edge in edges)


@pytest.mark.parametrize("reach", [0.0, 0.4, 7.0, 99.0, 12345.0])
def test_everything_lies_inside_whatever_the_scale(reach: float) -> None:
    drawing = draw("x", 10.0, [mark(reach), mark(3, limits=None, interval=(1, reach * 40 + 5))])
    assert inside(drawing)
    assert 2 <= len(drawing.ticks) <= 12


def test_each_reading_has_its_own_shape() -> None:
    rows = draw("x", 10.0, [mark(10), mark(15, 95), mark(20, 997), mark(2, -997)]).rows
    assert len({row.shape[row.shape.index(" ") :][-12:] for row in rows}) >= 3
    assert [row.kind.split("--")[-1] for row in rows] == ["chart__mark", "warn", "out", "out"]
    # Above points to the right, below to the left
    tips = [float(row.shape[1:].partition(" ")[0]) for row in rows[2:]]
    backs = [float(row.shape.partition("L")[2].partition(" ")[0]) for row in rows[2:]]
    assert tips[0] > backs[0]
    assert tips[1] < backs[1]


def test_an_interval_of_little_play_is_cut_and_says_so() -> None:
    short, long = draw(
        "x", None, [mark(10, limits=None, interval=(0.3, 56)), mark(10, limits=None, interval=(0, 900))]
    ).rows
    assert (short.cut, long.cut) == (False, True)


def test_more_groups_than_fit_are_left_to_the_table() -> None:
    drawing = draw("x", 10.0, [mark(10)] * (MOST + 9))
    assert len(drawing.rows) == MOST


def test_figures_follow_the_language_and_coordinates_do_not() -> None:
    with translation.override("es-cl"):
        rows = draw("x", 10.0, [mark(11.5)]).rows
        assert rows[0].value == "11,5"
        assert "," not in rows[0].shape
        assert [decimal(number) for number in (0, 0.04, 3, 99.96, 1234.5)] == ["0", "0", "3", "100", "1234"]
    with translation.override("en"):
        assert decimal(11.5) == "11.5"
