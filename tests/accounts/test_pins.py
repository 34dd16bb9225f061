"""The six digits of the tablets: which are good, how often one may be wrong, and what is written about it."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import check_password
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from pitboss.accounts import pins
from pitboss.accounts.models import Person, PinLog
from pitboss.casino.cast import Cast

PIN = "730518"


@pytest.fixture
def rosa(cast: Cast) -> Person:
    pins.give_pin(person=cast.rosa, pin=PIN, by=cast.ana, must_change=False)
    return cast.rosa


def said(person: Person) -> list[str]:
    return list(person.pin_log.order_by("id").values_list("what", flat=True))


def check(person: Person, pin: str, minutes: float = 0) -> pins.Checked:
    return pins.check_pin(person=person, pin=pin, place="BJ-01", now=timezone.now() + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("pin", "why"),
    [
        ("000000", "easy"),
        ("123456", "easy"),
        ("345678", "easy"),
        ("654321", "easy"),
        ("567890", "easy"),
        ("123123", "easy"),
        ("484848", "easy"),
        ("774477", "easy"),
        ("112233", "easy"),
        ("104273", "badge"),
        ("731042", "badge"),
        ("12345", "digits"),
        ("1234567", "digits"),
        ("73051x", "digits"),
        ("٧٣٠٥١٨", "digits"),
        (PIN, None),
        ("900417", None),
    ],
)
def test_a_pin_that_anybody_would_try_is_not_taken(pin: str, why: str | None) -> None:
    assert pins.weakness(pin, "R-1042") == why


def test_a_refused_pin_changes_nothing(rosa: Person) -> None:
    before = rosa.pin
    with pytest.raises(pins.WeakPin, match="easy"):
        pins.choose_pin(person=rosa, pin="111111", place="BJ-01")
    with pytest.raises(pins.WeakPin, match="same"):
        pins.choose_pin(person=rosa, pin=PIN, place="BJ-01")
    rosa.refresh_from_db()
    assert rosa.pin == before
    assert said(rosa) == ["reset"]


def test_random_pins_are_never_weak() -> None:
    assert [pin for pin in (pins.random_pin("R-1042") for _ in range(500)) if pins.weakness(pin, "R-1042")] == []


def test_a_pin_is_kept_as_argon2_and_the_database_alone_does_not_give_it_away(rosa: Person) -> None:
    assert rosa.pin.startswith("argon2")
    assert not check_password(PIN, rosa.pin)
    assert check(rosa, PIN).why is None


def test_a_pin_given_by_administration_has_to_be_changed_once(cast: Cast) -> None:
    pins.give_pin(person=cast.ivan, pin=PIN, by=cast.ana)
    assert check(cast.ivan, PIN).must_change
    pins.choose_pin(person=cast.ivan, pin="900417", place="BJ-01")
    assert check(cast.ivan, "900417") == pins.Checked(None, left=5, must_change=False)
    assert check(cast.ivan, PIN).why == "wrong"


def test_who_was_never_given_a_pin_is_told_so(cast: Cast) -> None:
    assert check(cast.ivan, PIN).why == "none"


def test_five_wrong_pins_lock_for_fifteen_minutes_and_are_written_down(rosa: Person) -> None:
    assert [check(rosa, "111111").left for _ in range(4)] == [4, 3, 2, 1]
    locked = check(rosa, "111111")
    assert locked.why == "locked"
    assert locked.until is not None
    assert timedelta(minutes=14) < locked.until - timezone.now() <= timedelta(minutes=15)
    assert check(rosa, PIN, minutes=14).why == "locked"
    assert check(rosa, PIN, minutes=16).why is None
    assert said(rosa) == ["reset", *["wrong"] * 5, "locked", "while_locked"]


def test_a_lock_that_ran_out_leaves_five_tries_again(rosa: Person) -> None:
    for _ in range(5):
        check(rosa, "111111")
    assert check(rosa, "111111", minutes=16).left == 4
    assert check(rosa, PIN, minutes=16).why is None


def test_a_right_pin_forgets_the_wrong_ones(rosa: Person) -> None:
    for _ in range(4):
        check(rosa, "111111")
    assert check(rosa, PIN).why is None
    assert check(rosa, "111111").left == 4


def test_the_section_head_lets_somebody_try_again(rosa: Person, cast: Cast) -> None:
    for _ in range(5):
        check(rosa, "111111")
    pins.unlock(person=rosa, by=cast.sergio, place="People")
    assert check(rosa, PIN).why is None
    entry = PinLog.objects.get(what="unlocked")
    assert (entry.by, entry.person) == (cast.sergio, rosa)


def test_a_tablet_reports_a_lock_once_however_often_it_says_so(rosa: Person) -> None:
    report = "0192f0c1-2222-7000-8000-000000000001"
    until = pins.lock(person=rosa, place="BJ-01", report=report)
    assert pins.lock(person=rosa, place="BJ-01", report=report) == until
    assert check(rosa, PIN).why == "locked"
    assert said(rosa) == ["reset", "locked_offline", "while_locked"]


def test_the_database_refuses_to_change_the_log(rosa: Person) -> None:
    for statement in (
        "UPDATE accounts_pinlog SET what = 'signed_in'",
        "DELETE FROM accounts_pinlog",
        "TRUNCATE accounts_pinlog",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.slow
def test_guesses_sent_at_once_are_counted_one_by_one(own_database: str, cast: Cast) -> None:
    pins.give_pin(person=cast.rosa, pin=PIN, by=cast.ana, must_change=False)

    def guess() -> None:
        try:
            check(cast.rosa, "111111")
        finally:
            connection.close()

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said(cast.rosa) == ["reset", *["wrong"] * 5, "locked", *["while_locked"] * 7]
