"""The jornada: what happens after midnight belongs to the day whose evening it ends."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from pitboss.casino.models import Casino


def gaming_day(casino: Casino, at: datetime) -> date:
    """The jornada that `at` (with its offset) falls in, by the casino's own clock."""
    local = at.astimezone(ZoneInfo(casino.timezone))
    # Compared on the clock's face: on the night that a clock is put back the jornada is an hour longer
    return local.date() if local.time() >= casino.day_starts else local.date() - timedelta(days=1)
