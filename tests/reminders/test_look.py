"""Each threshold is told once, to whoever's turn it is, then further up; what is written stays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, IntegrityError, connection, transaction

from pitboss.accounts.roles import Role
from pitboss.casino.cast import Cast
from pitboss.casino.clocks import Clock
from pitboss.casino.set_clock import set_clock
from pitboss.jobs.models import Job
from pitboss.reminders.look import look, roles_for
from pitboss.reminders.models import Delivery, Reminder, Target, Threshold, Withdrawal
from pitboss.reminders.verbs.set_target import NotATarget, set_target, withdraw_target
from tests.reminders.conftest import lapsing

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
Targets = Callable[..., Target]


def told() -> list[tuple[str, str]]:
    return [(one.item, one.threshold) for one in Reminder.objects.order_by("pk")]


def test_each_threshold_is_told_once_as_time_goes_by(cast: Cast) -> None:
    case = lapsing(NOW, timedelta(hours=80))
    item = f"footage:{case.pk}"
    seen = []
    for hours in (0, 10, 11, 60, 61, 81, 82):
        look(now=NOW + timedelta(hours=hours))
        seen.append(told())
    soon, alarm, lapsed = (item, "soon"), (item, "alarm"), (item, "lapsed")
    assert seen[0] == []
    assert seen[1] == seen[2] == [soon]
    assert seen[3] == seen[4] == [soon, alarm]
    assert seen[5] == seen[6] == [soon, alarm, lapsed]
    first = Reminder.objects.get(threshold="soon")
    assert (first.casino, first.due_at, first.at) == (cast.casino, case.preserve_by, NOW + timedelta(hours=10))
    assert case.footage_from is not None
    assert (first.facts["folio"], first.facts["table"]) == (case.folio, "BJ-01")
    assert first.facts["footage_from"] == case.footage_from.astimezone(UTC).isoformat()


def test_what_is_red_when_first_seen_is_told_as_red_only(cast: Cast) -> None:
    lapsing(NOW, timedelta(hours=5))
    look(now=NOW)
    assert [threshold for _, threshold in told()] == ["alarm"]


def test_what_ran_out_long_ago_wakes_nobody(cast: Cast) -> None:
    lapsing(NOW, timedelta(days=-4))
    lapsing(NOW, timedelta(days=-2), table="CDE/BJ-02")
    look(now=NOW)
    assert [one.facts["table"] for one in Reminder.objects.all()] == ["BJ-02"]


def test_a_casino_warns_by_its_own_clocks(cast: Cast) -> None:
    given: dict[str, Any] = {"casino": cast.casino, "by": cast.ana, "why": "acta", "now": NOW, "valid_from": NOW}
    lapsing(NOW, timedelta(hours=100))
    look(now=NOW)
    assert told() == []
    set_clock(clock=Clock.FOOTAGE_WARN, value=120, **given)
    look(now=NOW)
    assert len(told()) == 1


@pytest.mark.parametrize(
    ("role", "threshold", "roles"),
    [
        (Role.SURVEILLANCE, Threshold.SOON, [Role.SURVEILLANCE]),
        (Role.SURVEILLANCE, Threshold.ALARM, [Role.SURVEILLANCE, Role.SECTION_HEAD]),
        (Role.SURVEILLANCE, Threshold.LAPSED, [Role.SURVEILLANCE, Role.SECTION_HEAD, Role.ADMINISTRATOR]),
        (Role.SECTION_HEAD, Threshold.ALARM, [Role.SECTION_HEAD, Role.ADMINISTRATOR]),
        (Role.AUDITOR, Threshold.LAPSED, [Role.AUDITOR, Role.ADMINISTRATOR]),
        (Role.INSPECTOR, Threshold.SOON, [Role.AUDITOR]),
    ],
)
def test_it_goes_one_role_up_and_then_to_administration(role: Role, threshold: Threshold, roles: list[Role]) -> None:
    assert roles_for(role, threshold) == roles


def test_it_is_sent_where_its_roles_are_told_and_to_systems_that_take_all(cast: Cast, target: Targets) -> None:
    watch = target("surveillance", "email", "vigilancia@casino.example")
    above = target("section_head", "email", "seccion@casino.example")
    system = target("", "webhook", "https://video.casino.example/hooks")
    lapsing(NOW, timedelta(hours=60))
    look(now=NOW)
    assert {one.target for one in Delivery.objects.all()} == {watch, system}
    look(now=NOW + timedelta(hours=40))
    assert {one.target for one in Delivery.objects.filter(reminder__threshold="alarm")} == {watch, above, system}
    keys = {job.key for job in Job.objects.filter(kind="reminders.deliver")}
    assert keys == {f"reminders.deliver:{one.pk}" for one in Delivery.objects.all()}


def test_what_was_withdrawn_and_another_casinos_is_told_nothing(cast: Cast, target: Targets) -> None:
    gone = target("surveillance", "email", "vieja@casino.example")
    withdraw_target(target=gone, by=cast.ana, why="se cambió", now=NOW)
    lapsing(NOW, timedelta(hours=60))
    look(now=NOW)
    assert not Delivery.objects.exists()
    with pytest.raises(DatabaseError, match="is not told"), transaction.atomic():
        Delivery.objects.create(reminder=Reminder.objects.get(), target=gone, at=NOW)


@pytest.mark.parametrize(
    ("channel", "address", "reason"),
    [
        ("email", "vigilancia", "address"),
        ("webhook", "ftp://video.example/", "address"),
        ("webhook", "http:///hooks", "address"),
        ("webhook", "http://video.example:99999/", "address"),
        ("webhook", "http://video.example/a b", "address"),
        ("webhook", "https://user:pass@video.example/", "address"),
        ("pigeon", "x", "unknown"),
    ],
)
def test_what_is_no_address_is_refused(channel: str, address: str, reason: str, cast: Cast, target: Targets) -> None:
    with pytest.raises(NotATarget) as refused:
        target("surveillance", channel, address)
    assert refused.value.reason == reason


def test_targets_are_administrations_said_once_and_with_a_reason(cast: Cast, target: Targets) -> None:
    one = target("surveillance", "email", "vigilancia@casino.example")
    with pytest.raises(NotATarget):
        target("surveillance", "email", "vigilancia@casino.example")
    with pytest.raises(NotATarget):
        target("auditor", "email", "a@casino.example", why=" ")
    for person in (cast.lucia, cast.tomas):
        with pytest.raises(PermissionDenied):
            target("auditor", "email", "a@casino.example", by=person)
        with pytest.raises(PermissionDenied):
            withdraw_target(target=one, by=person, why="x", now=NOW)
    with pytest.raises(DatabaseError, match="does not administer"), transaction.atomic():
        Withdrawal.objects.create(target=one, by=cast.marta, why="x", at=NOW)
    withdraw_target(target=one, by=cast.ana, why="se cambió", now=NOW)
    with pytest.raises(NotATarget):
        withdraw_target(target=one, by=cast.ana, why="otra vez", now=NOW)
    set_target(
        casino=cast.casino,
        role="surveillance",
        channel="email",
        address=one.address,
        by=cast.ana,
        why="vuelve",
        now=NOW,
    )


def test_the_database_keeps_a_threshold_to_one_reminder(cast: Cast) -> None:
    lapsing(NOW, timedelta(hours=60))
    look(now=NOW)
    again = Reminder.objects.get()
    again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


@pytest.mark.parametrize("table", ["target", "withdrawal", "reminder", "delivery", "attempt"])
@pytest.mark.parametrize("change", ["UPDATE {} SET id = 0", "DELETE FROM {}"])
def test_the_database_refuses_to_change_or_remove_a_row(change: str, table: str, cast: Cast) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(f"reminders_{table}"))


@pytest.mark.django_db(transaction=True)
def test_two_who_look_at_once_tell_it_once(own_database: str, cast: Cast) -> None:
    lapsing(NOW, timedelta(hours=60))
    failed: list[BaseException] = []

    def one() -> None:
        try:
            look(now=NOW)
        except BaseException as why:
            failed.append(why)
        finally:
            connection.close()

    threads = [Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert Reminder.objects.count() == 1
