"""Sessions that were really played, taken in and judged, and each as a mould from which others are cast.

A mould is the very rows that the pipeline wrote, as COPY writes them, with marks in the place of what differs from
session to session: dates, badges, the table's name. Whole days are all that moves in time, so that hours, minutes and
offsets stay what they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from io import BytesIO
from random import Random
from typing import Any
from uuid import UUID, uuid5

from django.db import connection

from benchmarks.scale_house import House
from pitboss.casino.models import Table, TableSession
from pitboss.incidents.models import Incident
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.ledger.chain import microseconds
from pitboss.ledger.sealed import MARK, opened
from pitboss.replay.run import NAMESPACE
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.profile import HOUSES
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession as Played

AT_ONCE = 300
"""Events a sending: a case is opened by one and answered by another, as at a table."""
RATE = 0.38
"""Share of rounds in which something goes wrong, so that there is one case in a hundred events."""
FEWEST, MOST = 120, 420
"""Rounds a session."""
DAY = re.compile(r"\b20\d\d-\d\d-\d\d(?=[ T])")
DEALERS, BOSS, TABLE = ("\ue001", "\ue002"), "\ue003", "\ue004"
FIRST_DAY = 0xE200
"""Marks of the days before and after the session's own, which is this one."""


@dataclass(slots=True)
class Rows:
    """Rows of one table: names of the columns, and the rows as COPY has them, with marks."""

    columns: list[str]
    text: str
    place: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.place = {name: at for at, name in enumerate(self.columns)}

    def cast(self, marks: Mapping[str, str]) -> list[list[str]]:
        """The rows with the marks filled in, a list of cells each."""
        return [line.split("\t") for line in filled(self.text, marks).split("\n")] if self.text else []


@dataclass(slots=True)
class Entries:
    """The session's ledger. ``high`` are the first 64 bits of each event's id, ``low`` the rest as text; the bodies at
    ``sealed`` have their private texts in them, to be taken out again with the salt of each copy."""

    bodies: str
    ats: str
    received: str
    seqs: list[int]
    kinds: list[str]
    at: list[int]
    received_at: list[int]
    high: list[int]
    low: list[str]
    sealed: set[int]


@dataclass(slots=True)
class Mould:
    """One session that was played. ``people``: numbers in the database of its two dealers and its jefe de mesa.

    ``names``: what the id of each finding is made of, but for the session; ``codes`` of each case's findings that still
    count; ``gaming_day`` in days from the first.
    """

    day: date
    gaming_day: int
    people: list[int]
    entries: Entries
    rows: dict[str, Rows]
    names: list[tuple[str, str]]
    codes: list[set[str]]
    marks: set[str]

    @property
    def events(self) -> int:
        return len(self.entries.seqs)

    @property
    def incidents(self) -> int:
        return self.rows["incidents_incident"].text.count("\n") + 1


