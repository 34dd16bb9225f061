"""Bytes of a file into grey pictures: a photograph is one, a scanner's PDF has one a page."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, Final

from pitboss.sheets.reading.seen import Unreadable

LONGEST: Final = 3000
"""Dots of the longer side that are looked at; twice what the smallest box needs."""
SHORTEST: Final = 700
MOST_DOTS: Final = 120_000_000
"""A picture that says it is larger is not unpacked."""
MOST_PAGES: Final = 200
PDF_DOTS: Final = 8.0
"""Dots a millimetre at which a page of a PDF is drawn: 203 dpi."""


def pictures(content: bytes) -> Iterator[Any | Unreadable]:
    """Each picture of the file, or why it is none; the others go on."""
    if content.startswith(b"%PDF-"):
        yield from _pages(content)
        return
    try:
        yield _photograph(content)
    except Unreadable as why:
        yield why


def _photograph(content: bytes) -> Any:
    import cv2
    import numpy as np

    size = _size(content)
    if size is not None and size[0] * size[1] > MOST_DOTS:
        raise Unreadable("too_large")
    # A JPEG is unpacked at half its size where that is still enough: four times as quick
    how = cv2.IMREAD_GRAYSCALE
    if content[:2] == b"\xff\xd8" and size is not None and max(size) >= 2 * 1900:
        how = cv2.IMREAD_REDUCED_GRAYSCALE_2
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), how)
    except cv2.error as why:
        raise Unreadable("not_an_image") from why
    if image is None:
        raise Unreadable("not_an_image")
    return _fitting(image)


def _fitting(image: Any) -> Any:
    import cv2

    longer = max(image.shape[:2])
    if longer < SHORTEST:
        raise Unreadable("too_small")
    if longer > LONGEST:
        scale = LONGEST / longer
        return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return image


def _pages(content: bytes) -> Iterator[Any | Unreadable]:
    import numpy as np
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError:
        yield Unreadable("not_an_image")
        return
    try:
        for number in range(min(len(document), MOST_PAGES)):
            page = document[number]
            width, height = page.get_size()
            scale = min(PDF_DOTS * 25.4 / 72, LONGEST / max(width, height, 1))
            try:
                drawn = page.render(scale=scale, grayscale=True).to_numpy()
                yield _fitting(np.ascontiguousarray(drawn.reshape(drawn.shape[:2])))
            except Unreadable as why:
                yield why
            except pypdfium2.PdfiumError:
                yield Unreadable("not_an_image")
    finally:
        document.close()


def _size(content: bytes) -> tuple[int, int] | None:
    """Width and height as the file's own head says them, without unpacking it; None for other formats."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) > 24:
        width, height = struct.unpack(">II", content[16:24])
        return int(width), int(height)
    if content[:2] != b"\xff\xd8":
        return None
    place = 2
    while place + 9 < len(content) and content[place] == 0xFF:
        kind = content[place + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return int(width), int(height)
        place += 2 + int.from_bytes(content[place + 2 : place + 4], "big")
    return None
