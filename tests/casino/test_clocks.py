"""The clocks of a casino are dated rows: Chile's until the house says otherwise, never shorter than the law's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, IntegrityError, connection, transaction

from pitboss.casino.cast import Cast
from pitboss.casino.clocks import CHILE, Clock, ClockSetting, Unit
from pitboss.casino.set_clock import NotAClock, set_clock, set_special_day

NIGHT = datetime(2026, 11, 29, 22, 0, tzinfo=UTC)


def setting(cast: Cast, clock: str, value: int | None, *, at: datetime = NIGHT, **more: Any) -> ClockSetting:
    told: dict[str, Any] = {"casino": cast.casino, "by": cast.ana, "why": "acta 12", "now": NIGHT, "valid_from": at}
    return set_clock(clock=clock, value=value, **told | more)


def value(cast: Cast, clock: Clock, at: datetime = NIGHT) -> int | None:
    return ClockSetting.objects.in_force(casino=cast.casino, at=at)[clock].value


def test_chile_gives_every_clock_until_the_house_does(cast: Cast) -> None:
    found = ClockSetting.objects.in_force(casino=cast.casino, at=NIGHT)
    assert set(found) == set(Clock) == set(CHILE)
    assert (found[Clock.COMPLAINT_WINDOW].value, found[Clock.COMPLAINT_WINDOW].unit) == (15, Unit.DAYS)
    assert (found[Clock.COMPLAINT_ANSWER].value, found[Clock.COMPLAINT_ANSWER].unit) == (10, Unit.BUSINESS_DAYS)
    assert (found[Clock.APPEAL_WINDOW].value, found[Clock.APPEAL_WINDOW].unit) == (20, Unit.BUSINESS_DAYS)
    assert (found[Clock.DECISION].value, found[Clock.DECISION_EXTENDED].value) == (75, 6)
    holds = [found[clock].value for clock in Clock if clock.startswith("footage_hold")]
    assert holds == [15, 132, 240]
    assert all(one.setting is None for one in found.values())


def test_how_long_the_recorder_keeps_video_can_be_unknown(cast: Cast) -> None:
    assert value(cast, Clock.FOOTAGE_KEPT) == 15  # the casino's own field
    cast.casino.retention_days = None
    assert value(cast, Clock.FOOTAGE_KEPT) is None
    setting(cast, Clock.FOOTAGE_KEPT, 30)
    assert value(cast, Clock.FOOTAGE_KEPT) == 30
    setting(cast, Clock.FOOTAGE_KEPT, None)
    assert value(cast, Clock.FOOTAGE_KEPT) is None


def test_a_clock_holds_from_its_moment_until_the_next_and_of_one_moment_the_last(cast: Cast) -> None:
    setting(cast, Clock.REVIEW, 5)
    setting(cast, Clock.REVIEW, 4)
    setting(cast, Clock.REVIEW, None, at=NIGHT + timedelta(days=1))
    assert value(cast, Clock.REVIEW, NIGHT - timedelta(seconds=1)) == 3
    assert value(cast, Clock.REVIEW) == 4
    assert value(cast, Clock.REVIEW, NIGHT + timedelta(days=1)) == 3
    assert ClockSetting.objects.in_force(casino=cast.casinos["CDS"], at=NIGHT)[Clock.REVIEW].value == 3


@pytest.mark.parametrize(
    ("clock", "number", "reason"),
    [
        ("lunch", 1, "unknown"),
        (Clock.REVIEW, 0, "range"),
        (Clock.REVIEW, 5000, "range"),
        (Clock.COMPLAINT_WINDOW, 14, "law"),
        (Clock.APPEAL_WINDOW, 19, "law"),
        (Clock.COMPLAINT_ANSWER, 11, "law"),
        (Clock.FOOTAGE_HOLD, 133, "order"),
        (Clock.FOOTAGE_WARN, 12, "order"),
    ],
)
def test_no_house_gives_less_than_the_law_or_warns_after_the_alarm(
    clock: str, number: int, reason: str, cast: Cast
) -> None:
    with pytest.raises(NotAClock) as refused:
        setting(cast, clock, number)
    assert refused.value.reason == reason
    assert not ClockSetting.objects.exists()


def test_a_house_may_give_more_and_promise_to_answer_sooner(cast: Cast) -> None:
    setting(cast, Clock.COMPLAINT_WINDOW, 30)
    setting(cast, Clock.COMPLAINT_ANSWER, 5)
    assert (value(cast, Clock.COMPLAINT_WINDOW), value(cast, Clock.COMPLAINT_ANSWER)) == (30, 5)


def test_only_who_administers_the_casino_sets_its_clocks_and_says_why(cast: Cast) -> None:
    for person in (cast.rosa, cast.marta, cast.tomas):
        with pytest.raises(PermissionDenied):
            setting(cast, Clock.REVIEW, 5, by=person)
        with pytest.raises(PermissionDenied):
            set_special_day(casino=cast.casino, day=date(2026, 12, 2), business=False, by=person, why="x", now=NIGHT)
    with pytest.raises(NotAClock):
        setting(cast, Clock.REVIEW, 5, why=" ")
    with pytest.raises(DatabaseError, match="does not administer"), transaction.atomic():
        row(cast, by=cast.marta)


@pytest.mark.parametrize(
    "wrong", [{"clock": "lunch"}, {"value": 0}, {"value": 3661}, {"why": ""}], ids=["clock", "zero", "long", "why"]
)
def test_the_database_refuses_what_is_no_clock(wrong: dict[str, Any], cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        row(cast, **wrong)


@pytest.mark.parametrize("table", ["casino_clocksetting", "casino_specialday"])
@pytest.mark.parametrize("change", ["UPDATE {} SET why = 'x'", "DELETE FROM {}", "TRUNCATE {}"])
def test_the_database_refuses_to_change_or_remove_one(change: str, table: str, cast: Cast) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(table))


def row(cast: Cast, **told: Any) -> ClockSetting:
    fields: dict[str, Any] = {
        "casino": cast.casino, "clock": Clock.REVIEW, "value": 5, "valid_from": NIGHT,
        "by": cast.ana, "why": "acta 12", "set_at": NIGHT,
    }  # fmt: skip
    return ClockSetting.objects.create(**fields | told)
