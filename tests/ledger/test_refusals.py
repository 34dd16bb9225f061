"""What the database refuses, to raw SQL too: first the application's role, then everybody."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, ProgrammingError, connection, transaction

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.database.address import APP_ROLE
from pitboss.database.roles import as_owner
from pitboss.ledger.append import append
from pitboss.ledger.verify import verify
from tests.ledger.events import NIGHT, opened, said

pytestmark = pytest.mark.services

CHANGES = [
    "UPDATE ledger_entry SET kind = 'paid'",
    "UPDATE ledger_entry SET kind = kind WHERE false",
    "DELETE FROM ledger_entry",
    "DELETE FROM ledger_entry WHERE false",
    "TRUNCATE ledger_entry",
    "TRUNCATE ledger_entry CASCADE",
    "DELETE FROM ledger_head",
    "TRUNCATE ledger_head",
    "UPDATE ledger_head SET number = number + 1",
    "UPDATE ledger_head SET number = 0",
    "TRUNCATE casino_tablesession CASCADE",
    "INSERT INTO ledger_entry SELECT * FROM ledger_entry ON CONFLICT (id) DO UPDATE SET kind = 'paid'",
    "MERGE INTO ledger_entry e USING casino_tablesession s ON e.session_id = s.id WHEN MATCHED THEN DELETE",
]
ONLY_THE_OWNER = [
    "ALTER TABLE ledger_entry DISABLE TRIGGER ALL",
    "ALTER TABLE ledger_entry DISABLE TRIGGER ledger_0_refuse",
    "DROP TRIGGER ledger_0_refuse ON ledger_entry",
    "DROP TABLE ledger_entry CASCADE",
    "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "INSERT INTO ledger_head (session_id, number, hash) VALUES (1, 1, '')",
    "SET session_replication_role = replica",
]


@pytest.fixture
def session(own_database: str, cast: Cast) -> TableSession:
    session = opened(cast.table)
    append(session=session, events=[said(1), said(2), said(3)], received_at=NIGHT)
    return session


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_application_works_as_its_own_role(session: TableSession) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == (APP_ROLE,)


@pytest.mark.parametrize("statement", CHANGES + ONLY_THE_OWNER)
def test_the_application_is_refused(session: TableSession, statement: str) -> None:
    with pytest.raises(ProgrammingError, match=r"denied|must be owner|refused"):
        run(statement)
    assert verify(session).holds
    assert verify(session).entries == 3


@pytest.mark.parametrize("statement", CHANGES)
@pytest.mark.parametrize("replica", [False, True])
def test_the_owner_is_refused_too_and_cannot_slip_past_as_a_replica(
    session: TableSession, statement: str, replica: bool
) -> None:
    with as_owner():
        if replica:
            with connection.cursor() as cursor:
                cursor.execute("SET session_replication_role = replica")
        with pytest.raises(DatabaseError, match=r"refused|moves only with an entry|cannot truncate"):
            run(statement)
    assert verify(session).holds
    assert verify(session).entries == 3


def test_a_number_or_hash_of_ones_own_is_not_taken(session: TableSession) -> None:
    run(
        "INSERT INTO ledger_entry"
        " (session_id, number, event_id, seq, kind, at, received_at, body, prev_hash, hash)"
        f" VALUES ({session.pk}, 77, gen_random_uuid(), 9, 'bet', now(), now(), '{{}}', '', 'forged')"
    )
    found = verify(session)
    assert found.holds
    assert found.entries == 4


def test_the_application_may_still_change_what_is_not_evidence(session: TableSession) -> None:
    session.closed_at = NIGHT
    session.save(update_fields=["closed_at"])
