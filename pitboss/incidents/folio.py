"""Numbers for incidents, and for whatever else has folios: per casino and year, from 1, without gaps."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import Model

from pitboss.casino.models import Casino
from pitboss.incidents.models import FolioCounter

_TAKE = """
INSERT INTO {series} (casino_id, year, last) VALUES (%s, %s, %s)
ON CONFLICT (casino_id, year) DO UPDATE SET last = {series}.last + EXCLUDED.last
RETURNING last
"""


def year_of(casino: Casino, at: datetime) -> int:
    """The calendar year of a moment on the casino's own clock."""
    return at.astimezone(ZoneInfo(casino.timezone)).year


def take_numbers(*, casino: Casino, year: int, count: int, series: type[Model] = FolioCounter) -> range:
    """The next ``count`` numbers. Only inside a transaction. ``series`` is the counter that they are taken from, of
    the shape of ``FolioCounter``: what has folios of its own has a counter of its own.

    The counter's row stays locked until the transaction ends: whoever comes next waits to see whether
    these numbers were used. A sequence would not wait, and would leave gaps.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("folio numbers are only taken inside the transaction that uses them")
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(series._meta.db_table)
        cursor.execute(_TAKE.format(series=table), [casino.pk, year, count])
        row = cursor.fetchone()
    assert row is not None  # noqa: S101 (RETURNING always gives the row)
    last: int = row[0]
    return range(last - count + 1, last + 1)


def folio(year: int, number: int) -> str:
    """``2026-000431``"""
    return f"{year}-{number:06d}"
