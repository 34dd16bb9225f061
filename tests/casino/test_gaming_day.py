"""The jornada, on ordinary nights and on the nights when clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from pitboss.casino.gaming_day import gaming_day
from pitboss.casino.models import Casino

SANTIAGO = ZoneInfo("America/Santiago")


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2026, 11, 29, 22, 14, tzinfo=SANTIAGO), date(2026, 11, 29)),
        (datetime(2026, 11, 30, 3, 59, tzinfo=SANTIAGO), date(2026, 11, 29)),
        (datetime(2026, 11, 30, 7, 59, 59, tzinfo=SANTIAGO), date(2026, 11, 29)),
        (datetime(2026, 11, 30, 8, 0, tzinfo=SANTIAGO), date(2026, 11, 30)),
        (datetime(2026, 11, 30, 1, 0, tzinfo=UTC), date(2026, 11, 29)),
        (datetime(2027, 1, 1, 2, 0, tzinfo=SANTIAGO), date(2026, 12, 31)),
        # Clocks go back in April and forward in September, both at midnight
        (datetime(2026, 4, 4, 23, 30, tzinfo=SANTIAGO, fold=1), date(2026, 4, 4)),
        (datetime(2026, 4, 5, 7, 59, tzinfo=SANTIAGO), date(2026, 4, 4)),
        (datetime(2026, 9, 6, 1, 30, tzinfo=SANTIAGO), date(2026, 9, 5)),
    ],
)
def test_the_small_hours_belong_to_the_evening_before(at: datetime, day: date) -> None:
    assert gaming_day(Casino(day_starts=time(8)), at) == day


def test_each_casino_goes_by_its_own_clock() -> None:
    at = datetime(2026, 11, 30, 13, 30, tzinfo=UTC)
    assert gaming_day(Casino(timezone="Pacific/Easter", day_starts=time(9)), at) == date(2026, 11, 29)
    assert gaming_day(Casino(timezone="America/Punta_Arenas", day_starts=time(9)), at) == date(2026, 11, 30)
