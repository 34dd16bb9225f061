"""`verify` finds every kind of damage that somebody with all rights can do behind the triggers' back."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.database.roles import as_owner
from pitboss.ledger.append import append
from pitboss.ledger.chain import link
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import Break, verify
from tests.ledger.events import NIGHT, opened, said


@pytest.fixture
def session(own_database: str, cast: Cast) -> TableSession:
    session = opened(cast.table)
    append(session=session, events=[said(seq) for seq in range(1, 8)], received_at=NIGHT)
    assert verify(session).holds
    return session


def tamper(statement: str) -> None:
    with as_owner(), connection.cursor() as cursor:
        for table in ("ledger_entry", "ledger_head"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
        cursor.execute(statement)
        for table in ("ledger_entry", "ledger_head"):
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER ALL")


@pytest.mark.parametrize(
    "change",
    [
        "body = replace(body, '4000', '9000')",
        "kind = 'paid'",
        "seq = 40",
        "at = at + interval '1 microsecond'",
        "received_at = received_at - interval '1 microsecond'",
        "event_id = gen_random_uuid()",
    ],
)
def test_a_changed_column_is_told_at_its_entry(session: TableSession, change: str) -> None:
    tamper(f"UPDATE ledger_entry SET {change} WHERE number = 4")
    assert verify(session).breaks == (Break(4, "changed"),)


def test_an_entry_forged_with_its_hash_does_not_continue_into_the_next(session: TableSession) -> None:
    entry = Entry.objects.get(session=session, number=4)
    forged = link(
        session=session.pk,
        number=4,
        prev_hash=bytes(entry.prev_hash),
        event_id=entry.event_id,
        seq=entry.seq,
        kind=entry.kind,
        at=entry.at,
        received_at=entry.received_at,
        body="{}",
    )
    tamper(f"UPDATE ledger_entry SET body = '{{}}', hash = decode('{forged.hex()}', 'hex') WHERE number = 4")
    assert verify(session).breaks == (Break(5, "unlinked"),)


def test_a_missing_entry_is_told_at_its_place(session: TableSession) -> None:
    tamper("DELETE FROM ledger_entry WHERE number = 3")
    assert verify(session).breaks == (Break(3, "missing"),)


def test_a_ledger_cut_short_is_told_by_its_head(session: TableSession) -> None:
    tamper("DELETE FROM ledger_entry WHERE number >= 6")
    assert verify(session).breaks == (Break(6, "cut"),)


def test_a_ledger_emptied_is_told_by_its_head(session: TableSession) -> None:
    tamper("DELETE FROM ledger_entry")
    assert verify(session).breaks == (Break(1, "cut"),)


def test_a_head_set_back_is_told(session: TableSession) -> None:
    tamper("UPDATE ledger_head SET number = 5")
    assert verify(session).breaks == (Break(5, "head"), Break(6, "beyond"))


def test_nothing_more_is_added_to_a_ledger_that_was_cut_short(session: TableSession) -> None:
    tamper("DELETE FROM ledger_entry WHERE number = 7")
    with pytest.raises(Exception, match="ends at 6, its head says 7"):
        append(session=session, events=[said(8)], received_at=NIGHT)


def test_the_command_names_the_table_and_ends_with_one(session: TableSession) -> None:
    out, errors = StringIO(), StringIO()
    call_command("verify_ledger", stdout=out, stderr=errors)
    assert out.getvalue().startswith("7 ")
    tamper("UPDATE ledger_entry SET kind = 'paid' WHERE number = 2")
    with pytest.raises(SystemExit) as ended:
        call_command("verify_ledger", "--casino", "CDE", stdout=out, stderr=errors)
    assert ended.value.code == 1
    assert "CDE BJ-01 #1 · 2: " in errors.getvalue()
    call_command("verify_ledger", "--casino", "CDS", stdout=out, stderr=errors)
