"""Options of the house are dated rows: added to, never changed, and each session keeps those it opened under."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from pitboss.casino.cast import Cast
from pitboss.casino.models import HouseOption, HouseSetting, TableSession
from pitboss.casino.set_option import NotAnOption, set_option

pytestmark = pytest.mark.services
NIGHT = datetime(2026, 11, 29, 22, 0, tzinfo=UTC)


def setting(cast: Cast, option: str, value: Any, *, at: datetime = NIGHT, **more: Any) -> HouseSetting:
    told: dict[str, Any] = {
        "casino": cast.casino,
        "by": cast.ana,
        "why": "acta 12",
        "now": NIGHT,
        "valid_from": at,
    } | more
    return set_option(option=option, value=value, **told)


def values(cast: Cast, at: datetime, table: str | None = None) -> dict[str, Any]:
    one = cast.tables[table].pk if table else None
    found = HouseSetting.objects.in_force(casino=cast.casino.pk, table=one, at=at)
    return {option: setting.value for option, setting in found.items()}


def opened(cast: Cast, at: datetime, number: int = 1) -> TableSession:
    return TableSession.objects.create(
        table=cast.table, number=number, profile="cl-scj", opened_at=at, closed_at=at, gaming_day=at.date()
    )


def test_a_setting_holds_from_its_moment_until_the_next(cast: Cast) -> None:
    setting(cast, "round_up", False, at=NIGHT)
    setting(cast, "round_up", True, at=NIGHT + timedelta(days=1))
    assert values(cast, NIGHT - timedelta(seconds=1)) == {}
    assert values(cast, NIGHT) == {"round_up": False}
    assert values(cast, NIGHT + timedelta(days=1)) == {"round_up": True}


def test_of_one_moment_the_last_written_counts(cast: Cast) -> None:
    setting(cast, "chip", 500)
    setting(cast, "chip", 1000)
    assert values(cast, NIGHT) == {"chip": 1000}


def test_a_table_goes_before_its_casino_until_it_is_withdrawn(cast: Cast) -> None:
    setting(cast, "min", 5000)
    setting(cast, "min", 20000, table=cast.tables["CDE/BJ-02"])
    setting(cast, "min", None, table=cast.tables["CDE/BJ-02"], at=NIGHT + timedelta(days=1))
    assert values(cast, NIGHT, "CDE/BJ-01") == {"min": 5000}
    assert values(cast, NIGHT, "CDE/BJ-02") == {"min": 20000}
    assert values(cast, NIGHT + timedelta(days=1), "CDE/BJ-02") == {"min": 5000}
    setting(cast, "min", None, at=NIGHT + timedelta(days=2))
    assert values(cast, NIGHT + timedelta(days=2)) == {}


def test_a_session_keeps_what_it_opened_under(cast: Cast) -> None:
    first = setting(cast, "round_up", False)
    session = opened(cast, NIGHT)
    setting(cast, "round_up", True)
    session.refresh_from_db()
    assert session.house == {"round_up": {"value": False, "setting": first.pk}}
    assert opened(cast, NIGHT, 2).house["round_up"]["value"] is True
    session.house = {}
    with pytest.raises(DatabaseError, match="keeps the options"), transaction.atomic():
        session.save()


def test_only_an_administrator_of_the_casino_sets_them(cast: Cast) -> None:
    for person in (cast.rosa, cast.marta, cast.tomas):
        with pytest.raises(PermissionDenied):
            setting(cast, "round_up", False, by=person)
    assert not HouseSetting.objects.exists()


@pytest.mark.parametrize(
    ("option", "value", "more"),
    [
        ("decks", 8, {}),
        ("round_up", 1, {}),
        ("chip", True, {}),
        ("chip", 0, {}),
        ("max", 10**13, {}),
        ("round_up", True, {"why": "  "}),
    ],
)
def test_what_is_no_option_or_no_value_of_it_is_refused(option: str, value: Any, more: Any, cast: Cast) -> None:
    with pytest.raises(NotAnOption):
        setting(cast, option, value, **more)


def test_a_minimum_above_the_maximum_is_refused(cast: Cast) -> None:
    setting(cast, "max", 100000)
    with pytest.raises(NotAnOption, match="minimum 200000 is above the maximum 100000"):
        setting(cast, "min", 200000)
    setting(cast, "min", 50000)
    with pytest.raises(NotAnOption, match="minimum 50000 is above the maximum 20000"):
        setting(cast, "max", 20000)


def test_another_casinos_table_is_refused_by_the_verb_and_by_the_database(cast: Cast) -> None:
    with pytest.raises(NotAnOption):
        setting(cast, "chip", 500, table=cast.tables["CDS/BJ-01"])
    with pytest.raises(DatabaseError, match="is not one of casino"), transaction.atomic():
        row(cast, table=cast.tables["CDS/BJ-01"])


@pytest.mark.parametrize("change", ["UPDATE casino_housesetting SET why = 'x'", "DELETE FROM casino_housesetting",
                                    "TRUNCATE casino_housesetting"])  # fmt: skip
def test_the_database_refuses_to_change_them(change: str, cast: Cast) -> None:
    setting(cast, "chip", 500)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
    assert HouseSetting.objects.get().why == "acta 12"


@pytest.mark.parametrize(
    ("option", "value"), [("chip", True), ("chip", 0), ("chip", 1.5), ("round_up", 1), ("round_up", "yes"), ("rake", 1)]
)
def test_the_database_refuses_values_of_another_kind(option: str, value: Any, cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        row(cast, option=option, value=value)


def row(cast: Cast, **more: Any) -> HouseSetting:
    told: dict[str, Any] = {"option": "chip", "value": 500, "valid_from": NIGHT, "why": "x", "set_at": NIGHT}
    return HouseSetting.objects.create(**{**told, "casino": cast.casino, "by": cast.ana, **more})


def test_the_command_adds_one_and_lists_them_with_their_dates(cast: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    told = {"casino": "CDE", "by": "ana", "why": "Acta 14", "since": "2026-12-01T08:00"}
    call_command("house", set="double_after_split=no", **told)
    call_command("house", set="chip=2500", table="BJ-02", **told)
    kept = HouseSetting.objects.get(option=HouseOption.DOUBLE_AFTER_SPLIT)
    assert kept.value is False
    assert kept.valid_from == datetime(2026, 12, 1, 11, 0, tzinfo=UTC)  # Santiago's summer clock
    assert "BJ-02    chip                 2500       01-12-2026 08:00  Ana Pinto: Acta 14" in capsys.readouterr().out
    for wrong in ({"by": "rosa"}, {"why": ""}, {"since": "tomorrow"}, {"by": "nobody"}):
        with pytest.raises(CommandError):
            call_command("house", set="chip=100", **(told | wrong))
    with pytest.raises(CommandError, match="many"):
        call_command("house", set="chip=many", **told)
