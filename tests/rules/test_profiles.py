"""Five house rule sets as data: each value with its clause, or told to be silent and inherited."""

from __future__ import annotations

import msgspec
import pytest

from rules.events import TableOpened
from rules.house import House
from rules.profiles import BASE, PROFILES, is_silent, values_of
from rules.profiles.words import FIELDS, profile_rows
from rules.wire import decode_line

SETTLED: dict[str, dict[str, object]] = {
    # Contract section 4.
    "cl-scj": {"hands_per_seat": 4, "surrender": True, "split_ace_tie": False, "insurance_exact": False},
    "es-casino": {"hands_per_seat": 2, "surrender_window": "third_card", "insurance_window": "third_card"},
    "ar-casino": {"hands_per_seat": 2, "surrender": False, "split_ace_tie": True},
    "lccartas": {"hands_per_seat": 4, "surrender": False, "insurance_exact": True, "back_bets": True},
    "cl-casino": {"hands_per_seat": 2, "surrender": True, "double_after_split": True},
}


@pytest.mark.parametrize(("name", "field", "value"), [(n, f, v) for n, fs in SETTLED.items() for f, v in fs.items()])
def test_a_value_of_the_contract_is_the_profiles(name: str, field: str, value: object) -> None:
    assert getattr(House.of(name), field) == value


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_gives_every_value_and_no_other(name: str) -> None:
    fields = {field.name for field in msgspec.structs.fields(House)} - {"profile", "pinned"}
    assert set(values_of(name)) == fields == set(FIELDS)
    assert set(PROFILES[name].values) <= fields


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_value_has_its_clause_or_says_that_the_text_is_silent(name: str, lang: str) -> None:
    rows = list(profile_rows(name, lang))
    assert len(rows) == len(FIELDS)
    for (field, value), (called, told, where) in zip(values_of(name).items(), rows, strict=True):
        assert called
        assert told
        assert where
        if not is_silent(name, field):
            assert value.cite is not None
            assert value.cite.section in where


def test_what_a_text_does_not_say_is_the_regulators() -> None:
    silent = [field for field in BASE.values if field not in PROFILES["ar-casino"].values]
    assert "cut_least" in silent
    assert all(getattr(House.of("ar-casino"), f) == getattr(House.of("cl-scj"), f) for f in silent)


def test_an_unknown_profile_plays_by_the_regulators() -> None:
    assert House.of("no-such-house").profile == "cl-scj"


def test_the_tables_own_options_lie_over_the_profile() -> None:
    raw = b'{"kind":"table_opened","at":"2026-01-01T20:00:00Z","profile":"lccartas","chip":500,"seats":5,"max":9000}'
    _, opened = decode_line(raw, 1)
    assert isinstance(opened, TableOpened)
    house = House.at(opened)
    assert (house.profile, house.chip, house.seats, house.max, house.insurance_exact) == (
        "lccartas",
        500,
        5,
        9000,
        True,
    )
    assert House.at(opened, "cl-scj").insurance_exact is False
