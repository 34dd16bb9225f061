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
    CLOCKS,
    PREPARES,
    SAID_AFTERWARDS,
    Stream,
    alone,
    begun_by,
    close_session,
    last_session,
    never_opened,
    open_session,
    open_sessions,
    opening_of,
    sessions_about,
)
from pitboss.ingest.tables import NotAllowed, Tables, UnknownTable
from pitboss.ledger.append import Said, last_seq
from pitboss.ledger.models import Entry, Head
from pitboss.ledger.sealed import same
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
                    self._unread(item, table, now)
                elif table is not None:
                    self._line(item, self._stream(table), now)
            for stream in self._streams.values():
                self._let_go(stream, now)
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
        for session in open_sessions(tables):
            session.table = tables[session.table_id]
            self._open[session.table_id] = session

    def _stream(self, table: Table) -> Stream:
        return self._streams.setdefault(table.pk, Stream(table=table))

    def _unread(self, item: Rejection, table: Table | None, now: datetime) -> None:
        """Tell the line, and let it fill its place in its table's stream."""
        self.receipt.reject(item)
        if table is None:
            return
        stream = self._stream(table)
        stream.place += 1
        if item.opening:
            self._let_go(stream, now)
            self._write(stream, now)
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
        elif stream.opening_unread is not None:
            lost = f"an open session of table {stream.table.name}: the opening on line"
            self._reject(line.line, "table", f"{lost} {stream.opening_unread} could not be read")
        elif isinstance(line.event, PREPARES):
            stream.held.append((line, stream.place))
        else:
            self._let_go(stream, now)
            self._ordinary(line, stream.place, stream, now)

    def _let_go(self, stream: Stream, now: datetime) -> None:
        """No opening came behind the preparations held back: they are lines like others."""
        held, stream.held = stream.held, []
        for line, place in held:
            self._ordinary(line, place, stream, now)

    def _ordinary(self, line: Line, place: int, stream: Stream, now: datetime) -> None:
        session = self._session_for(line, stream)
        if self._known(line, stream, session, now):
            return
        if session is None:
            if isinstance(line.event, PREPARES) and self._may_begin(line, stream):
                self._prepare(line, stream, now)
            else:
                expected = f"an open session of table {stream.table.name} at that time"
                self._reject(line.line, "table", expected)
            return
        if session != stream.session:
            self._write(stream, now)
            stream.join(session)
        stream.put(line, stream.identify(line), place)
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
        if opened is not None and line.event.at >= opened.opened_at - CLOCKS:
            return opened
        return last_session(stream.table, line.event.at) if afterwards else None

    def _opening(self, line: Line, event: TableOpened, stream: Stream, now: datetime) -> None:
        """Begin a session, or find the one that this opening began."""
        if len(event.profile) > LONGEST_PROFILE:
            self._reject(line.line, "profile", f"a profile's name, at most {LONGEST_PROFILE} characters")
            stream.opening_unread, stream.session = line.line, None
            return
        self._write(stream, now)
        event_id = alone(stream.table, line)
        session = begun_by(stream.table, event_id)
        opened = self._open[stream.table.pk]
        if session is None and opened is not None and event.at >= opened.opened_at and never_opened(opened):
            opened.profile = event.profile
            opened.save(update_fields=["profile"])
            self._let_go(stream, now)
            if stream.session != opened:
                stream.join(opened)
            stream.put(line, event_id, stream.place)
            return
        held, stream.held = stream.held, []
        lines = [line for line, _ in held]
        first = alone(stream.table, lines[0]) if lines else event_id
        if session is None:
            at = min([event.at, *(earlier.event.at for earlier in lines)])
            session = open_session(table=stream.table, at=at, profile=event.profile, opened=opened)
            if session.closed_at is None:
                self._open[stream.table.pk] = session
            stream.begin(session, first)
        else:
            stream.begin(session, opening_of(session))
        for earlier in lines:
            stream.place += 1
            begins = earlier is lines[0] and stream.opening == first
            stream.put(earlier, first if begins else stream.identify(earlier), stream.place)
        stream.place += 1
        stream.put(line, event_id, stream.place)

    def _may_begin(self, line: Line, stream: Stream) -> bool:
        """Preparations begin a session only behind all others: none is made up in the past. What began
        one in an earlier sending begins it again."""
        if begun_by(stream.table, alone(stream.table, line)) is not None:
            return True
        if self._open[stream.table.pk] is not None:
            return False
        last = last_session(stream.table)
        return last is None or last.closed_at is None or line.event.at >= last.closed_at

    def _prepare(self, line: Line, stream: Stream, now: datetime) -> None:
        """Decks are checked at a table that is not open: the session begins with that."""
        self._write(stream, now)
        event_id = alone(stream.table, line)
        session = begun_by(stream.table, event_id)
        if session is None:
            table = stream.table
            session = open_session(table=table, at=line.event.at, profile=table.profile, opened=None)
            self._open[table.pk] = session
        stream.begin(session, event_id)
        stream.place = 1
        stream.put(line, event_id, stream.place)

    def _known(self, line: Line, stream: Stream, meant: TableSession | None, now: datetime) -> bool:
        """Has a session other than the one ``meant`` this line already? Then that is told.

        Looked at where no session is open for the line, and about an opening: what was sent to the
        session before and is sent again, its answer lost, is not to be stored in the new one too.
        """
        for session in self._others(line, stream, meant):
            if session != stream.session:
                self._write(stream, now)
                stream.join(session)
            entry = Entry.objects.filter(session=session, event_id=stream.identify(line)).first()
            if entry is None:
                continue
            if same(entry, line.body):
                self.receipt.duplicates += 1
                self._tell(session, None)
            else:
                self._conflict(line.line)
            return True
        return meant is None and not stream.from_opening and self._known_anywhere(line, stream)

    def _known_anywhere(self, line: Line, stream: Stream) -> bool:
        """Before a line with an id is refused, all sessions of its table are asked for it."""
        if line.event.id is None:
            return False
        entries = Entry.objects.filter(session__table=stream.table, event_id=line.event.id)
        entry = entries.select_related("session").first()
        if entry is None or not same(entry, line.body):
            return False
        entry.session.table = stream.table
        self.receipt.duplicates += 1
        self._tell(entry.session, None)
        return True

    def _others(self, line: Line, stream: Stream, meant: TableSession | None) -> list[TableSession]:
        if stream.from_opening:
            return [stream.session] if meant is None and stream.session is not None else []
        if meant is None:
            found = [last_session(stream.table, line.event.at), self._open[stream.table.pk]]
            return list(dict.fromkeys(session for session in found if session is not None))
        # Of an open session it is known when the ones before it ended, so mostly there is nothing to ask
        ended = getattr(meant, "others_ended", line.event.at)
        if ended is None or line.event.at > ended + CLOCKS:
            return []
        return sessions_about(stream.table, line.event.at, meant)

    def _write(self, stream: Stream, now: datetime) -> set[int]:
        """Put what is held into the ledger, count what became of it; the lines in conflict with it."""
        if stream.session is None or not (stream.said or stream.filled):
            stream.filled.clear()
            return set()
        self._number(stream, stream.session)
        lines = {id(said): line for line, said in stream.said}
        recorded = record(session=stream.session, said=[said for _, said in stream.said], filled=stream.filled, now=now)
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

    def _number(self, stream: Stream, session: TableSession) -> None:
        """Give what came without ``seq`` the places behind the ledger's last; known events take none."""
        if not stream.unnumbered:
            return
        waiting = [stream.said[index][1].event_id for index in stream.unnumbered]
        known = set(Entry.objects.filter(session=session, event_id__in=waiting).values_list("event_id", flat=True))
        following = last_seq(session) + 1
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
