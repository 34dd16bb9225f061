"""Numbers for incidents: per casino and year, from 1, without gaps."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import connection

from pitboss.casino.models import Casino

_TAKE = """
INSERT INTO incidents_foliocounter (casino_id, year, last) VALUES (%s, %s, %s)
ON CONFLICT (casino_id, year) DO UPDATE SET last = incidents_foliocounter.last + EXCLUDED.last
RETURNING last
"""


def year_of(casino: Casino, at: datetime) -> int:
    """The calendar year of a moment on the casino's own clock."""
    return at.astimezone(ZoneInfo(casino.timezone)).year


def take_numbers(*, casino: Casino, year: int, count: int) -> range:
    """The next ``count`` numbers. Only inside a transaction.

    The counter's row stays locked until the transaction ends: whoever comes next waits to see whether
    these numbers were used. A sequence would not wait, and would leave gaps.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("folio numbers are only taken inside the transaction that uses them")
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [casino.pk, year, count])
        row = cursor.fetchone()
    assert row is not None  # noqa: S101 (RETURNING always gives the row)
    last: int = row[0]
    return range(last - count + 1, last + 1)


def folio(year: int, number: int) -> str:
    """``2026-000431``"""
    return f"{year}-{number:06d}"
