"""A few tables' nights in the ledger, and the log of this test with its own folder of keys."""

from __future__ import annotations

from pitboss.casino.models import Casino, Pit, Table, TableSession
from pitboss.ledger.append import append
from pitboss.ledger.models import Entry
from tests.ledger.events import NIGHT, opened, said


def another_table(casino: Casino, name: str) -> Table:
    pit, _ = Pit.objects.get_or_create(casino=casino, name="Evidencia")
    return Table.objects.create(pit=pit, name=name)


def night(casino: Casino, *counts: int) -> list[TableSession]:
    """A session of as many entries at a table of its own, for each count."""
    sessions = []
    for count in counts:
        session = opened(another_table(casino, f"EV-{Table.objects.count()}"))
        more(session, count)
        sessions.append(session)
    return sessions


def more(session: TableSession, count: int) -> list[Entry]:
    start = Entry.objects.filter(session=session).count()
    return append(
        session=session, events=[said(seq) for seq in range(start + 1, start + 1 + count)], received_at=NIGHT
    ).entries
