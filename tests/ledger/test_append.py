"""What `append` keeps, drops and refuses."""

from __future__ import annotations

from uuid import uuid5

import pytest
from django.db import connection

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.ledger.append import append
from pitboss.ledger.models import Entry, Head
from pitboss.ledger.verify import verify
from tests.ledger.events import NIGHT, SOME, opened, said

pytestmark = pytest.mark.services


@pytest.fixture
def session(cast: Cast) -> TableSession:
    return opened(cast.table)


def test_entries_are_numbered_from_one_in_the_order_given(session: TableSession) -> None:
    done = append(session=session, events=[said(5), said(3), said(4)], received_at=NIGHT)
    assert [(entry.number, entry.seq) for entry in done.entries] == [(1, 5), (2, 3), (3, 4)]
    more = append(session=session, events=[said(6)], received_at=NIGHT)
    assert [entry.number for entry in more.entries] == [4]


def test_what_is_returned_is_what_is_stored(session: TableSession) -> None:
    done = append(session=session, events=[said(1), said(2)], received_at=NIGHT)
    for entry in done.entries:
        stored = Entry.objects.get(pk=entry.pk)
        for field in Entry._meta.concrete_fields:
            mine, theirs = getattr(entry, field.attname), getattr(stored, field.attname)
            assert mine == (bytes(theirs) if isinstance(theirs, memoryview) else theirs), field.name


def test_each_entry_continues_the_one_before(session: TableSession) -> None:
    first, second = append(session=session, events=[said(1), said(2)], received_at=NIGHT).entries
    assert first.prev_hash == bytes(32)
    assert second.prev_hash == first.hash
    assert bytes(Head.objects.get(session=session).hash) == second.hash


def test_an_event_that_comes_again_is_stored_once(session: TableSession) -> None:
    append(session=session, events=[said(1), said(2)], received_at=NIGHT)
    again = append(session=session, events=[said(2), said(1), said(3), said(3)], received_at=NIGHT)
    assert [entry.seq for entry in again.entries] == [3]
    assert [one.seq for one in again.repeated] == [2, 1, 3]
    assert not again.conflicts
    assert Entry.objects.filter(session=session).count() == 3


def test_an_id_with_another_content_is_a_conflict_and_the_rest_is_kept(session: TableSession) -> None:
    append(session=session, events=[said(1)], received_at=NIGHT)
    done = append(
        session=session,
        events=[said(2), said(1, amount=7), said(3, name="twin"), said(4, name="twin")],
        received_at=NIGHT,
    )
    assert [entry.seq for entry in done.entries] == [2, 3]
    assert [conflict.event_id for conflict in done.conflicts] == [said(1).event_id, uuid5(SOME, "twin")]
    assert done.conflicts[0].stored == said(1).body
    assert done.conflicts[0].said.body == said(1, amount=7).body
    assert verify(session).holds


def test_two_sessions_have_chains_of_their_own(session: TableSession, cast: Cast) -> None:
    other = opened(cast.tables["CDS/BJ-01"])
    append(session=session, events=[said(1), said(2)], received_at=NIGHT)
    append(session=other, events=[said(1)], received_at=NIGHT)
    append(session=session, events=[said(3)], received_at=NIGHT)
    assert verify(session).entries == 3
    assert verify(other).entries == 1
    assert verify(session).holds
    assert verify(other).holds


def test_appending_nothing_changes_nothing(session: TableSession) -> None:
    assert append(session=session, events=[], received_at=NIGHT).entries == []
    assert verify(session).holds
    assert verify(session).entries == 0


def test_a_batch_larger_than_one_statement_has_no_gap(session: TableSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.ledger.append.AT_ONCE", 7)
    events = [said(seq) for seq in range(1, 31)] + [said(3), said(30)]
    done = append(session=session, events=events, received_at=NIGHT)
    assert [entry.number for entry in done.entries] == list(range(1, 31))
    assert len(done.repeated) == 2
    assert verify(session).holds


def test_the_head_moves_once_a_statement_however_many_events_it_has(session: TableSession) -> None:
    """A row changed for every event would leave as many dead ones to step over, and long batches would crawl."""

    def moves() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT n_tup_upd FROM pg_stat_xact_user_tables WHERE relid = 'ledger_head'::regclass")
            (found,) = cursor.fetchone() or (0,)
            return int(found)

    before = moves()  # earlier transactions of this connection may not have been added up yet
    append(session=session, events=[said(seq) for seq in range(1, 3_001)], received_at=NIGHT)
    assert moves() - before == 1
    assert Head.objects.get(session=session).number == 3_000
