"""A dry run: a whole file through the engine, and nothing of it in the ledger.

Done in memory, by the engine alone, and not by the real intake in a transaction that is taken back: that one would
hold every table of the file against its own tablets until the last row, number the ledger's sequences on, and take ten
times as long. What only the database knows (which tables there are, who may record there, what the ledger has
already, which session is open) is asked of it, and nothing is locked.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from pitboss.casino.models import Table, TableSession
from pitboss.imports.convert import Converter, LeftOut, Made
from pitboss.imports.prepared import json_of
from pitboss.imports.reading import Row, Unread
from pitboss.imports.refused import Refusals, Refused
from pitboss.ingest.glance import glance
from pitboss.ingest.lines import Rejection
from pitboss.ingest.streams import CLOCKS, begun_by, open_sessions
from pitboss.ingest.tables import NotAllowed, Tables, UnknownTable
from pitboss.ledger.models import Entry
from pitboss.replay.dry import DryRun, Found
from pitboss.replay.house import in_force

STEP: Final = 4_000
"""Events between two drainings, and two tellings of how far it is."""
MOST_EXAMPLES: Final = 3
MOST_SESSIONS: Final = 200
PREPARES: Final = frozenset({"decks_checked", "shuffled", "cut"})
AFTERWARDS: Final = frozenset({"corrected", "disputed", "ruled", "cctv_requested"})


@dataclass(slots=True)
class _Session:
    """``lines``: of which row of the file each place of the session is."""

    table: str
    run: DryRun
    opened_at: datetime
    stored: TableSession | None = None
    opened: bool = False
    over: bool = False
    last_at: datetime | None = None
    place: int = 0
    findings: int = 0
    lines: array[int] = field(default_factory=lambda: array("q"))
    ids: list[UUID] = field(default_factory=list)

    def line(self, seq: int, seqs: dict[int, int]) -> int:
        return seqs.get(seq) or (self.lines[seq - 1] if 0 < seq <= len(self.lines) else 0)


class Tryout:
    """One dry run. ``tables`` sees what the person sees."""

    def __init__(self, converter: Converter, tables: Tables, refusals: Refusals) -> None:
        self.converter, self.tables, self.refusals = converter, tables, refusals
        self.events = self.rounds = self.left_out = self.ours = self.known = self.joining = 0
        self.kinds: dict[str, int] = {}
        self.sessions: list[dict[str, Any]] = []
        self.session_count = 0
        self.codes: dict[str, dict[str, Any]] = {}
        self.first: datetime | None = None
        self.last: datetime | None = None
        self._now: dict[str, _Session] = {}
        self._seqs: dict[str, dict[int, int]] = {}
        self._open: dict[int, TableSession | None] = {}
        self._unopened: set[str] = set()

    def go(self, rows: Iterator[Row | Unread]) -> Iterator[int]:
        """Bytes done, from time to time."""
        for fed, came in enumerate(self.converter.convert(rows), 1):
            if isinstance(came, Made):
                self._made(came)
            elif isinstance(came, LeftOut):
                self.left_out += 1
            else:
                self._refuse(came)
            if fed % STEP == 0:
                for session in self._now.values():
                    self._drain(session)
                yield self.converter.done
        for session in list(self._now.values()):
            self._end(session)
        yield self.converter.done

    def _refuse(self, refused: Refused) -> None:
        self.refusals.add(refused)
        session = self._now.get(refused.table or "")
        if refused.opening:
            self._lose(refused.table or "")
        elif session is not None and refused.seq is not None:
            session.run.rejected(refused.seq)

    def _lose(self, table: str) -> None:
        """An opening could not be read: what follows belongs to no session that we know."""
        if (session := self._now.get(table)) is not None:
            self._end(session)
        self._unopened.add(table)

    def _made(self, made: Made) -> None:
        raw = json_of(made.body)
        event = glance(raw, made.line)
        if isinstance(event, Rejection):
            self.refusals.add(event)
            if made.body["kind"] == "table_opened":
                self._lose(str(made.body.get("table", "")))
            return
        table = self._table(made)
        if table is None:
            return
        kind = str(made.body["kind"])
        session = self._session(made, event.at, event.id, table)
        if session is None:
            return
        self.events += 1
        self.ours += made.ours
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        at = event.at
        self.first, self.last = min(self.first or at, at), max(self.last or at, at)
        session.place += 1
        session.lines.append(made.line)
        seq = event.seq or session.place
        if event.seq is not None:
            self._seqs.setdefault(session.table, {})[seq] = made.line
        if session.stored is not None and event.id is not None:
            session.ids.append(event.id)
        session.run.feed(seq, event, raw)
        session.last_at = at
        session.over = session.over or kind == "table_closed"

    def _table(self, made: Made) -> Table | None:
        name = made.body.get("table")
        if not name:
            self._reject(made, "table", "", "no_table")
            return None
        try:
            return self.tables.named(name)
        except UnknownTable:
            self._reject(made, "table", name, "no_such_table")
        except NotAllowed:
            self._reject(made, "table", name, "not_allowed")
        return None

    def _reject(self, made: Made, field: str, value: str, why: str) -> None:
        column = self.refusals.columns.get(field, "")
        self.refusals.add(Refused(made.line, field, "", value=value, why=why, column=column))

    def _session(self, made: Made, at: datetime, event_id: UUID | None, table: Table) -> _Session | None:
        """As the intake does it: an opening begins one, preparations may come before it, some things after its end."""
        session = self._now.get(table.name)
        kind = made.body["kind"]
        if kind == "table_opened":
            self._unopened.discard(table.name)
            if session is not None and not session.opened and not session.over:
                session.opened = True
                return session
            if session is not None:
                self._end(session)
            return self._begin(table, at, event_id, opened=True)
        if session is not None and (not session.over or kind in AFTERWARDS):
            return session
        if table.name in self._unopened:
            self._reject(made, "table", table.name, "no_session")
            return None
        if kind in PREPARES and self._open_one(table) is None:
            if session is not None:
                self._end(session)
            return self._begin(table, at, event_id, opened=False)
        opened = self._open_one(table)
        if session is None and opened is not None and at >= opened.opened_at - CLOCKS:
            self.joining += 1
        else:
            self._reject(made, "table", table.name, "no_session")
        return None

    def _open_one(self, table: Table) -> TableSession | None:
        if table.pk not in self._open:
            self._open[table.pk] = open_sessions([table.pk]).first()
        return self._open[table.pk]

    def _begin(self, table: Table, at: datetime, event_id: UUID | None, *, opened: bool) -> _Session:
        session = _Session(table.name, DryRun(in_force(table, at)), at, opened=opened)
        session.stored = None if event_id is None else begun_by(table, event_id)
        self._now[table.name] = session
        self._seqs.pop(table.name, None)
        return session

    def _drain(self, session: _Session) -> None:
        for found in session.run.drain():
            self._found(session, found)
        if session.ids:
            self.known += Entry.objects.filter(session=session.stored, event_id__in=session.ids).count()
            session.ids.clear()

    def _end(self, session: _Session) -> None:
        self._drain(session)
        for found in session.run.end():
            self._found(session, found)
        self._now.pop(session.table, None)
        self.rounds += session.run.rounds
        self.session_count += 1
        if len(self.sessions) < MOST_SESSIONS:
            self.sessions.append(
                {
                    "table": session.table,
                    "from": session.opened_at.isoformat(),
                    "to": None if session.last_at is None else session.last_at.isoformat(),
                    "closed": session.over,
                    "events": session.place,
                    "rounds": session.run.rounds,
                    "findings": session.findings,
                    "known": session.stored is not None,
                }
            )

    def _found(self, session: _Session, found: Found) -> None:
        session.findings += 1
        code = self.codes.setdefault(
            found.code,
            {"count": 0, "cctv": 0, "severity": found.severity, "title": found.title, "outcomes": {}, "examples": []},
        )
        code["count"] += 1
        code["cctv"] += found.cctv
        code["outcomes"][found.outcome] = code["outcomes"].get(found.outcome, 0) + 1
        if len(code["examples"]) < MOST_EXAMPLES:
            code["examples"].append(
                {
                    "line": session.line(found.seq, self._seqs.get(session.table, {})),
                    "table": session.table,
                    "round": found.round,
                    "spot": found.spot,
                    "outcome": found.outcome,
                    "text": found.text,
                }
            )

    def result(self) -> dict[str, Any]:
        """Counts are whole, lists are cut. ``joining``: events for a session that is open in the ledger, whose findings
        hang on what it has already; they are counted and not tried."""
        return {
            "events": self.events,
            "rounds": self.rounds,
            "sessions": self.sessions,
            "session_count": self.session_count,
            "kinds": self.kinds,
            "from": None if self.first is None else self.first.isoformat(),
            "to": None if self.last is None else self.last.isoformat(),
            "ours": self.ours,
            "known": self.known,
            "left_out": self.left_out,
            "backwards": self.converter.backwards,
            "joining": self.joining,
            "findings": sum(code["count"] for code in self.codes.values()),
            "codes": self.codes,
            "rejected": self.refusals.told,
            "rejected_count": self.refusals.count,
            "rejected_by": self.refusals.by_why,
        }
