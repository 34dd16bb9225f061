"""Days that count, against calendars of Chile that can be looked up."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from pitboss.casino.business_days import BusinessCalendar, add_business_days, add_months, calendar_of
from pitboss.casino.cast import Cast
from pitboss.casino.clocks import Clock, InForce, Unit
from pitboss.casino.models import Casino
from pitboss.casino.set_clock import set_special_day

CHILE = BusinessCalendar()
NOON = datetime(2026, 9, 10, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "called"),
    [
        (date(2023, 10, 27), "Evangélicas"),  # of the 31st, a Tuesday: moved to the Friday before
        (date(2024, 9, 20), "Patrias"),  # between a holiday and a Saturday, by law 20.983
        (date(2022, 6, 27), "Pedro"),  # of the 29th, a Wednesday: moved to the Monday before
        (date(2026, 9, 18), "Independencia"),
        (date(2026, 12, 8), "Inmaculada"),
    ],
)
def test_a_holiday_does_not_count_nor_one_that_the_law_moves(day: date, called: str) -> None:
    assert not CHILE.counts(day)
    assert called in (CHILE.holiday(day) or "")


def test_the_day_that_a_holiday_was_moved_from_counts() -> None:
    assert CHILE.counts(date(2023, 10, 31))
    assert CHILE.counts(date(2022, 6, 29))


def test_saturday_is_no_business_day_and_the_last_of_december_is() -> None:
    assert not CHILE.counts(date(2026, 11, 28))
    assert CHILE.counts(date(2026, 12, 31))  # closed for banks alone


@pytest.mark.parametrize(
    ("day", "count", "then"),
    [
        (date(2025, 9, 15), 10, date(2025, 10, 1)),  # 18 and 19 September on Thursday and Friday
        (date(2024, 9, 17), 1, date(2024, 9, 23)),  # Wednesday to Friday closed, then the weekend
        (date(2025, 12, 23), 10, date(2026, 1, 8)),  # over Christmas and the new year
        (date(2026, 11, 28), 1, date(2026, 11, 30)),  # from a Saturday
        (date(2026, 11, 30), 0, date(2026, 11, 30)),
    ],
)
def test_business_days_are_counted_from_the_day_after(day: date, count: int, then: date) -> None:
    assert add_business_days(day, count) == then
    assert CHILE.between(day, then) == count


def test_what_lies_behind_is_counted_backwards() -> None:
    assert CHILE.between(date(2026, 12, 1), date(2026, 11, 27)) == -2


def test_days_of_years_are_counted_as_they_are_one_by_one() -> None:
    # A holiday that the house works, a Saturday that counts, a working day and a Sunday that do not
    house = BusinessCalendar(
        special={
            date(2026, 9, 18): True,
            date(2026, 9, 26): True,
            date(2026, 9, 28): False,
            date(2026, 9, 27): False,
        }
    )
    first = date(2024, 12, 30)
    for days in house, CHILE:
        counted = 0
        for ahead in range(1, 800):
            day = first + timedelta(days=ahead)
            counted += days.counts(day)
            assert days.between(first, day) == counted


def test_a_regions_own_holiday_counts_there_alone() -> None:
    arica = BusinessCalendar(region="AP")
    assert not arica.counts(date(2027, 6, 7))  # the taking of the Morro
    assert CHILE.counts(date(2027, 6, 7))


def test_a_term_ends_with_the_last_second_of_its_day_on_the_casinos_clock() -> None:
    ten = InForce(Clock.COMPLAINT_ANSWER, 10, Unit.BUSINESS_DAYS)
    assert CHILE.term(NOON, ten) == datetime(2026, 9, 26, 2, 59, 59, tzinfo=UTC)  # the 25th in Santiago
    assert CHILE.term(NOON, InForce(Clock.DECISION, 75, Unit.DAYS)) == datetime(2026, 11, 25, 2, 59, 59, tzinfo=UTC)
    assert CHILE.term(NOON, InForce(Clock.TERM_WARN, 72, Unit.HOURS)) == NOON + timedelta(hours=72)
    assert CHILE.term(NOON, InForce(Clock.FOOTAGE_KEPT, None, Unit.DAYS)) is None


def test_an_evening_in_london_is_still_the_day_before_in_santiago() -> None:
    one = InForce(Clock.COMPLAINT_WINDOW, 1, Unit.DAYS)
    assert CHILE.term(datetime(2026, 11, 30, 2, 0, tzinfo=UTC), one) == datetime(2026, 12, 1, 2, 59, 59, tzinfo=UTC)


def test_the_hour_that_strikes_twice_belongs_to_the_term() -> None:
    """In April the clock goes from midnight back to eleven: the day's last second is the second one."""
    assert CHILE.end_of(date(2026, 4, 4)).astimezone(UTC) == datetime(2026, 4, 5, 3, 59, 59, tzinfo=UTC)


def test_six_months_end_on_the_same_day_or_the_months_last() -> None:
    assert add_months(date(2026, 5, 12), 6) == date(2026, 11, 12)
    assert add_months(date(2026, 8, 31), 6) == date(2027, 2, 28)
    assert add_months(date(2027, 8, 31), 6) == date(2028, 2, 29)


def test_a_special_day_goes_before_the_calendar_and_the_last_word_counts(cast: Cast) -> None:
    day = date(2026, 12, 2)
    told: dict[str, Any] = {"casino": cast.casino, "day": day, "by": cast.ana, "why": "duelo regional", "now": NOON}
    set_special_day(business=False, **told)
    assert not calendar_of(cast.casino).counts(day)
    assert calendar_of(cast.casinos["CDS"]).counts(day)
    set_special_day(business=True, **told)
    assert calendar_of(cast.casino).counts(day)


def test_a_casino_is_where_the_holidays_are_known() -> None:
    Casino(code="X", name="X", region="AP").clean()
    for country, region in (("CL", "QQ"), ("QQ", "")):
        with pytest.raises(ValidationError):
            Casino(code="X", name="X", country=country, region=region).clean()
