"""Days that count, and the last moment of a term.

Chile's administrative terms count business days: Saturdays, Sundays and holidays are none, counting begins on the
day after, and the last day counts to its end (Ley 19.880, art. 25). Which days are holidays is the library
``holidays``'s knowledge, with the region's own where the casino has one, and ``SpecialDay`` where it knows better.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

import holidays

from pitboss.casino.clocks import InForce, SpecialDay, Unit

if TYPE_CHECKING:
    from pitboss.casino.models import Casino

SATURDAY: Final = 5


@dataclass(frozen=True, slots=True)
class BusinessCalendar:
    """A casino's days. ``special`` goes before the holidays: a day to whether it counts."""

    country: str = "CL"
    region: str = ""
    timezone: str = "America/Santiago"
    special: Mapping[date, bool] = field(default_factory=dict)

    def counts(self, day: date) -> bool:
        """Is it a business day?"""
        if day in self.special:
            return self.special[day]
        return day.weekday() < SATURDAY and day not in holidays_of(self.country, self.region)

    def holiday(self, day: date) -> str | None:
        """What the day is called, in the country's own language; None where it is none."""
        return holidays_of(self.country, self.region).get(day)

    def add(self, day: date, count: int) -> date:
        """The ``count``-th business day after ``day``, which itself is not counted; of 0, the day itself."""
        for _step in range(count):
            day = next(one for one in _days_after(day) if self.counts(one))
        return day

    def between(self, day: date, last: date) -> int:
        """How many business days come after ``day``, to ``last`` and with it; negative when ``last`` lies behind."""
        if last < day:
            return -self.between(last, day)
        weeks, rest = divmod((last - day).days, 7)
        working = weeks * SATURDAY + sum((day.weekday() + ahead) % 7 < SATURDAY for ahead in range(1, rest + 1))
        off = sum(
            day < one <= last and one not in self.special
            for year in range(day.year, last.year + 1)
            for one in holidays_in_the_week(self.country, self.region, year)
        )
        told = sum(business - (one.weekday() < SATURDAY) for one, business in self.special.items() if day < one <= last)
        return working - off + told

    def day_of(self, at: datetime) -> date:
        """The date on the casino's wall."""
        return at.astimezone(ZoneInfo(self.timezone)).date()

    def end_of(self, day: date) -> datetime:
        """The last second of the day on the casino's clock. On the night that the clock is put back from midnight to
        eleven it strikes twice; the second one is the end."""
        return datetime.combine(day, time(23, 59, 59), tzinfo=ZoneInfo(self.timezone)).replace(fold=1)

    def term(self, since: datetime, clock: InForce) -> datetime | None:
        """The last moment of a term that ``since`` sets going; None where the clock is not set. Hours run from the
        moment itself, everything else from the day after to the end of the last."""
        if clock.value is None:
            return None
        day = self.day_of(since)
        match clock.unit:
            case Unit.HOURS:
                return since + timedelta(hours=clock.value)
            case Unit.DAYS:
                return self.end_of(day + timedelta(days=clock.value))
            case Unit.MONTHS:
                return self.end_of(add_months(day, clock.value))
            case _:
                return self.end_of(self.add(day, clock.value))


def calendar_of(casino: Casino) -> BusinessCalendar:
    """The casino's days as they stand. One query."""
    rows = SpecialDay.objects.filter(casino=casino).order_by("pk").values_list("day", "business")
    return BusinessCalendar(casino.country, casino.region, casino.timezone, dict(rows))


def add_business_days(day: date, count: int, country: str = "CL", region: str = "") -> date:
    """The ``count``-th business day after ``day`` by the country's holidays alone."""
    return BusinessCalendar(country, region).add(day, count)


def add_months(day: date, count: int) -> date:
    """The same day of a later month, or its last where it has no such day (Código Civil, art. 48)."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


@lru_cache(maxsize=64)
def holidays_of(country: str, region: str) -> holidays.HolidayBase:
    """Public holidays, year by year as they are asked for. NotImplementedError for a country or region it has not."""
    # Named in the country's own language, whatever the machine's is
    own = holidays.country_holidays(country).default_language
    return holidays.country_holidays(country, subdiv=region or None, language=own)


@lru_cache(maxsize=1024)
def holidays_in_the_week(country: str, region: str, year: int) -> tuple[date, ...]:
    """Those of a year that would be working days otherwise."""
    known = holidays_of(country, region)
    first = date(year, 1, 1).toordinal()
    days = (date.fromordinal(first + ahead) for ahead in range(366 if calendar.isleap(year) else 365))
    return tuple(day for day in days if day.weekday() < SATURDAY and day in known)


def holidays_are_known(country: str, region: str) -> bool:
    try:
        holidays_of(country, region)
    except NotImplementedError:
        return False
    return True


def _days_after(day: date) -> Iterator[date]:
    while True:
        day += timedelta(days=1)
        yield day
