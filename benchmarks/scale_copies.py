"""Two years of sessions, cast from the moulds and put into the database by COPY."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from importlib import import_module
from random import Random
from uuid import UUID

from django.db import connection, transaction

from benchmarks.scale_house import House
from benchmarks.scale_lives import Case, Lives, escaped, row
from benchmarks.scale_source import BOSS, DEALERS, FIRST_DAY, TABLE, Mould, columns_of, filled, finding_id, quoted
from pitboss.casino.models import Table, TableSession
from pitboss.incidents.folio import folio, year_of
from pitboss.incidents.models import FolioCounter, Incident, IncidentFinding, Step, Verb
from pitboss.ledger.chain import BEFORE_THE_FIRST
from pitboss.ledger.models import Entry, PrivateText
from pitboss.ledger.sealed import sealed
from pitboss.replay.models import Play, Round

BATCH = 12
"""Sessions a transaction."""
ENTRY = ("id", "session_id", "number", "event_id", "seq", "kind", "at", "received_at", "body", "prev_hash", "hash")
OWN = {"ledger_head": ["session_id", "number", "hash"], "ledger_salt": ["session_id", "salt"],
       "ledger_privatetext": ["id", "entry_id", "place", "text"]}  # fmt: skip
DAY_IN_MICROSECONDS = 86_400_000_000
WRITTEN = ("casino_tablesession", "ledger_entry", "ledger_head", "replay_now", "replay_play", "replay_round",
           "replay_finding", "incidents_incident", "incidents_incidentfinding", "incidents_step",
           "ledger_salt", "ledger_privatetext")  # fmt: skip


@dataclass(slots=True)
class Slot:
    """One session to be made: what is cast, where, how many days after the mould's, the how-manieth of its mould."""

    mould: Mould
    house: House
    table: Table
    shift: int
    nth: int


