"""Money and dates on screen: ``$1.234.567`` in Spanish, ``$1,234,567`` in English, as the rules say it.

Dates and times are compared with paper and video, so they look the same in every language.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import get_language

MINUS: Final = "\u2212"


def money(amount: int) -> str:
    """``$1.234.567``; a negative amount carries the true minus sign before the ``$``."""
    figures = _grouped(abs(amount))
    return f"{MINUS if amount < 0 else ''}${figures}"


def difference(amount: int) -> str:
    """Money with its sign always shown; zero has none."""
    return f"+{money(amount)}" if amount > 0 else money(amount)


def count(number: int) -> str:
    """A count, grouped from ten thousand on: ``1024``, ``12.345``."""
    return _grouped(number) if abs(number) >= 10_000 else str(number)


def decimal(number: float) -> str:
    """One decimal, after the comma or the point of the language; none where it is nothing, nor from a hundred on."""
    text = f"{number:.0f}" if abs(number) >= 100 else f"{number:.1f}".removesuffix(".0")
    return text if (get_language() or "").startswith("en") else text.replace(".", ",")


def _grouped(number: int) -> str:
    figures = f"{number:,}"
    return figures if (get_language() or "").startswith("en") else figures.replace(",", ".")


def day(at: datetime) -> str:
    return at.strftime("%d-%m-%Y")


def clock(at: datetime) -> str:
    return at.strftime("%H:%M:%S")


def moment(at: datetime) -> str:
    """``29-11-2026 22:14:06``, in the zone that ``at`` already carries."""
    return at.strftime("%d-%m-%Y %H:%M:%S")


def minute(at: datetime) -> str:
    return at.strftime("%d-%m-%Y %H:%M")


def brief(at: datetime) -> str:
    """``29-11 22:14``: for rows, where the year is known."""
    return at.strftime("%d-%m %H:%M")
