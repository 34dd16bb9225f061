"""Which session of its table a read belongs to, by its moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pitboss.casino.models import Table, TableSession
from pitboss.ingest.streams import CLOCKS
from pitboss.shoes.reads import Read

LOOKED_BACK = 6
"""Sessions that a gateway may have been cut off for: more than two days of a table."""


class Later(Exception):
    """No session is open yet that it could belong to."""


class Never(ValueError):
    """It lies between two sessions; the message says what was expected of its moment."""


@dataclass(slots=True)
class Spans:
    """The table's last sessions, newest first."""

    table: Table
    sessions: list[TableSession]

    @classmethod
    def of(cls, table: Table) -> Spans:
        sessions = list(TableSession.objects.filter(table=table).order_by("-number")[:LOOKED_BACK])
        for session in sessions:
            session.table = table
        return cls(table, sessions)

    def of_read(self, read: Read) -> tuple[TableSession, datetime]:
        """The session, and the moment that the read gets in it. Later, Never.

        What is no card and came before the table opened (a shoe put in, a connection) is told as it opens: the count
        of the shoe begins with it.
        """
        newest = self.sessions[0] if self.sessions else None
        for clocks in (timedelta(0), CLOCKS):
            for session in self.sessions:
                ends = session.closed_at
                if read.at >= session.opened_at - clocks and (ends is None or read.at <= ends + clocks):
                    return session, read.at
        if newest is None or (newest.closed_at is not None and read.at > newest.closed_at):
            raise Later
        after = [session for session in self.sessions if session.opened_at > read.at]
        if not read.is_a_card and after:
            return after[-1], after[-1].opened_at
        raise Never(f"a moment at which a session of table {self.table.name} was open")