def plan(moulds: Sequence[Mould], houses: Sequence[House], days: int, events: int, incidents: int) -> list[Slot]:
    """Enough sessions for so many events and cases, over so many days, at every table, in the order of time."""
    dice = Random("scale:plan")
    made = [0] * len(moulds)
    chosen: list[int] = []
    told = [sum(mould.events for mould in moulds), sum(mould.incidents for mould in moulds)]
    while told[0] < events or told[1] < incidents:
        which = len(chosen) % len(moulds)
        chosen.append(which)
        told[0] += moulds[which].events
        told[1] += moulds[which].incidents
    places = [(house, table) for house in houses for table in house.tables]
    free = dice.sample(range(len(places) * (days - 2)), len(chosen))
    slots = []
    for which, at in zip(chosen, sorted(free), strict=True):
        house, table = places[at % len(places)]
        made[which] += 1
        slots.append(Slot(moulds[which], house, table, 2 + at // len(places), made[which]))
    return slots


class Casting:
    """Writes the slots, in order, numbering as the database would."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.columns = {name: columns_of(name) for name in WRITTEN}
        self.session = _next(TableSession)
        self.entry, self.incident, self.link = _next(Entry), _next(Incident), _next(IncidentFinding)
        self.round, self.play = _next(Round), _next(Play)
        self.text = _next(PrivateText)
        self.lives = Lives(_next(Step), now)
        last = TableSession.objects.values_list("table_id", "number")
        self.sessions: dict[int, int] = dict(last)
        counters = FolioCounter.objects.values_list("casino_id", "year", "last")
        self.folios: dict[tuple[int, int], int] = {(casino, year): last for casino, year, last in counters}
        self.dice = Random("scale:copies")

    def write(self, slots: Sequence[Slot]) -> None:
        """These sessions, whole, in one transaction."""
        others: dict[str, list[str]] = {name: [] for name in WRITTEN if name != "ledger_entry"}
        texts = others["ledger_privatetext"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica; SET LOCAL TIME ZONE 'UTC'")
            with cursor.copy(f"COPY ledger_entry ({', '.join(ENTRY)}) FROM STDIN") as copy:
                for slot in slots:
                    for chunk in self._session(slot, others, texts):
                        copy.write(chunk)
            for name, rows in others.items():
                columns = OWN.get(name) or self.columns[name]
                with cursor.copy(f"COPY {name} ({quoted(columns)}) FROM STDIN") as copy:
                    copy.write("".join(f"{line}\n" for line in rows))

    def finish(self) -> None:
        """Counters go on behind what is there now."""
        with connection.cursor() as cursor:
            for model in (TableSession, Entry, Incident, IncidentFinding, Round, Play, Step, PrivateText):
                table = model._meta.db_table
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
        for (casino, year), last in self.folios.items():
            FolioCounter.objects.update_or_create(casino_id=casino, year=year, defaults={"last": last})

    def _session(self, slot: Slot, others: dict[str, list[str]], texts: list[str]) -> Iterator[str]:
        """The chunks of the session's ledger; its other rows go to ``others``."""
        session, base = self.session, self.entry - 1
        self.session += 1
        self.entry += slot.mould.events
        dealers = self.dice.sample(slot.house.people["dealer"], 2)
        boss = self.dice.choice(slot.house.people["pit_boss"])
        marks = {BOSS: boss[1], DEALERS[0]: dealers[0][1], DEALERS[1]: dealers[1][1], TABLE: slot.table.name}
        day = slot.mould.day + timedelta(days=slot.shift)
        for mark in slot.mould.marks:
            if ord(mark) >= FIRST_DAY - 200:
                marks[mark] = (day + timedelta(days=ord(mark) - FIRST_DAY)).isoformat()
        marks = {mark: value for mark, value in marks.items() if mark in slot.mould.marks}
        people = dict(zip(map(str, slot.mould.people), (str(pk) for pk, _ in (*dealers, boss)), strict=True))
        self._rows(slot, session, base, marks, day, others)
        self._cases(slot, session, base, marks, people, boss[0], others)
        last = BEFORE_THE_FIRST.hex()
        salt = sha256(f"scale:{session}".encode()).digest()
        for chunk, reached, apart in entries(slot.mould, session, base, marks, slot.shift, slot.nth, salt):
            last = reached
            yield chunk
            for entry, place, text in apart:
                texts.append(f"{self.text}\t{entry}\t{place}\t{escaped(text)}")
                self.text += 1
        if slot.mould.entries.sealed:
            others["ledger_salt"].append(f"{session}\t\\\\x{salt.hex()}")
        others["ledger_head"].append(f"{session}\t{slot.mould.events}\t\\\\x{last}")

    def _rows(
        self, slot: Slot, session: int, base: int, marks: dict[str, str], day: date, others: dict[str, list[str]]
    ) -> None:
        """The session and what the rules keep of it."""
        rows, casino, own = slot.mould.rows, str(slot.house.casino.pk), str(session)
        number = self.sessions[slot.table.pk] = self.sessions.get(slot.table.pk, 0) + 1
        same = {"session_id": own, "casino_id": casino}
        gaming_day = (day + timedelta(days=slot.mould.gaming_day)).isoformat()
        head = {"id": own, "table_id": str(slot.table.pk), "number": str(number), "gaming_day": gaming_day}
        put = {"casino_tablesession": head, "replay_now": same, "replay_play": same, "replay_round": same}
        for name, instead in put.items():
            cells = rows[name].cast(marks)
            for one in cells:
                _put(one, rows[name].place, instead)
                if name == "replay_round":
                    _behind(one, rows[name].place, ("first_entry_id", "last_entry_id"), base)
                    one[0], self.round = str(self.round), self.round + 1
                elif name == "replay_play":
                    one[0], self.play = str(self.play), self.play + 1
            others[name] += ["\t".join(one) for one in cells]
        place, cells = rows["replay_finding"].place, rows["replay_finding"].cast(marks)
        for one, made_of in zip(cells, slot.mould.names, strict=True):
            _put(one, place, same | {"id": str(finding_id(session, made_of))})
            _behind(one, place, ("entry_id", "answered_id"), base)
        others["replay_finding"] += ["\t".join(one) for one in cells]

    def _cases(
        self,
        slot: Slot,
        session: int,
        base: int,
        marks: dict[str, str],
        people: dict[str, str],
        boss: int,
        others: dict[str, list[str]],
    ) -> None:
        """Its incidents with their folios, findings and histories."""
        rows, casino = slot.mould.rows, slot.house.casino
        first = self.incident
        steps = rows["incidents_step"]
        history: dict[int, list[list[str]]] = {}
        for one in steps.cast(marks):
            history.setdefault(int(one[steps.place["incident_id"]]), []).append(one)
        place = rows["incidents_incident"].place
        for at, one in enumerate(rows["incidents_incident"].cast(marks)):
            pk, self.incident = self.incident, self.incident + 1
            year = year_of(casino, datetime.fromisoformat(one[place["opened_at"]]))
            number = self.folios[casino.pk, year] = self.folios.get((casino.pk, year), 0) + 1
            _put(one, place, {
                "id": str(pk), "year": str(year), "number": str(number), "folio": folio(year, number),
                "casino_id": str(casino.pk), "session_id": str(session), "table_id": str(slot.table.pk),
            })  # fmt: skip
            told = history.get(at, [])
            for line in told:
                _put(line, steps.place, {"id": str(self.lives.next), "incident_id": str(pk)})
                _behind(line, steps.place, ("entry_id",), base)
                line[steps.place["by_id"]] = people.get(line[steps.place["by_id"]], line[steps.place["by_id"]])
                self.lives.next += 1
                others["incidents_step"].append("\t".join(line))
            verbs = {line[steps.place["verb"]] for line in told}
            case = Case(
                pk=pk,
                codes=frozenset(slot.mould.codes[at]),
                money=one[place["owed"]] != "0" or one[place["overpaid"]] != "0",
                cctv=one[place["cctv"]] == "t",
                open=one[place["status"]] == "open",
                last_event_at=max(datetime.fromisoformat(line[steps.place["at"]]) for line in told),
                footage=(_iso(one[place["footage_from"]]), _iso(one[place["footage_to"]])),
                boss=boss,
                last=len(told),
                ruled="ruled" in verbs,
                asked="footage_asked" in verbs,
            )
            added, status = self.lives.of(case, slot.house, self.dice)
            said = next((step.after for step in added if step.verb == Verb.RULED), None)
            _put(one, place, {"status": status} if case.open else {})
            _put(one, place, {"ruling": said.get("reason", said["ruling"])} if said else {})
            others["incidents_incident"].append("\t".join(one))
            for step in added:
                cells = row(step)
                others["incidents_step"].append("\t".join(cells[name] for name in steps.columns))
        place = rows["incidents_incidentfinding"].place
        for one in rows["incidents_incidentfinding"].cast(marks):
            made_of = slot.mould.names[int(one[place["finding_id"]])]
            _put(one, place, {
                "id": str(self.link),
                "incident_id": str(first + int(one[place["incident_id"]])),
                "finding_id": str(finding_id(session, made_of)),
            })  # fmt: skip
            self.link += 1
            others["incidents_incidentfinding"].append("\t".join(one))


def entries(
    mould: Mould, session: int, base: int, marks: dict[str, str], shift: int, nth: int, salt: bytes
) -> Iterator[tuple[str, str, list[tuple[int, str, str]]]]:
    """Chunks of the session's ledger as COPY takes them, each with the hash of its last entry, a chain of its own, and
    with the texts that are kept beside it: the entry's id, place and text.

    The lines of the preimage are those of ``pitboss.ledger.chain``, which the check afterwards asks itself.
    """
    kept = mould.entries
    later = shift * DAY_IN_MICROSECONDS
    # Ids of version 7: the milliseconds move with the days, twelve of the bits at random say which copy it is
    high = shift * 86_400_000 << 16
    texts = (filled(text, marks).split("\n") for text in (kept.bodies, kept.ats, kept.received))
    lines: list[str] = []
    apart: list[tuple[int, str, str]] = []
    last = BEFORE_THE_FIRST.hex()
    columns = (kept.seqs, kept.kinds, kept.at, kept.received_at, kept.high, kept.low)
    for number, (body, at, received, seq, kind, at_us, received_us, bits, low) in enumerate(
        zip(*texts, *columns, strict=True), start=1
    ):
        begins = f"{(bits ^ nth) + high:016x}"
        name = f"{begins[:8]}-{begins[8:12]}-{begins[12:]}{low}"
        said = body % name
        if number - 1 in kept.sealed:
            closed = sealed(said, UUID(name), salt)
            said = closed.body
            apart += [(base + number, place, text) for place, text in closed.texts.items()]
        head = f"pitboss ledger 1\n{session}\n{number}\n{last}\n{name}\n{seq}\n{kind}\n{at_us + later}\n"
        digest = sha256(f"{head}{received_us + later}\n{said}".encode()).hexdigest()
        if "\\" in said:
            said = said.replace("\\", "\\\\")
        lines.append(
            f"{base + number}\t{session}\t{number}\t{name}\t{seq}\t{kind}\t{at}\t{received}\t{said}"
            f"\t\\\\x{last}\t\\\\x{digest}\n"
        )
        last = digest
        if not number % 2000:
            yield "".join(lines), last, apart
            lines, apart = [], []
    yield "".join(lines), last, apart


@contextmanager
def unguarded() -> Iterator[None]:
    """Let rows in past the triggers, which would hash and look at each again; what they see to is checked afterwards.

    Those of the ledger and the histories hold whatever role a session takes, so the owner lifts them one by one.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname FROM pg_trigger"
            " WHERE NOT tgisinternal AND tgenabled = 'A' AND tgrelid::regclass::text = ANY(%s)",
            [list(WRITTEN)],
        )
        lifted = cursor.fetchall()
        for table, name in lifted:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
        try:
            yield
        finally:
            for table, name in lifted:
                cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


def remember() -> None:
    """What cases are found by, as the migration that made it fills it for those that were there."""
    filling = import_module("pitboss.incidents.migrations.0007_search_and_assignment").FILL
    statement = filling[filling.rindex("INSERT INTO incidents_searched") :].rstrip().rstrip(";")
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} ON CONFLICT DO NOTHING")


def batches(slots: Sequence[Slot]) -> Iterable[Sequence[Slot]]:
    return (slots[first : first + BATCH] for first in range(0, len(slots), BATCH))


def _next(model: type[TableSession | Entry | Incident | IncidentFinding | Round | Play | Step | PrivateText]) -> int:
    last = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return (last or 0) + 1


def _put(cells: list[str], place: dict[str, int], instead: dict[str, str]) -> None:
    for name, value in instead.items():
        if name in place:
            cells[place[name]] = value


def _behind(cells: list[str], place: dict[str, int], names: Iterable[str], base: int) -> None:
    """Numbers of entries become their ids."""
    for name in names:
        if cells[place[name]] != "\\N":
            cells[place[name]] = str(base + int(cells[place[name]]))


def _iso(text: str) -> str:
    return "" if text == "\\N" else datetime.fromisoformat(text).isoformat()
