"""Who the application is to the database, and who migrates."""

from __future__ import annotations

import os
from threading import Timer

import psycopg
import pytest
from django.db import connection

from pitboss.database import roles
from pitboss.database.roles import as_owner

pytestmark = pytest.mark.services


def current_user() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        found = cursor.fetchone()
        assert found
        return str(found[0])


def test_the_owner_is_the_owner_only_inside_the_block(own_database: str) -> None:
    assert current_user() == "pitboss_app"
    with as_owner():
        assert current_user() != "pitboss_app"
    assert current_user() == "pitboss_app"


def test_every_table_but_the_evidence_can_be_written_by_the_application(own_database: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT relname FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
              AND NOT (has_table_privilege('pitboss_app', oid, 'SELECT')
                       AND has_table_privilege('pitboss_app', oid, 'INSERT')
                       AND has_table_privilege('pitboss_app', oid, 'UPDATE')
                       AND has_table_privilege('pitboss_app', oid, 'DELETE'))
            """
        )
        closed = {name for (name,) in cursor.fetchall()}
    assert {"ledger_entry", "ledger_head"} <= closed
    assert not closed & {"casino_casino", "accounts_person", "django_session", "jobs_job"}


def test_no_table_can_be_emptied_at_once_by_the_application(own_database: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
            " AND has_table_privilege('pitboss_app', oid, 'TRUNCATE')"
        )
        assert cursor.fetchone() == (0,)


def test_an_address_of_the_application_alone_signs_in_as_it(own_database: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"]) as link:
        assert link.execute("SELECT current_database()").fetchone() == (connection.settings_dict["NAME"],)


def test_two_databases_of_one_server_can_be_prepared_at_once(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever makes the role commits while we are about to make it: roles belong to the whole server."""
    monkeypatch.setattr(roles, "APP_ROLE", "pitboss_made_twice")
    owner = os.environ["DATABASE_OWNER_URL"]
    with psycopg.connect(owner) as first, as_owner():
        first.execute("CREATE ROLE pitboss_made_twice")
        commits = Timer(0.5, first.commit)
        commits.start()
        try:
            roles.prepare()
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_has_role(current_user, 'pitboss_made_twice', 'MEMBER')")
                assert cursor.fetchone() == (True,)
        finally:
            commits.join()
            with connection.cursor() as cursor:
                cursor.execute("DROP OWNED BY pitboss_made_twice; DROP ROLE pitboss_made_twice")
