"""Money and dates as a Chilean casino writes them, in every language of the screen.

Amounts and dates are compared with paper and video, so they look the same whatever the reader speaks.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

MINUS: Final = "\u2212"


def money(amount: int) -> str:
    """``$1.234.567``; a negative amount carries the true minus sign before the ``$``."""
    figures = f"{abs(amount):,}".replace(",", ".")
    return f"{MINUS if amount < 0 else ''}${figures}"


def difference(amount: int) -> str:
    """Money with its sign always shown; zero has none."""
    return f"+{money(amount)}" if amount > 0 else money(amount)


def count(number: int) -> str:
    """A count with points between the thousands; below ten thousand without, as in ``1024``."""
    return f"{number:,}".replace(",", ".") if abs(number) >= 10_000 else str(number)


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
