"""Which session a line goes to: the part of reading that needs the database, one table at a time.

Called under the table's lock, so sessions open and close one after the other.

- ``table_opened`` begins a session ("one table session a stream"); the same one again (by id, or by content
  where it has no id) is the same session, open or closed. A session that nobody closed ends where the
  next one begins. An opening older than the open session belongs to the past: its session is made,
  and the open one stays open.
- The decks may be checked, shuffled and cut before the table opens: lines that say so go with the opening
  behind them, and where there is none (yet) they begin the session themselves, which the next opening
  then joins.
- Other lines go to the session that their sending opened, else to the table's open session.
- After ``table_closed`` nothing more happens at a table, but things are still said of it: a correction, a
  dispute, a ruling, a footage request or what a second source saw goes to the session that was closed last.
- Everything else for a table without an open session is rejected, unless the ledger has it already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from uuid import UUID

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery

from pitboss.casino.gaming_day import gaming_day
from pitboss.casino.models import Table, TableSession
from pitboss.ingest.identity import derived_id
from pitboss.ingest.lines import Line
from pitboss.ledger.append import Said
from pitboss.ledger.models import Entry
from pitboss.replay.advance import Filled
from rules.events import CctvRequested, Corrected, Cut, DecksChecked, Disputed, Feed, Ruled, Seen, Shuffled

SAID_AFTERWARDS = (Corrected, Disputed, Ruled, CctvRequested, Seen, Feed)
"""What can be said of a table that is closed."""
CLOCKS = timedelta(minutes=5)
"""How far a device's clock may be behind that of the one that opened the table."""
PREPARES = (DecksChecked, Shuffled, Cut)
"""What may be done at a table before it opens."""


@dataclass(slots=True)
class Stream:
    """One table in one sending: the session its lines go to, and what is not written yet.

    ``from_opening``: the sending holds the session's beginning, so a line's default ``seq`` is its
    place; otherwise it is the one after the ledger's last. ``over``: its ``table_closed`` is past.
    """

    table: Table
    session: TableSession | None = None
    from_opening: bool = False
    over: bool = False
    opening_unread: int | None = None
    place: int = 0
    said: list[tuple[int, Said]] = field(default_factory=list)
    unnumbered: list[int] = field(default_factory=list)
    filled: list[Filled] = field(default_factory=list)
    held: list[tuple[Line, int]] = field(default_factory=list)
    opening: UUID | None = None
    _nth: Counter[tuple[int, bytes]] = field(default_factory=Counter)

    def begin(self, session: TableSession, opening: UUID | None) -> None:
        """The sending opened (or names again) this session; ``opening`` is its first event, if known."""
        self.session, self.opening = session, opening
        self.from_opening, self.over, self.opening_unread = True, False, None
        self.place = 0

    def join(self, session: TableSession) -> None:
        """The sending goes on with a session that was opened earlier."""
        self.session, self.opening = session, None
        self.from_opening, self.over = False, False

    def identify(self, line: Line) -> UUID:
        """The line's own id, or the one derived from what it says. Counts equal lines: once a line."""
        if line.event.id is not None:
            return line.event.id
        if self.opening is None and self.session is not None:
            self.opening = opening_of(self.session)
        mark = blake2b(line.body.encode(), digest_size=16).digest()
        equal = (0 if self.session is None else self.session.pk, mark)
        self._nth[equal] += 1
        if self._nth[equal] == 1 and isinstance(line.event, PREPARES):
            # The very line that began the session, sent again
            first = alone(self.table, line)
            if first == self.opening:
                return first
        return derived_id(table=self.table, opening=self.opening, body=line.body, nth=self._nth[equal])

    def put(self, line: Line, event_id: UUID, place: int) -> Said:
        """Hold the line until the next writing. A ``seq`` of 0 is given its number then."""
        seq = line.event.seq or (place if self.from_opening else 0)
        said = Said(event_id=event_id, seq=seq, kind=kind_of(line), at=line.event.at, body=line.body)
        if seq == 0:
            self.unnumbered.append(len(self.said))
        self.said.append((line.line, said))
        return said


def kind_of(line: Line) -> str:
    return str(line.event.__struct_config__.tag)


def opening_of(session: TableSession) -> UUID | None:
    """The id of the session's first event."""
    return Entry.objects.filter(session=session, number=1).values_list("event_id", flat=True).first()


def alone(table: Table, line: Line) -> UUID:
    """The id of a line that begins a session, or opens its table: it leans on no session."""
    return line.event.id or derived_id(table=table, opening=None, body=line.body, nth=1)


def begun_by(table: Table, event_id: UUID) -> TableSession | None:
    """The session that this event began, or whose table it opened, in an earlier sending."""
    entry = (
        Entry.objects.filter(session__table=table, event_id=event_id)
        .filter(Q(number=1) | Q(kind="table_opened"))
        .select_related("session")
        .first()
    )
    if entry is None:
        return None
    entry.session.table = table
    return entry.session


def never_opened(session: TableSession) -> bool:
    """Was the session begun by its preparations, with no opening of the table so far?"""
    return not Entry.objects.filter(session=session, kind="table_opened").exists()


def open_session(*, table: Table, at: datetime, profile: str, opened: TableSession | None) -> TableSession:
    """Begin a session at this moment. ``opened`` is the table's open one, if there is one."""
    past = opened is not None and at < opened.opened_at
    if opened is not None and not past:
        # Its devices' clocks may be ahead: a session does not end before its own last event
        latest = Entry.objects.filter(session=opened).aggregate(latest=Max("at"))["latest"]
        opened.closed_at = max(at, latest or at)
        opened.save(update_fields=["closed_at"])
    last = TableSession.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0
    return TableSession.objects.create(
        table=table,
        number=last + 1,
        profile=profile,
        opened_at=at,
        closed_at=at if past else None,
        gaming_day=gaming_day(table.casino, at),
    )


def open_sessions(tables: Iterable[int]) -> QuerySet[TableSession]:
    """The open ones; ``others_ended`` is when the last of the table's others did, null if there is none."""
    others = TableSession.objects.filter(table=OuterRef("table"), closed_at__isnull=False)
    return TableSession.objects.filter(table__in=tables, closed_at__isnull=True).annotate(
        others_ended=Subquery(others.order_by("-closed_at").values("closed_at")[:1])
    )


def sessions_about(table: Table, at: datetime, but: TableSession) -> list[TableSession]:
    """Sessions of the table, other than ``but``, that an event of this moment may have gone to before."""
    sessions = TableSession.objects.filter(table=table, closed_at__gte=at - CLOCKS).exclude(pk=but.pk)
    found = list(sessions.order_by("opened_at", "number")[:10])
    for session in found:
        session.table = table
    return found


def close_session(session: TableSession, at: datetime) -> None:
    """The session ends at this moment; one that has ended keeps the later of the two."""
    if session.closed_at is None or session.closed_at < at:
        session.closed_at = at
        session.save(update_fields=["closed_at"])


def last_session(table: Table, at: datetime | None = None) -> TableSession | None:
    """The table's last session, or the last that had begun by ``at``."""
    sessions = TableSession.objects.filter(table=table)
    if at is not None:
        sessions = sessions.filter(opened_at__lte=at + CLOCKS)
    session = sessions.order_by("-opened_at", "-number").first()
    if session is not None:
        session.table = table
    return session
