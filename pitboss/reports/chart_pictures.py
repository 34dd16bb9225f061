"""Charts as pictures for print: whole SVGs of their own, in greys. Marks differ by shape, never by shade alone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from pitboss.drawing.control_chart import Drawing
from pitboss.drawing.formats import count
from pitboss.reports.pictures import NAMESPACE

FILL: Final = {
    "chart__mark": 'fill="#333333"',
    "chart__mark chart__mark--warn": 'fill="#ffffff" stroke="#111111" stroke-width="2"',
    "chart__mark chart__mark--out": 'fill="#111111"',
}
TEXT: Final = 'font-family="Inter" fill="#111111"'
BAR: Final = 22


def chart_picture(d: Drawing) -> str:
    """A control chart."""
    parts = [f'<svg {NAMESPACE} viewBox="0 0 {d.width} {d.height}">']
    for at, words in d.ticks:
        parts.append(f'<path d="M{at} 20V{d.bottom}" stroke="#d0d0d0"/>')
        parts.append(f'<text {TEXT} x="{at}" y="13" text-anchor="middle" font-size="11">{escape(words)}</text>')
    for row in d.rows:
        if row.outer and row.inner:
            for band, shade in ((row.outer, "#ececec"), (row.inner, "#d6d6d6")):
                parts.append(
                    f'<rect x="{band.x}" y="{row.band_y}" width="{band.width}" height="{d.band}" fill="{shade}"/>'
                )
        elif row.whisker:
            cut = "m-5 -4l5 4l-5 4" if row.cut else ""
            parts.append(
                f'<path d="M{row.whisker[0]} {row.y}H{row.whisker[1]}{cut}" stroke="#777777" '
                'stroke-width="1.5" fill="none"/>'
            )
    if d.centre:
        parts.append(f'<path d="M{d.centre} 20V{d.bottom}" stroke="#111111" stroke-width="1.5"/>')
    for row in d.rows:
        parts.append(f'<text {TEXT} font-size="12" x="0" y="{row.y}" dy="4">{escape(row.name)}</text>')
        parts.append(f'<path d="{row.shape}" {FILL[row.kind]}/>')
        parts.append(
            f'<text {TEXT} font-size="12" x="{d.width}" y="{row.y}" dy="4" text-anchor="end">{escape(row.value)}</text>'
        )
    return "".join([*parts, "</svg>"])


def bars_picture(rows: Sequence[tuple[str, int]]) -> str:
    """One bar a row, its length in proportion, its count behind it."""
    most = max(n for _, n in rows)
    parts = [f'<svg {NAMESPACE} viewBox="0 0 560 {BAR * len(rows) + 4}">']
    for place, (name, n) in enumerate(rows):
        top = BAR * place + 4
        width = 360 * n / most
        parts.append(f'<text {TEXT} font-size="12" x="0" y="{top + 12}">{escape(name)}</text>')
        parts.append(f'<rect x="120" y="{top}" width="{max(width, 1):.1f}" height="{BAR - 7}" fill="#8a8a8a"/>')
        parts.append(f'<text {TEXT} font-size="12" x="{120 + width + 8:.1f}" y="{top + 12}">{escape(count(n))}</text>')
    return "".join([*parts, "</svg>"])
