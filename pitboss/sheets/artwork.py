"""The boxes, markers and lines of a page as one drawing, which print puts on every sheet of a batch.

Boxes and what stands in them are light: a photograph must not take them for ink. Markers are black.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final
from xml.sax.saxutils import escape

from pitboss.reports.pictures import NAMESPACE
from pitboss.sheets.layout import BITS, BOX, CORNERS, HEIGHT, MARKER, WIDTH, Cell, Page, Written, page

LINE: Final = "#8c8c8c"
INSIDE: Final = "#b4b4b4"
RULE: Final = "#9a9a9a"
PIPS: Final = {
    "♠": "M12 2C9 7 3 10 3 15a4.6 4.6 0 0 0 8 3c0 2-1 3-2 4h6c-1-1-2-2-2-4a4.6 4.6 0 0 0 8-3c0-5-6-8-9-13z",
    "♥": "M12 21C6 16 2 12 2 8a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 4-4 8-10 13z",
    "♦": "M12 1l8 11-8 11-8-11z",
    "♣": "M12 2a4.6 4.6 0 0 0-4 7a4.6 4.6 0 1 0 3 8c0 2-1 4-2 5h6c-1-1-2-3-2-5a4.6 4.6 0 1 0 3-8A4.6 4.6 0 0 0 12 2z",
}  # fmt: skip


@cache
def artwork(layout: int, number: int) -> str:
    """The page as an SVG of its own size, in millimetres."""
    drawn = page(layout, number)
    parts = [*_markers(), *_boxes(drawn), *(part for field in drawn.written for part in _written(field))]
    return (
        f'<svg {NAMESPACE} width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>'
    )


def _markers() -> Iterator[str]:
    side = MARKER / 6
    for (left, top), bits in zip(CORNERS, BITS, strict=True):
        yield f'<rect x="{left}" y="{top}" width="{MARKER}" height="{MARKER}" fill="#000"/>'
        for row, line in enumerate(bits, 1):
            for column, bit in enumerate(line, 1):
                if bit == "1":
                    # A hair larger than its square, so that no line of black is left between two white ones
                    x, y, wide = left + column * side - 0.01, top + row * side - 0.01, side + 0.02
                    yield f'<rect x="{x:.3f}" y="{y:.3f}" width="{wide:.3f}" height="{wide:.3f}" fill="#fff"/>'


def _boxes(drawn: Page) -> Iterator[str]:
    for cell in drawn.cells:
        yield (
            f'<rect x="{cell.x}" y="{cell.y}" width="{BOX}" height="{BOX}" rx="0.5" fill="none" stroke="{LINE}"'
            ' stroke-width="0.22"/>'
        )
        if cell.label:
            yield _inside(cell)


def _inside(cell: Cell) -> str:
    if cell.label in PIPS:
        side = 2.1
        place = f"translate({cell.x + (BOX - side) / 2:.2f} {cell.y + (BOX - side) / 2:.2f}) scale({side / 24:.4f})"
        filled = f'fill="{INSIDE}"' if cell.label in "♠♣" else f'fill="none" stroke="{INSIDE}" stroke-width="2.6"'
        return f'<path transform="{place}" d="{PIPS[cell.label]}" {filled}/>'
    size = {1: 2.7, 2: 2.3}.get(len(cell.label), 1.75)
    return (
        f'<text x="{cell.x + BOX / 2:.2f}" y="{cell.y + BOX / 2 + size * 0.36:.2f}" font-family="Inter"'
        f' font-weight="450" font-size="{size}" text-anchor="middle" fill="{INSIDE}">{escape(cell.label)}</text>'
    )


def _written(field: Written) -> Iterator[str]:
    if field.name.startswith("sign."):
        yield (
            f'<rect x="{field.x}" y="{field.y}" width="{field.width}" height="{field.height}" rx="1" fill="none"'
            f' stroke="{RULE}" stroke-width="0.25"/>'
        )
        return
    lines = [field.y + field.height]
    if field.name == "note":
        lines.insert(0, field.y + field.height / 2 - 0.5)
    for y in lines:
        yield (
            f'<line x1="{field.x}" y1="{y:.2f}" x2="{field.x + field.width}" y2="{y:.2f}" stroke="{RULE}"'
            ' stroke-width="0.25"/>'
        )
