"""What falls due: soonest first, until somebody has done what is owed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pitboss.accounts.roles import Role
from pitboss.casino.cast import Cast
from pitboss.complaints.picks import About, Channel, Wish
from pitboss.complaints.verbs.receive import Who, receive
from pitboss.incidents.models import Incident
from pitboss.incidents.verbs.hold_longer import hold_longer
from pitboss.incidents.verbs.preserve_footage import preserve_footage
from pitboss.incidents.verbs.review import review
from pitboss.incidents.verbs.rule import rule
from pitboss.reminders.due import Due, House, due, houses_of, sees_complaints_at
from pitboss.reminders.look import look
from pitboss.reminders.models import Reminder, Threshold, What
from tests.reminders.conftest import lapsing, opened

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def listed(cast: Cast, now: datetime = NOW, **window: Any) -> list[Due]:
    return due([House.of(cast.casino, now)], now, **window).items


def test_footage_falls_due_when_the_recorder_may_lose_it_and_is_surveillances(cast: Cast) -> None:
    later, soon = lapsing(NOW, timedelta(days=4)), lapsing(NOW, timedelta(hours=20), table="CDE/BJ-02")
    assert [(one.what, one.about, one.at, one.role) for one in listed(cast)] == [
        (What.FOOTAGE, soon, soon.preserve_by, Role.SURVEILLANCE),
        (What.FOOTAGE, later, later.preserve_by, Role.SURVEILLANCE),
    ]


def test_kept_footage_falls_due_no_more(cast: Cast) -> None:
    case = lapsing(NOW, timedelta(hours=20))
    told = {"reference": "V1", "camera": "12", "copies": 1, "holder": "Vigilancia", "sha256": "ab" * 32}
    preserve_footage(incident=case, by=cast.lucia, now=NOW, start=NOW, end=NOW, **told)  # type: ignore[arg-type]
    assert listed(cast) == []


def test_what_ran_out_stays_until_it_is_dealt_with(cast: Cast) -> None:
    case = lapsing(NOW, timedelta(days=-20))
    assert [one.about for one in listed(cast)] == [case]


def test_footage_that_nobody_wants_is_not_told_until_a_complaint_does(cast: Cast) -> None:
    case = opened(NOW - timedelta(days=1))
    Incident.objects.filter(pk=case.pk).update(cctv=False)
    assert listed(cast) == []
    hold_longer(incident=case, until=NOW + timedelta(days=130), because="R-2026-000001", now=NOW)
    assert [one.about for one in listed(cast)] == [case]


def test_a_ruled_case_waits_for_its_review_three_business_days_and_no_longer_once_it_has_it(cast: Cast) -> None:
    case = opened(NOW)
    told = {"ruling": "as_prescribed", "reason": None, "words": ""}
    rule(incident=case, by=cast.rosa, now=NOW, **told)  # type: ignore[arg-type]
    (found,) = [one for one in listed(cast) if one.what == What.REVIEW]
    # From Friday the 20th: Wednesday
    assert (found.role, found.at) == (Role.AUDITOR, datetime(2026, 11, 26, 2, 59, 59, tzinfo=UTC))
    review(incident=case, by=cast.marta, now=NOW, verdict="returned", words="Falta el video")  # type: ignore[arg-type]
    assert [one.what for one in listed(cast) if one.what == What.REVIEW] == [What.REVIEW]


def test_a_window_narrows_it(cast: Cast) -> None:
    lapsing(NOW, timedelta(days=-4))
    near = lapsing(NOW, timedelta(days=1), table="CDE/BJ-02")
    lapsing(NOW, timedelta(days=9), table="CDE/BJ-03")
    window = {"since": NOW - timedelta(days=3), "until": NOW + timedelta(days=3)}
    assert [one.about for one in listed(cast, **window)] == [near]


def test_another_casinos_things_are_not_told(cast: Cast) -> None:
    lapsing(NOW, timedelta(hours=20))
    assert due(houses_of(cast.tomas, NOW), NOW).items == []
    assert len(due(houses_of(cast.lucia, NOW), NOW).items) == 1


@pytest.mark.parametrize(
    ("left", "near"),
    [
        (timedelta(hours=72, seconds=1), None),
        (timedelta(hours=72), Threshold.SOON),
        (timedelta(hours=24), Threshold.ALARM),
        (timedelta(0), Threshold.ALARM),
        (timedelta(seconds=-1), Threshold.LAPSED),
    ],
)
def test_how_near_it_is(left: timedelta, near: Threshold | None, cast: Cast) -> None:
    case = lapsing(NOW, timedelta(days=1))
    one = Due(What.FOOTAGE, NOW + left, Role.SURVEILLANCE, case)
    assert House.of(cast.casino, NOW).threshold(one, NOW) == near


def test_it_takes_as_many_queries_for_many_as_for_one(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for table in ("CDE/BJ-01", "CDE/BJ-02", "CDE/BJ-03"):
        lapsing(NOW, timedelta(hours=20), table=table)
    house = House.of(cast.casino, timezone.now())
    with django_assert_num_queries(3):
        assert [one.table for one in due([house], NOW).items] == ["BJ-01", "BJ-02", "BJ-03"]


def test_a_complaint_falls_due_with_its_answer_and_only_for_those_whose_business_it_is(cast: Cast) -> None:
    now = timezone.now()  # the database lets no complaint be dated back
    told: dict[str, Any] = {
        "casino": cast.casino, "by": cast.rosa, "now": now, "received_at": now, "event_at": now - timedelta(hours=3),
        "channel": Channel.IN_PERSON, "about": About.PAYMENT, "claim": "Me pagaron de menos", "wish": Wish.EXPLANATION,
        "who": Who("Pedro Díaz"), "table": cast.table,
    }  # fmt: skip
    complaint = receive(**told)
    (found,) = listed(cast, now)
    assert (found.what, found.about, found.role) == (What.ANSWER, complaint, Role.SECTION_HEAD)
    assert (found.item, found.table) == (f"answer:{complaint.pk}", "BJ-01")
    assert found.at == complaint.answer_due
    house = House.of(cast.casino, now)
    assert house.days.between(house.days.day_of(now), house.days.day_of(found.at)) == 10
    assert due([house], now, complaints_of=sees_complaints_at(cast.lucia)).items == []
    assert due([house], now, complaints_of=sees_complaints_at(cast.marta)).items == [found]
    (late,) = due([house], found.at + timedelta(seconds=1), until=found.at + timedelta(seconds=1)).items
    assert house.threshold(late, found.at + timedelta(seconds=1)) == Threshold.LAPSED
    look(now=found.at - timedelta(hours=2))
    reminder = Reminder.objects.get()
    assert (reminder.threshold, reminder.roles) == ("alarm", ["section_head", "administrator"])
    assert "Pedro" not in str(reminder.facts)
