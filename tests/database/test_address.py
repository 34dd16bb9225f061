"""Where the database is, read from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.database.address import parsed, settings_for


def test_a_url_is_read_with_its_odd_characters() -> None:
    found = parsed("postgresql://an%40a:p%2Fw@db.example:6432/floor?sslmode=require")
    assert found["USER"] == "an@a"
    assert found["PASSWORD"] == "p/w"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", "6432", "floor")
    assert found["OPTIONS"] == {"sslmode": "require"}


def test_a_socket_folder_may_stand_for_the_host() -> None:
    found = parsed("postgres://me@/floor?host=/run/postgresql&port=5433")
    assert (found["HOST"], found["PORT"]) == ("/run/postgresql", "5433")


@pytest.mark.parametrize(("url", "says"), [("mysql://h/d", "'mysql'"), ("postgresql://h/", "names no database")])
def test_another_database_or_none_is_told(url: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parsed(url)


def test_the_application_takes_its_role_and_the_owner_does_not() -> None:
    found = settings_for({"DATABASE_URL": "postgresql://boss@h/d?options=-c%20work_mem%3D8MB"}, Path("/nowhere"))
    assert found["OPTIONS"]["options"] == "-c jit=off -c work_mem=8MB -c role=pitboss_app"
    assert found["OWNER"]["OPTIONS"] == {"options": "-c work_mem=8MB"}


def test_the_owner_can_be_somebody_else() -> None:
    found = settings_for(
        {"DATABASE_URL": "postgresql://app@h/d", "DATABASE_OWNER_URL": "postgresql://boss:x@h/d"},
        Path("/nowhere"),
    )
    assert found["USER"] == "app"
    assert found["OWNER"]["USER"] == "boss"
    assert found["OWNER"]["PASSWORD"] == "x"


def test_with_nothing_given_it_is_the_embedded_one_under_the_home(tmp_path: Path) -> None:
    found = settings_for({}, tmp_path)
    assert found["HOST"].startswith("/")
    assert found["USER"] == "pitboss_app"
    assert found["OWNER"]["USER"] == "pitboss"
