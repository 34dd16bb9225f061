"""One picture in, one page of a sheet out."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from pitboss.sheets.layout import page
from pitboss.sheets.reading.code_seen import code_of
from pitboss.sheets.reading.corners import placed, straightened
from pitboss.sheets.reading.fitting import COARSE, offsets
from pitboss.sheets.reading.marks import darkness, judged
from pitboss.sheets.reading.seen import DOTS, ReadSheet, Unreadable

BENT: Final = 1.4
QUALITY: Final = 72


def read_picture(image: Any) -> ReadSheet:
    """Read one grey picture. Raises Unreadable with what is in the way."""
    import cv2

    took: dict[str, float] = {}
    begun = perf_counter()
    matrix, turned = placed(image)
    begun = _took(took, "corners", begun)
    code = code_of(image, matrix)
    try:
        drawn = page(code.layout, code.page)
    except KeyError as why:
        raise Unreadable("layout") from why
    begun = _took(took, "code", begun)
    upright = straightened(image, matrix)
    begun = _took(took, "straightened", begun)
    dark = darkness(upright)
    begun = _took(took, "darkness", begun)
    scale = COARSE / DOTS
    coarse = cv2.resize(dark, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    off, furthest = offsets(coarse, code.layout, code.page)
    begun = _took(took, "fitting", begun)
    cells = judged(dark, drawn, off)
    begun = _took(took, "marks", begun)
    _, jpeg = cv2.imencode(".jpg", upright, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    _took(took, "kept", begun)
    warnings = [name for name, true in (("turned", turned), ("bent", furthest > BENT)) if true]
    return ReadSheet(code, cells, jpeg.tobytes(), tuple(warnings), took)


def _took(took: dict[str, float], step: str, begun: float) -> float:
    now = perf_counter()
    took[step] = round((now - begun) * 1000, 1)
    return now
