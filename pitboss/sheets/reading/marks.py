"""How much ink is in each box: judged against the paper around it, never by how dark it is as such.

Three measures make one judgement. ``cover``: the share of the box's inside that is inked. ``depth``: how dark its
darkest part is beside the black of the corner markers: an eraser leaves grey. ``spill``: what share of the ink that
touches the box lies outside of it: a pen that slipped runs through, a tick stays in.
"""

from __future__ import annotations

from typing import Any, Final

from pitboss.sheets.layout import BOX, CORNERS, MARKER, Cell, Page
from pitboss.sheets.reading.seen import DOTS, Seen

INSET: Final = 0.75
"""Millimetres of a box's edge that are not looked at: its outline, and what paper and lens move it."""
STROKE: Final = 2.4
"""Millimetres: what is narrower and darker than both of its sides is a stroke; a shadow's edge is not."""
FAINT, FULL = 0.26, 0.5
"""Darkness, of the markers' black, at which ink begins to count, and counts whole."""
EMPTY, MARKED = 0.05, 0.13
"""Cover below which a box is empty, and above which it is marked."""
GREY, BLACK = 0.34, 0.52
"""Depth below which nothing is a pen's mark, and above which it is one."""
WITHIN: Final = 0.75
"""Of a stroke's ink, the least share inside a box for it to be that box's own."""
RUNAWAY: Final = 13.0
"""Millimetres: a stroke longer than this is no tick, wherever it goes."""
FILLED: Final = 0.5
"""Darkness from which a broad patch is ink, and no shadow."""
DARKEST_PAPER: Final = 24
"""Of 255: darker paper than this says nothing any more."""
BASELINE: Final = 0.045
"""The most that the figure printed in a box can cover."""


def darkness(upright: Any) -> Any:
    """0 where there is paper to 255 where there is black, evened over the page's light and shade. Bytes all through:
    twice as quick as fractions."""
    import cv2
    import numpy as np

    smooth = cv2.GaussianBlur(upright, (3, 3), 0)
    black = 255 / _black(smooth)
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (int(STROKE * DOTS) | 1,) * 2)
    paper = np.maximum(cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, kernel), DARKEST_PAPER)
    stroke = cv2.divide(cv2.subtract(paper, smooth), paper, scale=black)
    # What was filled in is broader than a stroke: there the paper is that of some millimetres further
    small = cv2.resize(smooth, None, fx=1 / DOTS, fy=1 / DOTS, interpolation=cv2.INTER_AREA)
    wide = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    ground = cv2.resize(wide, (upright.shape[1], upright.shape[0]), interpolation=cv2.INTER_LINEAR)
    ground = np.maximum(ground, DARKEST_PAPER)
    block = cv2.divide(cv2.subtract(ground, smooth), ground, scale=black)
    _, block = cv2.threshold(block, FILLED * black, 255, cv2.THRESH_TOZERO)
    return cv2.max(stroke, block)


def judged(dark: Any, drawn: Page, offsets: dict[str, tuple[float, float]]) -> dict[str, Seen]:
    """Every cell of the page."""
    import cv2
    import numpy as np

    inset, side = round(INSET * DOTS), round(BOX * DOTS)
    inner = side - 2 * inset
    boxes = np.array([_box(cell, offsets.get(cell.strip, (0.0, 0.0))) for cell in drawn.cells])
    insides = np.lib.stride_tricks.sliding_window_view(dark, (inner, inner))[boxes[:, 1] + inset, boxes[:, 0] + inset]
    insides = insides.reshape(len(boxes), -1)
    ink = np.clip((np.arange(256) / 255 - FAINT) / (FULL - FAINT), 0, 1).astype(np.float32)
    covers = ink[insides].mean(1)
    depths = np.partition(insides, -8, axis=1)[:, -8] / 255
    base = _baselines(drawn, covers)
    _, strokes = cv2.threshold(dark, 255 * (FAINT + FULL) / 2, 1, cv2.THRESH_BINARY)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(strokes, connectivity=8)
    cells: dict[str, Seen] = {}
    for cell, covered, depth, (left, top) in zip(drawn.cells, covers, depths, boxes, strict=True):
        cover = max(0.0, float(covered) - base[cell.label])
        within = 1.0
        if cover > EMPTY and depth > GREY:
            within = _within(labels, stats, left, top, side, inset)
        cells[cell.name] = _seen(cover, float(depth), within)
    return cells


def _box(cell: Cell, offset: tuple[float, float]) -> tuple[int, int]:
    """Left and top in dots."""
    return round((cell.x + offset[0]) * DOTS), round((cell.y + offset[1]) * DOTS)


def _within(labels: Any, stats: Any, left: int, top: int, side: int, inset: int) -> float:
    """Of the ink that touches the inside of the box, the share that lies in the box; 0 where a stroke runs away."""
    import numpy as np

    inside = labels[top + inset : top + side - inset, left + inset : left + side - inset]
    box = labels[top : top + side, left : left + side]
    whole = own = 0
    for label in np.unique(inside):
        if label == 0:
            continue
        width, height, area = stats[label, 2], stats[label, 3], stats[label, 4]
        if max(width, height) > RUNAWAY * DOTS:
            return 0.0
        whole += int(area)
        own += int((box == label).sum())
    return own / whole if whole else 1.0


def _seen(cover: float, depth: float, within: float) -> Seen:
    """Three measures into one mark with its confidence; each can only take confidence away."""
    by_cover = _between(cover, EMPTY, MARKED)
    by_depth = _between(depth, GREY, BLACK)
    mark = min(by_cover, by_depth)
    sure = abs(mark - 0.5) * 2
    if mark < 0.5:
        # Hardly any ink is empty whatever its depth; much of it that is grey was rubbed out, or is a shadow
        sure = max(sure, 1 - by_cover) if cover <= EMPTY else min(sure, 1 - by_cover * 0.8)
    elif within < WITHIN:
        sure = min(sure, within)
    return Seen(round(mark, 3), round(0.5 + sure / 2, 3))


def _between(value: float, low: float, high: float) -> float:
    """0 at half of ``low`` and below, 0.1 at ``low``, 0.9 at ``high``, 1 at half as much again."""
    if value <= low:
        return max(0.0, 0.1 * (2 * value / low - 1))
    if value >= high:
        return min(1.0, 0.9 + 0.1 * (value - high) / (high / 2))
    return 0.1 + 0.8 * (value - low) / (high - low)


def _baselines(drawn: Page, covers: Any) -> dict[str, float]:
    """What the figure printed in a box covers, seen where most boxes of that figure are empty."""
    import numpy as np

    alike: dict[str, list[float]] = {}
    for cell, cover in zip(drawn.cells, covers, strict=True):
        alike.setdefault(cell.label, []).append(cover)
    return {label: min(BASELINE, float(np.percentile(seen, 20))) for label, seen in alike.items()}


def _black(upright: Any) -> float:
    """How dark black is in this picture: the rims of the markers beside the paper around them."""
    import numpy as np

    depths = []
    for x, y in CORNERS:
        left, top, side = int(x * DOTS), int(y * DOTS), int(MARKER * DOTS)
        rim = upright[top + 3 : top + side // 6 - 2, left + side // 6 : left + side - side // 6]
        paper = upright[max(0, top - 9) : top - 3, left : left + side]
        light = float(np.median(paper))
        depths.append((light - float(np.median(rim))) / max(light, 24.0))
    return float(np.clip(np.median(depths), 0.3, 1.0))
