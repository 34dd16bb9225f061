"""Take events in: the one verb behind the API, the command, the upload page and the job.

A sending is taken in chunks, each one transaction: after it returns, what it counts as accepted is on
disk. A sending that dies half way is sent again from its start; what was taken is then a duplicate.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.casino.models import Table, TableSession
from pitboss.ingest.lines import Line, Rejection
from pitboss.ingest.receipt import Receipt, Told
from pitboss.ingest.streams import (
    SAID_AFTERWARDS,
    Stream,
    close_session,
    last_session,
    open_session,
    opened_before,
)
from pitboss.ingest.tables import NotAllowed, Tables, UnknownTable
from pitboss.ledger.append import Said
from pitboss.ledger.models import Entry, Head
from pitboss.pipeline import Recorded, record
from pitboss.replay.advance import Filled
from rules.events import TableClosed, TableOpened

CHUNK = 2_000
"""Lines a transaction: enough to spare commits, few enough that a floor's tablets wait under a second."""
LONGEST_PROFILE = 40


class Intake:
    """One sending: a request, a file. Not to be used again after an exception.

    ``table`` is the name meant by lines that name none; ``verb`` what the person must be allowed to do.
    """

    def __init__(
        self,
        *,
        by: Person | None,
        casino: str | None = None,
        table: str | None = None,
        verb: str = "record",
        receipt: Receipt | None = None,
    ) -> None:
        self.receipt = receipt or Receipt()
        self.unknown_tables = 0
        self.forbidden_tables = 0
        self._tables = Tables(by=by, verb=verb, casino=casino)
        self._default = table
        self._streams: dict[int, Stream] = {}
        self._open: dict[int, TableSession | None] = {}

    def take(self, items: Iterable[Line | Rejection], *, now: datetime | None = None) -> Receipt:
        """Take all of them, a chunk at a time; the receipt so far."""
        chunk: list[Line | Rejection] = []
        for item in items:
            chunk.append(item)
            if len(chunk) == CHUNK:
                self.take_chunk(chunk, now=now)
                chunk = []
        if chunk:
            self.take_chunk(chunk, now=now)
        return self.receipt

    def take_chunk(self, chunk: list[Line | Rejection], *, now: datetime | None = None) -> None:
        """Take these in one transaction."""
        now = now or timezone.now()
        placed = self._placed(chunk)
        with transaction.atomic():
            self._lock({table.pk: table for _, table in placed if table is not None})
            for item, table in placed:
                if isinstance(item, Rejection):
                    self._unread(item, table)
                elif table is not None:
                    self._line(item, self._stream(table), now)
            for stream in self._streams.values():
                self._write(stream, now)

    def _placed(self, chunk: list[Line | Rejection]) -> list[tuple[Line | Rejection, Table | None]]:
        """Each with its table, or None and, for a line that could be read, told why."""
        self._tables.learn(name for item in chunk if (name := self._name(item)) is not None)
        return [(item, self._table(item)) for item in chunk]

    def _name(self, item: Line | Rejection) -> str | None:
        said = item.event.table if isinstance(item, Line) else item.table
        return said or self._default

    def _table(self, item: Line | Rejection) -> Table | None:
        name = self._name(item)
        if isinstance(item, Rejection):
            try:
                return None if name is None else self._tables.named(name)
            except (UnknownTable, NotAllowed):
                return None
        if name is None:
            self._reject(item.line, "table", "the name of a table: this sending names none")
            return None
        try:
            return self._tables.named(name)
        except UnknownTable:
            self.unknown_tables += 1
            if self._tables.ambiguous(name):
                expected = f"the casino too: more than one of yours has a table {name}"
            else:
                expected = "the name of a table of a casino that you work for"
        except NotAllowed:
            self.forbidden_tables += 1
            expected = "a table where you may record events"
        self._reject(item.line, "table", expected)
        return None

    def _lock(self, tables: dict[int, Table]) -> None:
        """Hold all tables of the chunk, in one order, so that no two sendings wait for each other."""
        list(Table.objects.select_for_update(no_key=True).filter(pk__in=tables).order_by("pk").values("pk"))
        self._open = dict.fromkeys(tables)
        for session in TableSession.objects.filter(table__in=tables, closed_at__isnull=True):
            session.table = tables[session.table_id]
            self._open[session.table_id] = session

    def _stream(self, table: Table) -> Stream:
        return self._streams.setdefault(table.pk, Stream(table=table))

    def _unread(self, item: Rejection, table: Table | None) -> None:
        """Tell the line, and let it fill its place in its table's stream."""
        self.receipt.reject(item)
        if table is None:
            return
        stream = self._stream(table)
        stream.place += 1
        if item.opening:
            stream.opening_unread, stream.session = item.line, None
            return
        if stream.session is None and (opened := self._open[table.pk]) is not None:
            stream.join(opened)
        seq = item.seq or (stream.place if stream.from_opening else None)
        if seq is not None and stream.session is not None:
            stream.filled.append(Filled(seq=seq, field=item.field, expected=item.expected))

    def _line(self, line: Line, stream: Stream, now: datetime) -> None:
        stream.place += 1
        if isinstance(line.event, TableOpened):
            self._opening(line, line.event, stream, now)
            return
        if stream.opening_unread is not None:
            lost = f"an open session of table {stream.table.name}: the opening on line"
            self._reject(line.line, "table", f"{lost} {stream.opening_unread} could not be read")
            return
        session = self._session_for(line, stream)
        if session is None:
            self._orphan(line, stream, now)
            return
        if session != stream.session:
            self._write(stream, now)
            stream.join(session)
        stream.put(line, stream.identify(line))
        if isinstance(line.event, TableClosed) and line.line not in self._write(stream, now):
            close_session(session, line.event.at)
            if self._open[stream.table.pk] == session:
                self._open[stream.table.pk] = None
            stream.over = True

    def _session_for(self, line: Line, stream: Stream) -> TableSession | None:
        """The session this line belongs to; None when there is none that is open for it."""
        afterwards = isinstance(line.event, SAID_AFTERWARDS)
        if stream.from_opening:
            return stream.session if afterwards or not stream.over else None
        opened = self._open[stream.table.pk]
        if opened is not None and line.event.at >= opened.opened_at:
            return opened
        return last_session(stream.table, line.event.at) if afterwards else None

    def _opening(self, line: Line, event: TableOpened, stream: Stream, now: datetime) -> None:
        """Begin a session, or find the one that this opening began."""
        if len(event.profile) > LONGEST_PROFILE:
            self._reject(line.line, "profile", f"a profile's name, at most {LONGEST_PROFILE} characters")
            stream.opening_unread, stream.session = line.line, None
            return
        self._write(stream, now)
        event_id = Stream(table=stream.table).identify(line)
        before = opened_before(stream.table, event_id)
        if before is not None:
            session, _ = before
        else:
            opened = self._open[stream.table.pk]
            session = open_session(table=stream.table, event=event, opened=opened)
            if session.closed_at is None:
                self._open[stream.table.pk] = session
        stream.begin(session, event_id)
        stream.put(line, event_id)

    def _orphan(self, line: Line, stream: Stream, now: datetime) -> None:
        """No session is open for this line: the ledger has it already, or it is told and not taken."""
        session = stream.session if stream.from_opening else last_session(stream.table, line.event.at)
        if session is not None:
            if session != stream.session:
                self._write(stream, now)
                stream.join(session)
            entry = Entry.objects.filter(session=session, event_id=stream.identify(line)).first()
            if entry is not None and entry.body == line.body:
                self.receipt.duplicates += 1
                self._tell(session, None)
                return
            if entry is not None:
                self._conflict(line.line)
                return
        self._reject(line.line, "table", f"an open session of table {stream.table.name} at that time")

    def _write(self, stream: Stream, now: datetime) -> set[int]:
        """Put what is held into the ledger, count what became of it; the lines in conflict with it."""
        if stream.session is None or not (stream.said or stream.filled):
            stream.filled.clear()
            return set()
        self._number(stream)
        lines = {id(said): line for line, said in stream.said}
        recorded = record(
            session=stream.session, said=[said for _, said in stream.said], filled=stream.filled, now=now
        )
        self.receipt.accepted += len(recorded.appended.entries)
        self.receipt.duplicates += len(recorded.appended.repeated)
        conflicts = {lines[id(conflict.said)] for conflict in recorded.appended.conflicts}
        for line in conflicts:
            self._conflict(line)
        self._count(stream.session, recorded)
        if stream.session.closed_at is not None and recorded.appended.entries:
            # A session of the past ends with its last event, as far as we know it
            close_session(stream.session, recorded.appended.entries[-1].at)
        stream.said, stream.unnumbered, stream.filled = [], [], []
        return conflicts

    def _number(self, stream: Stream) -> None:
        """Give what came without ``seq`` the places behind the ledger's last; known events take none."""
        if not stream.unnumbered:
            return
        waiting = [stream.said[index][1].event_id for index in stream.unnumbered]
        known = set(
            Entry.objects.filter(session=stream.session, event_id__in=waiting).values_list(
                "event_id", flat=True
            )
        )
        last = (
            Entry.objects.filter(session=stream.session)
            .order_by("-number")
            .values_list("seq", flat=True)
            .first()
        )
        following = (last or 0) + 1
        unnumbered = set(stream.unnumbered)
        for index, (line, said) in enumerate(stream.said):
            if index not in unnumbered:
                following = said.seq + 1
                continue
            stream.said[index] = (line, Said(said.event_id, following, said.kind, said.at, said.body))
            if said.event_id not in known:
                following += 1

    def _count(self, session: TableSession, recorded: Recorded) -> None:
        self.receipt.raised(recorded.findings, recorded.incidents)
        entries = recorded.appended.entries
        self._tell(session, entries[-1].number if entries else None)

    def _tell(self, session: TableSession, last_number: int | None) -> None:
        if last_number is None:
            if session.pk in self.receipt.told:
                return
            head = Head.objects.filter(session=session).first()
            last_number = 0 if head is None else head.number
        self.receipt.told[session.pk] = Told(session=session, last_number=last_number)

    def _conflict(self, line: int) -> None:
        self._reject(line, "id", "another id: the ledger has an event of this id with other content")

    def _reject(self, line: int, field: str, expected: str) -> None:
        self.receipt.reject(Rejection(line=line, field=field, expected=expected))
