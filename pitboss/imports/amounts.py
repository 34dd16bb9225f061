"""Money out of a cell: which mark parts thousands is told to us where the figures leave it open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

MARKS: Final = ("dot", "comma")
"""What parts thousands: ``1.000,50`` or ``1,000.50``."""
WITHOUT_CENTS: Final = frozenset({"CLP", "PYG", "JPY", "KRW", "ISK", "UGX", "VND", "XAF", "XOF"})
_ADORNED: Final = re.compile(r"^(?:[A-Z]{0,3}\$|[A-Z]{3}|€)?\s*|\s*(?:[A-Z]{3}|€)?$")
_PATTERN: Final = {
    "dot": re.compile(r"(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?"),
    "comma": re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?"),
}


class NoAmount(ValueError):
    """``why`` is a word of ``imports.words``: ``amount``, or ``cents`` (less than the currency's smallest coin)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def fitting(shapes: Iterable[str]) -> list[str]:
    """The marks by which every shape (digits as ``9``) is an amount. Empty: some are none by either."""
    fit = list(MARKS)
    for shape in shapes:
        fit = [mark for mark in fit if _PATTERN[mark].fullmatch(_ADORNED.sub("", shape))]
    return fit


def matters(shapes: Iterable[str]) -> bool:
    """Is there a mark at all? Without one both readings are the same."""
    return any("." in shape or "," in shape for shape in shapes)


def amount(text: str, mark: str, currency: str) -> int:
    """In the currency's smallest unit. Raises NoAmount."""
    found = _PATTERN[mark].fullmatch(_ADORNED.sub("", text))
    if found is None:
        raise NoAmount("amount")
    whole, part = found[1].replace(".", "").replace(",", ""), found[2] or ""
    places = 0 if currency in WITHOUT_CENTS else 2
    if part[places:].strip("0"):
        raise NoAmount("cents")
    return int(whole + part[:places].ljust(places, "0"))
