"""Photographs read: nothing wrong that the reader is sure of, and clear words where there is nothing to read.

The larger run of 200 is ``benchmarks/sheets.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from uuid import UUID, uuid4

import cv2
import numpy as np
import pytest

from pitboss.casino.models import Casino, Table
from pitboss.sheets.code import Code, NoCode, short
from pitboss.sheets.code import read as read_code
from pitboss.sheets.layout import BOX, CORNERS, HEIGHT, MARKER, WIDTH, page
from pitboss.sheets.models import Sheet
from pitboss.sheets.printing import printed
from pitboss.sheets.reading.pictures import pictures
from pitboss.sheets.reading.read import read_picture
from pitboss.sheets.reading.seen import ReadSheet, Unreadable
from tests.sheets.photographed import DOTS, Image, marked, of_a_screen, photographed, rendered, round_of_cards

SHEET = UUID("01935f3c-0000-7000-8000-00000000000a")


@pytest.fixture(scope="module")
def blanks() -> list[Image]:
    casino = Casino(code="CDE", name="Casino de ejemplo")
    table = Table(casino=casino, name="BJ-01")
    made = datetime(2026, 11, 1, tzinfo=UTC)
    pdf = printed([Sheet(id=SHEET, casino=casino, table=table, layout=1, pages=2, issued_at=made)], language="es")
    return [rendered(pdf, 0), rendered(pdf, 1)]


def read(content: bytes) -> ReadSheet:
    (image,) = pictures(content)
    if isinstance(image, Unreadable):
        raise image
    return read_picture(image)


@pytest.mark.parametrize("seed", range(8))
def test_no_box_is_read_wrongly_without_being_asked_for(blanks: list[Image], seed: int) -> None:
    random = Random(f"test/{seed}")
    number = 2 if seed == 7 else 1
    drawn = page(1, number)
    paper = marked(blanks[number - 1], drawn, round_of_cards(random, drawn), random)
    seen = read(photographed(paper, random).jpeg)
    assert (seen.code.sheet, seen.code.page) == (SHEET, number)
    sure = {name: cell.marked for name, cell in seen.cells.items() if not cell.doubtful}
    assert {name for name, ticked in sure.items() if ticked != (name in paper.marked)} == set()
    asked = set(seen.cells) - set(sure)
    assert len(asked - paper.muddled) <= 3


def test_a_page_photographed_from_a_screen_is_read(blanks: list[Image]) -> None:
    random = Random(5)
    paper = marked(blanks[0], page(1, 1), round_of_cards(random, page(1, 1)), random, untidy=False)
    seen = read(of_a_screen(paper, random))
    assert {name for name, cell in seen.cells.items() if cell.marked and not cell.doubtful} <= paper.marked
    assert {name for name, cell in seen.cells.items() if not cell.marked and not cell.doubtful}.isdisjoint(paper.marked)


def test_upside_down_is_the_same_sheet(blanks: list[Image]) -> None:
    random = Random(8)
    paper = marked(blanks[0], page(1, 1), ["card.1.rank.K", "card.1.suit.s"], random, untidy=False)
    seen = read(photographed(paper, random, upside_down=True).jpeg)
    assert "turned" in seen.warnings
    assert {name for name, cell in seen.cells.items() if cell.marked} == paper.marked


@pytest.mark.parametrize(("corner", "name"), [(0, "upper_left"), (2, "lower_right")])
def test_a_missing_corner_is_named(blanks: list[Image], corner: int, name: str) -> None:
    x, y = (int(one * DOTS) for one in CORNERS[corner])
    covered = blanks[0].copy()
    covered[y - 8 : y + int(MARKER * DOTS) + 8, x - 8 : x + int(MARKER * DOTS) + 8] = 90
    with pytest.raises(Unreadable) as why:
        read(_png(covered))
    assert (why.value.reason, why.value.missing) == ("corner", (name,))


def test_what_is_no_sheet_is_told_apart(blanks: list[Image]) -> None:
    without_code = blanks[0].copy()
    without_code[: 34 * DOTS, 160 * DOTS : 188 * DOTS] = 255
    for content, reason in [
        (b"GIF89a", "not_an_image"),
        (b"%PDF-1.7 and nothing more", "not_an_image"),
        (_png(np.full((300, 300), 255, np.uint8)), "too_small"),
        (_png(np.full((1200, 900), 255, np.uint8)), "no_corners"),
        (_png(without_code), "no_code"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\0\0\0\1\0\0\x08\0\0\0\0", "too_large"),
    ]:
        with pytest.raises(Unreadable) as why:
            read(content)
        assert why.value.reason == reason


def test_a_code_is_read_back_and_a_damaged_one_is_none() -> None:
    for sheet in (uuid4(), UUID(int=0), UUID(int=2**128 - 1)):
        code = Code(sheet, 2, 2, 1, "BJ-01")
        assert read_code(code.text()) == code
    good = Code(SHEET, 1, 2, 1, "BJ-01").text()
    for bad in (good[:-1], good.replace("/1-2/", "/2-2/"), "https://example.cl", "", f"PB1/{'Z' * 26}/1-1/1//0000"):
        with pytest.raises(NoCode):
            read_code(bad)
    assert short(UUID(int=31)) == "0" * 25 + "Z"


def test_boxes_are_large_enough_for_a_pen_lie_on_the_page_and_not_on_each_other() -> None:
    assert BOX >= 4.5
    for number in (1, 2):
        cells = page(1, number).cells
        assert len({cell.name for cell in cells}) == len(cells)
        for nth, cell in enumerate(cells):
            assert 8 <= cell.x <= WIDTH - 8 - BOX
            assert 8 <= cell.y <= HEIGHT - 8 - BOX
            for other in cells[nth + 1 :]:
                assert abs(cell.x - other.x) >= BOX or abs(cell.y - other.y) >= BOX, (cell.name, other.name)


def _png(image: Image) -> bytes:
    return bytes(cv2.imencode(".png", image)[1].tobytes())
