"""Rows of a file as events of the contract, each with an id that the same file always gives it.

The id is a UUID version 5 of the import and the row (which event of the row, where it makes several), the import's one
of the casino and the file's hash: a file that is imported twice, by whichever mapping, is the same events. Where the
source gives ids of its own, these are what the events are known by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from pitboss.imports.definition import LEFT_OUT, Definition, Source
from pitboss.imports.reading import Row, Unread
from pitboss.imports.refused import Refused
from pitboss.imports.values import Cells, Read, Values, Wrong, whole
from pitboss.imports.wide import VALUE_OF, in_order
from pitboss.ingest.kinds import kinds

NAMESPACE: Final = UUID("b1d2c9d4-6d0d-5b7e-9d1c-2f5b8f3f7a64")
BESIDE_ROUNDS: Final = frozenset({
    "table_opened", "table_closed", "decks_checked", "shuffled", "cut", "dealer_changed", "shoe_ended", "shoe_empty",
    "cut_card_out", "feed", "seen", "cctv_requested", "ruled", "disputed",
})  # fmt: skip
"""Kinds that neither begin nor end a round, whatever number stands beside them."""
CLOCKS_DIFFER: Final = timedelta(seconds=2)
"""A step back by more is one (contract 3b, ``record-gap``)."""
SAID_AFTERWARDS: Final = frozenset({"disputed", "ruled", "cctv_requested"})
MOST_ROWS: Final = 200
"""Wide rows of one round that are held."""


def import_id(casino: str, digest: str) -> UUID:
    """What the events of a file carry as ``import``."""
    return uuid5(NAMESPACE, f"{casino}\n{digest}")


@dataclass(frozen=True, slots=True)
class Made:
    """One event: from which row, and what it says. ``ours``: nobody wrote it, it was made of how the rows follow."""

    line: int
    body: dict[str, Any]
    ours: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that the mapping leaves out on purpose."""

    line: int


Came = Made | Refused | LeftOut


@dataclass(slots=True)
class _Table:
    """One table while its rows pass by. ``last``: when its last event was; ``round``: the one open by ``pass``."""

    name: str
    last: datetime | None = None
    open: bool = False
    round: int | None = None
    line: int = 0


@dataclass(slots=True)
class _Read:
    """What all events of a row share."""

    line: int
    cells: Cells
    at: datetime
    table: _Table
    round: int | None
    more: dict[str, Any] = field(default_factory=dict)


