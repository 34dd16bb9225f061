"""The QR code of a page that was found: looked for where it must be, and only then in all of the picture."""

from __future__ import annotations

from typing import Any, Final

from pitboss.sheets.code import Code, NoCode, read
from pitboss.sheets.layout import CODE
from pitboss.sheets.reading.seen import DOTS, Unreadable

AROUND: Final = 2.0
FINE: Final = 10.0
"""Dots a millimetre of the part in which it is looked for."""


def code_of(image: Any, matrix: Any) -> Code:
    """Raises Unreadable (``no_code``)."""
    import cv2
    import numpy as np

    x, y, side = CODE
    left, top, wide = x - AROUND, y - AROUND, side + 2 * AROUND
    zoom = np.array([[DOTS / FINE, 0, left * DOTS], [0, DOTS / FINE, top * DOTS], [0, 0, 1]])
    size = (int(wide * FINE), int(wide * FINE))
    part = cv2.warpPerspective(image, matrix @ zoom, size, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    for better in (_as_it_is, _evened, _sharper):
        if (found := _said(better(part))) is not None:
            return found
    if (found := _said(image)) is not None:
        return found
    raise Unreadable("no_code")


def _said(image: Any) -> Code | None:
    import zxingcpp

    for barcode in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)):
        try:
            return read(barcode.text)
        except NoCode:
            continue
    return None


def _as_it_is(part: Any) -> Any:
    return part


def _evened(part: Any) -> Any:
    import cv2

    lit = cv2.GaussianBlur(part, (0, 0), 40).astype("float32") + 1
    return (part / lit * 128).clip(0, 255).astype("uint8")


def _sharper(part: Any) -> Any:
    import cv2

    soft = cv2.GaussianBlur(part, (0, 0), 4)
    return cv2.addWeighted(part, 2.2, soft, -1.2, 0)
