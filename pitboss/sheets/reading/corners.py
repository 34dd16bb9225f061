"""Where the page lies in the picture: four markers, each of which says which corner it is."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from pitboss.sheets.layout import CORNER_NAMES, CORNERS, HEIGHT, MARKER, WIDTH
from pitboss.sheets.reading.seen import DOTS, Unreadable

LOOKED_AT: Final = 1000
"""Dots of the longer side in which markers are looked for first; their corners are then found in the whole picture."""


def placed(image: Any) -> tuple[Any, bool]:
    """The matrix that takes dots of the upright page to dots of the picture, and whether it lay upside down.

    Raises Unreadable: ``no_corners``, or ``corner`` with the names of those that are missing.
    """
    import cv2
    import numpy as np

    found = _markers(image)
    missing = tuple(name for number, name in enumerate(CORNER_NAMES) if number not in found)
    if len(missing) > 2:
        raise Unreadable("no_corners", missing)
    if missing:
        raise Unreadable("corner", missing)
    page, picture = [], []
    for number, (x, y) in enumerate(CORNERS):
        page += [(x, y), (x + MARKER, y), (x + MARKER, y + MARKER), (x, y + MARKER)]
        picture += list(found[number])
    matrix, _ = cv2.findHomography(np.array(page, np.float32) * DOTS, np.array(picture, np.float32))
    if matrix is None:
        raise Unreadable("folded")
    down = found[3][0] - found[0][0]
    return matrix, bool(down[1] < -abs(down[0]))


def straightened(image: Any, matrix: Any) -> Any:
    """The page upright, ``DOTS`` dots a millimetre."""
    import cv2

    size = (int(WIDTH * DOTS), int(HEIGHT * DOTS))
    return cv2.warpPerspective(
        image, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )


def _markers(image: Any) -> dict[int, Any]:
    """Corners of each marker by its number, in dots of the picture."""
    import cv2

    longer = max(image.shape)
    scale = min(1.0, LOOKED_AT / longer)
    small = image if scale == 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = _detected(small)
    if len(found) < len(CORNERS):
        # Dim or uneven light: once more with the contrast evened out, and at full size
        evened = cv2.createCLAHE(4.0, (8, 8)).apply(small)
        found = {**_detected(evened), **found}
    if len(found) < len(CORNERS) and scale < 1:
        found = {number: corners * scale for number, corners in _detected(image).items()} | found
    exact = {}
    for number, corners in found.items():
        side = max(abs(corners[0] - corners[2])) / scale
        window = int(max(2, min(9, side / 14)))
        points = (corners / scale).reshape(-1, 1, 2).astype("float32")
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
        exact[number] = cv2.cornerSubPix(image, points, (window, window), (-1, -1), criteria).reshape(4, 2)
    return exact


def _detected(image: Any) -> dict[int, Any]:
    corners, numbers, _ = _detector().detectMarkers(image)
    if numbers is None:
        return {}
    best: dict[int, Any] = {}
    for number, four in zip(numbers.flatten(), corners, strict=True):
        points = four.reshape(4, 2)
        # Two of one number: the larger is the page in front
        if int(number) < len(CORNERS) and (int(number) not in best or _spread(points) > _spread(best[int(number)])):
            best[int(number)] = points
    return best


def _spread(points: Any) -> float:
    return float(abs(points[0] - points[2]).sum())


@cache
def _detector() -> Any:
    import cv2

    told = cv2.aruco.DetectorParameters()
    told.adaptiveThreshWinSizeMin, told.adaptiveThreshWinSizeMax, told.adaptiveThreshWinSizeStep = 9, 29, 20
    told.minMarkerPerimeterRate, told.maxMarkerPerimeterRate = 0.04, 0.8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), told)