class Converter:
    """One pass over a file. ``profiles``: the rules that each table of the casino plays by, for openings we make."""

    def __init__(
        self,
        definition: Definition,
        *,
        zone: ZoneInfo,
        currency: str,
        casino: str,
        digest: str,
        profiles: dict[str, str],
    ) -> None:
        self.definition, self.profiles, self.casino = definition, profiles, casino
        self.import_id = import_id(casino, digest)
        self.values = values = Values(definition, zone=zone, currency=currency)
        self.done = self.backwards = 0
        self._tables: dict[str, _Table] = {}
        self._moment = values.moment()
        self._kind = values.text(definition.kind, "kind")
        self._table = self._own("table")
        self._pass, self._id, self._seq, self._by = (self._own(name) for name in ("pass", "id", "seq", "by"))
        self._fields: dict[str, list[tuple[str, Read]]] = {
            kind: [(one.name, read) for one in fields if (read := values.of(one)) is not None]
            for kind, fields in kinds().items()
        }
        self._steps = [self._step(step.kind, step.column, step.words) for step in definition.steps]

    def _own(self, name: str) -> Callable[[Cells], str] | None:
        source = self.definition.fields.get(name)
        return None if source is None else self.values.text(source, name)

    def _step(self, kind: str, column: str, words: dict[str, str] | None) -> tuple[str, list[tuple[str, Read]], str]:
        """Readers of a step's event, and the column without which there is none."""
        said = next((one for one in kinds()[kind] if one.name in VALUE_OF), None)
        if said is None or not column:
            return kind, self._fields[kind], column
        read = self.values.of(said, Source(column=column, words=words))
        others = [pair for pair in self._fields[kind] if pair[0] != said.name]
        return kind, [*others, (said.name, read)] if read is not None else others, column

    def convert(self, rows: Iterable[Row | Unread]) -> Iterator[Came]:
        """What each row became, in the order of the file; at last what closes what we opened."""
        held: list[_Read] = []
        for row in rows:
            self.done = row.done
            read = self._read(row)
            if not isinstance(read, _Read):
                yield read
            elif not self.definition.steps:
                yield from self._tall(read)
            else:
                same = held and (held[0].table.name, held[0].round) == (read.table.name, read.round)
                if held and (not same or read.round is None or len(held) == MOST_ROWS):
                    yield from self._wide(held)
                    held = []
                held.append(read)
        if held:
            yield from self._wide(held)
        for table in self._tables.values():
            yield from self._close(table)

    def _read(self, row: Row | Unread) -> _Read | Refused | LeftOut:
        if isinstance(row, Unread):
            return Refused(row.line, "line", "a row of the table", why=row.why)
        wanted = len(self.definition.columns)
        if len(row.cells) < wanted or any(cell.strip() for cell in row.cells[wanted:]):
            return Refused(row.line, "line", f"{wanted} columns", why="columns", value=str(len(row.cells)))
        cells, table, seq = row.cells, "", None
        more: dict[str, Any] = {}
        try:
            if self._table is not None:
                table = self._table(cells)
            if self._seq is not None and (text := self._seq(cells)):
                seq = whole(text)
            if not self.definition.steps:
                more["kind"] = self._kind(cells)
                if more["kind"] == LEFT_OUT:
                    return LeftOut(row.line)
                if more["kind"] not in self._fields:
                    raise Wrong("kind", self.definition.kind.column or "", more["kind"], "kind")
            read = _Read(row.line, cells, self._moment(cells), self._at(table), self._number(cells), more)
        except Wrong as wrong:
            return self._refused(row.line, wrong, table, seq, opening=more.get("kind") == "table_opened")
        except ValueError:
            return Refused(row.line, "seq", "a whole number from 1", why="whole", table=table or None)
        if seq is not None:
            read.more["seq"] = seq
        if self._by is not None and (by := self._by(cells)):
            read.more["by"] = by
        return read

    def _at(self, name: str) -> _Table:
        return self._tables.setdefault(name, _Table(name))

    def _number(self, cells: Cells) -> int | None:
        if self._pass is None or not (text := self._pass(cells)):
            return None
        try:
            return whole(text)
        except ValueError:
            raise Wrong("round", self.definition.fields["pass"].column or "", text, "whole") from None

    def _refused(self, line: int, wrong: Wrong, table: str, seq: int | None, *, opening: bool = False) -> Refused:
        return Refused(
            line,
            wrong.field,
            "",
            seq=seq,
            table=table or None,
            opening=opening,
            column=wrong.column,
            value=wrong.value,
            why=wrong.why,
        )

    # ── a row is an event ────────────────────────────────────────────────────────────────────────────

    def _tall(self, read: _Read) -> Iterator[Came]:
        kind = read.more.pop("kind")
        yield from self._event(read, kind, self._fields[kind], 1)

    def _event(self, read: _Read, kind: str, fields: list[tuple[str, Read]], nth: int) -> Iterator[Came]:
        body: dict[str, Any] = {"kind": kind, **read.more}
        try:
            for name, value in fields:
                if (said := value(read.cells)) is not None:
                    body[name] = said
        except Wrong as wrong:
            opening = kind == "table_opened"
            yield self._refused(read.line, wrong, read.table.name, read.more.get("seq"), opening=opening)
            return
        if kind in ("round_opened", "seen") and "round" not in body and read.round is not None:
            body["round"] = read.round
        yield from self._before(read, kind, read.at)
        yield self._made(read.line, body, read.at, read.table, self._named(read, nth))

    def _named(self, read: _Read, nth: int) -> UUID:
        if self._id is not None and (text := self._id(read.cells)):
            try:
                return UUID(text) if nth == 1 else uuid5(UUID(text), str(nth))
            except ValueError:
                return uuid5(NAMESPACE, f"{self.casino}\nid\n{text}\n{nth}")
        return uuid5(self.import_id, f"{read.line}\n{nth}")

    def _made(
        self, line: int, body: dict[str, Any], at: datetime, table: _Table, event_id: UUID, *, ours: bool = False
    ) -> Made:
        body |= {"at": at.isoformat(), "id": str(event_id), "src": "system" if ours else self.definition.src}
        if table.name:
            body["table"] = table.name
        body["import"] = str(self.import_id)
        if table.last is not None and table.last - at > CLOCKS_DIFFER:
            self.backwards += 1
        table.last, table.line = at, line
        return Made(line, body, ours)

    # ── what nobody wrote ────────────────────────────────────────────────────────────────────────────

    def _before(self, read: _Read, kind: str, at: datetime) -> Iterator[Made]:
        """What has to have happened before this event: the table opened, the last round over, a new one begun."""
        table, told = read.table, self.definition
        if told.sessions == "gap":
            gone = table.last is not None and abs(at - table.last) > timedelta(hours=told.gap)
            if kind == "table_opened" or (table.open and gone):
                yield from self._close(table)
            if kind == "table_closed":
                yield from self._end_round(table)
                table.open = False
            elif not table.open and not (kind in SAID_AFTERWARDS and table.last is not None):
                table.open = True
                if kind != "table_opened":
                    profile = self.profiles.get(table.name, "cl-scj")
                    opening = {"kind": "table_opened", "profile": profile, "decks": told.decks}
                    yield self._ours(read.line, opening, at, table)
        if told.rounds != "pass":
            return
        if kind == "round_opened":
            yield from self._end_round(table)
            table.round = read.round
        elif kind == "round_closed":
            table.round = None
        elif kind == "table_closed":
            yield from self._end_round(table)
        elif read.round is not None and kind not in BESIDE_ROUNDS and read.round != table.round:
            yield from self._end_round(table)
            table.round = read.round
            yield self._ours(read.line, {"kind": "round_opened", "round": read.round}, at, table)

    def _end_round(self, table: _Table) -> Iterator[Made]:
        if table.round is not None and self.definition.rounds == "pass" and table.last is not None:
            yield self._ours(table.line, {"kind": "round_closed"}, table.last, table, nth=table.round)
        table.round = None

    def _close(self, table: _Table) -> Iterator[Made]:
        yield from self._end_round(table)
        if table.open and table.last is not None:
            yield self._ours(table.line, {"kind": "table_closed"}, table.last, table)
        table.open = False

    def _ours(self, line: int, body: dict[str, Any], at: datetime, table: _Table, nth: int | None = None) -> Made:
        mark = f"{line}\n{body['kind']}" if nth is None else f"{line}\n{body['kind']}\n{nth}"
        return self._made(line, body, at, table, uuid5(self.import_id, mark), ours=True)

    # ── a row is several events ──────────────────────────────────────────────────────────────────────

    def _wide(self, held: list[_Read]) -> Iterator[Came]:
        """The rows of one round. The clock never runs back in it: an event is no earlier than the one before."""
        latest = held[0].at
        for read, number in in_order(held, self.definition.steps, self._is_dealer):
            kind, fields, column = self._steps[number]
            if column and not read.cells[self.values.places[column]].strip():
                continue
            latest = read.at = max(latest, read.at)
            yield from self._event(read, kind, fields, number + 1)

    def _is_dealer(self, read: _Read) -> bool:
        source = self.definition.fields.get("spot")
        try:
            return source is not None and self.values.text(source, "spot")(read.cells) == "dealer"
        except Wrong:
            return False