def play(house: House, table: Table, number: int, day: date) -> TableSession:
    """Play a session at that table and take it in through the pipeline, in sendings of a few rounds."""
    dice = Random(f"scale:{number}")
    dealers, boss = dice.sample(house.people["dealer"], 2), dice.choice(house.people["pit_boss"])
    start = datetime.fromisoformat(f"{day}T{dice.randrange(17, 21)}:{dice.randrange(60):02d}:00-03:00")
    session = Played(
        table=table.name,
        start=start,
        seed=number,
        rounds=dice.randrange(FEWEST, MOST + 1),
        house=HOUSES[number % len(HOUSES)],
        dealers=[badge for _, badge in dealers],
        pit_boss=boss[1],
        crowd=dice.choice((2.0, 3.0, 4.0)),
        fate=Rate(RATE, Random(f"scale:{number}:fate")),
    )
    intake = Intake(by=None, casino=house.casino.code)
    timed = list(session.play())
    for first in range(0, len(timed), AT_ONCE):
        some = timed[first : first + AT_ONCE]
        lines = list(read_ndjson(BytesIO(b"".join(encode(event) for _, event in some))))
        intake.take_chunk(lines, now=start + timedelta(seconds=some[-1][0] // 1000 + 2))
    assert not intake.receipt.rejected, intake.receipt.rejected
    return TableSession.objects.get(table=table, number=1)


def mould(session: TableSession, house: House) -> Mould:
    """Read back what the pipeline wrote about a session."""
    badges = {badge: pk for role in ("dealer", "pit_boss") for pk, badge in house.people[role]}
    opening = session.entries.get(kind="table_opened")
    said = dict(re.findall(r'"(dealer|pit_boss)":"([^"]+)"', opening.body))
    others = {name for body in session.entries.filter(kind="dealer_changed").values_list("body", flat=True)
              for name in re.findall(r'"dealer":"([^"]+)"', body)}  # fmt: skip
    second = next(iter(others - {said["dealer"]}), said["dealer"])
    day = session.opened_at.date()
    marked = _Marking(day, [(said["pit_boss"], BOSS), (second, DEALERS[1]), (said["dealer"], DEALERS[0]),
                            (session.table.name, TABLE)])  # fmt: skip
    numbers = dict(session.entries.values_list("pk", "number"))
    rows = {name: _read(name, where, session.pk, marked) for name, where in _OF_A_SESSION.items()}
    _number(rows, numbers)
    findings = session.findings.order_by("entry_id", "code", "id")
    names = [_name(session.pk, numbers[one.entry_id], one.code, one.spot, one.edition, one.pk) for one in findings]
    cases = Incident.objects.filter(session=session).order_by("pk")
    return Mould(
        day=day,
        gaming_day=(session.gaming_day - day).days,
        people=[badges[said["dealer"]], badges[second], badges[said["pit_boss"]]],
        entries=_entries(session, marked),
        rows=rows,
        names=names,
        codes=[set(one.findings.exclude(outcome="superseded").values_list("code", flat=True)) for one in cases],
        marks=marked.used,
    )


def filled(text: str, marks: Mapping[str, str]) -> str:
    for mark, value in marks.items():
        text = text.replace(mark, value)
    return text


def finding_id(session: int, name: tuple[str, str]) -> UUID:
    """As ``pitboss.replay.run`` makes it: of the session, and what it found where."""
    return uuid5(NAMESPACE, f"{session}\n{name[0]}{name[1]}")


class _Marking:
    """Puts marks into rows, and remembers which."""

    def __init__(self, day: date, words: Sequence[tuple[str, str]]) -> None:
        self.day, self.words, self.used = day, words, set[str]()

    def __call__(self, text: str) -> str:
        text = DAY.sub(self._day, text)
        for word, mark in self.words:
            if word in text:
                text = text.replace(word, mark)
                self.used.add(mark)
        return text

    def _day(self, found: re.Match[str]) -> str:
        mark = chr(FIRST_DAY + (date.fromisoformat(found[0]) - self.day).days)
        self.used.add(mark)
        return mark


_OF_A_SESSION = {
    "casino_tablesession": "id = {} ORDER BY id",
    "replay_now": "session_id = {}",
    "replay_play": "session_id = {} ORDER BY id",
    "replay_round": "session_id = {} ORDER BY first_entry_id",
    "replay_finding": "session_id = {} ORDER BY entry_id, code, id",
    "incidents_incident": "session_id = {} ORDER BY id",
    "incidents_incidentfinding":
        "incident_id IN (SELECT id FROM incidents_incident WHERE session_id = {}) ORDER BY id",
    "incidents_step":
        "incident_id IN (SELECT id FROM incidents_incident WHERE session_id = {}) ORDER BY incident_id, number",
}  # fmt: skip


def _read(table: str, where: str, session: int, marked: _Marking) -> Rows:
    columns = columns_of(table)
    text = copied(f"SELECT {quoted(columns)} FROM {table} WHERE {where.format(session)}")
    return Rows(columns, marked(text.rstrip("\n")))


def columns_of(table: str) -> list[str]:
    """Columns that can be written: what the database works out for itself is left to it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]


def quoted(columns: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def copied(query: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SET TIME ZONE 'UTC'")
        with cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
            return b"".join(copy).decode()


def _number(rows: dict[str, Rows], numbers: Mapping[int, int]) -> None:
    """In the place of ids that change: the entry's number, and the place of the incident and of the finding."""
    findings = {row[0]: str(at) for at, row in enumerate(rows["replay_finding"].cast({}))}
    incidents = {row[0]: str(at) for at, row in enumerate(rows["incidents_incident"].cast({}))}
    entries = {str(pk): str(number) for pk, number in numbers.items()}
    put: dict[str, dict[str, Mapping[str, str]]] = {
        "replay_round": {"first_entry_id": entries, "last_entry_id": entries},
        "replay_finding": {"entry_id": entries, "answered_id": entries},
        "incidents_incidentfinding": {"incident_id": incidents, "finding_id": findings},
        "incidents_step": {"incident_id": incidents, "entry_id": entries},
    }
    for table, columns in put.items():
        cells = rows[table].cast({})
        for row in cells:
            for column, instead in columns.items():
                at = rows[table].place[column]
                row[at] = row[at] if row[at] == "\\N" else instead[row[at]]
        rows[table].text = "\n".join("\t".join(row) for row in cells)


def _name(session: int, number: int, code: str, spot: str | None, edition: str, pk: UUID) -> tuple[str, str]:
    """What the finding's id is made of; the second of its kind at one entry is counted on."""
    name = f"{number}\n{code}\n{spot or '-'}\n{edition}"
    for nth in ("", *(f"\n{n}" for n in range(2, 20))):
        if finding_id(session, (name, nth)) == pk:
            return name, nth
    raise LookupError(f"{pk} is no id of {name!r} in session {session}")


def _entries(session: TableSession, marked: _Marking) -> Entries:
    stored = list(session.entries.order_by("number"))
    entries = opened(stored)
    ids = [str(entry.event_id) for entry in entries]
    bodies = [entry.body.replace("%", "%%").replace(name, "%s") for entry, name in zip(entries, ids, strict=True)]
    assert all(body.count("%s") == 1 for body in bodies)
    return Entries(
        bodies=marked("\n".join(bodies)),
        ats=marked("\n".join(_moments(entry.at for entry in entries))),
        received=marked("\n".join(_moments(entry.received_at for entry in entries))),
        seqs=[entry.seq for entry in entries],
        kinds=[entry.kind for entry in entries],
        at=[microseconds(entry.at) for entry in entries],
        received_at=[microseconds(entry.received_at) for entry in entries],
        high=[entry.event_id.int >> 64 for entry in entries],
        low=[name[18:] for name in ids],
        sealed={at for at, entry in enumerate(stored) if MARK in entry.body},
    )


def _moments(moments: Any) -> Iterator[str]:
    return (at.isoformat(sep=" ") for at in moments)
