"""How far each row of boxes lies from where a flat sheet would have it: paper is folded, rolled and bent.

The printed boxes themselves are what is looked for: the outlines of a strip, a few millimetres around their place. What
a strip says is weighed with its neighbours, since paper bends smoothly and one strip may be full of ink.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from pitboss.sheets.layout import BOX, Cell, page

COARSE: Final = 3
"""Dots a millimetre in which strips are looked for."""
AROUND: Final = 2.0
"""Millimetres that a strip may lie off its place."""
NEAR: Final = 22.0
"""Millimetres within which strips have a say in each other's place."""
INK: Final = 0.45
"""Darkness that counts no more than this: a tick is darker than the outline, and must not be what is looked for."""
TRUSTED: Final = 0.25


def offsets(dark: Any, layout: int, number: int) -> tuple[dict[str, tuple[float, float]], float]:
    """Strip to its offset in millimetres (right, down), and the largest of all. ``dark``: 0 paper to 255 black,
    at ``COARSE`` dots a millimetre."""
    import cv2
    import numpy as np

    seen = np.minimum(dark, int(INK * 255)).astype("float32")
    reach = int(AROUND * COARSE)
    places, found, weights = [], [], []
    strips = _strips(layout, number)
    for _, left, top, outline in strips:
        tall, wide = outline.shape
        window = seen[max(0, top - reach) : top + tall + reach, max(0, left - reach) : left + wide + reach]
        answer = cv2.matchTemplate(window, outline, cv2.TM_CCOEFF_NORMED)
        _, score, _, (x, y) = cv2.minMaxLoc(answer)
        places.append(((left + wide / 2) / COARSE, (top + tall / 2) / COARSE))
        found.append((_peak(answer[y], x) - min(reach, left), _peak(answer[:, x], y) - min(reach, top)))
        weights.append(max(0.0, score - TRUSTED) ** 2 * np.sqrt(wide))
    at, off, weight = np.array(places), np.array(found) / COARSE, np.array(weights)
    apart = np.abs(at[:, None, :] - at[None, :, :]) / np.array([3.0, 1.0])  # a row knows more of a row
    share = np.exp(-((apart**2).sum(2)) / (NEAR / 3) ** 2) * weight[None, :]
    total = share.sum(1)
    smooth = np.where(total[:, None] > 1e-6, share @ off / np.maximum(total, 1e-6)[:, None], 0.0)
    named = {strip[0]: (float(dx), float(dy)) for strip, (dx, dy) in zip(strips, smooth, strict=True)}
    return named, float(np.abs(smooth).max())


def _peak(line: Any, place: int) -> float:
    """Between the dots: the top of the parabola through the highest and its neighbours."""
    if not 0 < place < len(line) - 1:
        return float(place)
    before, top, behind = (float(one) for one in line[place - 1 : place + 2])
    bend = before - 2 * top + behind
    return place + (0.5 * (before - behind) / bend if bend < 0 else 0.0)


@cache
def _strips(layout: int, number: int) -> list[tuple[str, int, int, Any]]:
    """Each strip's name, left, top and outline, in coarse dots."""
    import cv2
    import numpy as np

    together: dict[str, list[Cell]] = {}
    for cell in page(layout, number).cells:
        together.setdefault(cell.strip, []).append(cell)
    strips = []
    for name, cells in together.items():
        left = int((min(cell.x for cell in cells) - 0.7) * COARSE)
        top = int((min(cell.y for cell in cells) - 0.7) * COARSE)
        right = int((max(cell.x for cell in cells) + BOX + 0.7) * COARSE) + 1
        bottom = int((max(cell.y for cell in cells) + BOX + 0.7) * COARSE) + 1
        fine = np.zeros(((bottom - top) * 4, (right - left) * 4), np.uint8)
        for cell in cells:
            x, y = (round((side * COARSE - edge) * 4) for side, edge in ((cell.x, left), (cell.y, top)))
            side = round(BOX * COARSE * 4)
            cv2.rectangle(fine, (x, y), (x + side, y + side), 255, 3)
        outline = cv2.resize(fine, (right - left, bottom - top), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        strips.append((name, left, top, outline))
    return strips
