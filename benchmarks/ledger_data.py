"""A ledger of many rounds in PostgreSQL, for what has to be measured on a large one.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/pitboss_rounds \\
        python benchmarks/ledger_data.py [--rounds 1000000] [--jobs 2] [--rate 0.02] [--session 400]

Makes the database if it is not there, migrates it, and adds a casino with ten tables and sessions until there are so
many rounds. Every session is played by the generator from a seed of its own, with something gone wrong in a share of
its rounds; nothing is copied from another. Bodies are canonical JSON and the chain of each session is whole, made here
by the arithmetic of `pitboss.ledger.chain` and written by COPY with the ledger's triggers off (they would do the same
a row at a time); then the triggers are on again and the chains of some sessions are walked. There are no findings:
the sessions were never judged.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

import psycopg

from pitboss.ledger.chain import BEFORE_THE_FIRST, link, microseconds
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.profile import HOUSES
from pitboss.simulator.session import TableSession as Played

if TYPE_CHECKING:
    from pitboss.casino.models import Casino, Table

CODE = "RONDAS"
TABLES = 10
CROWDS = (1.0, 1.6, 2.4)
FIRST_DAY = date(2025, 1, 1)
ZONE = ZoneInfo("America/Santiago")
COLUMNS = "session_id, number, event_id, seq, kind, at, received_at, body, prev_hash, hash"
TRIGGERS = {"ledger_entry": ("ledger_1_link", "ledger_2_move_heads"), "ledger_head": ("ledger_1_follow",)}
WALKED = 5
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
"""RFC 8785 for what the generator says: names in ASCII, whole numbers, no other. Checked against the real one."""


class Plan(tuple[int, str, int, datetime, int, float]):
    """Session (its number in the database), table, seed, opening, rounds, share of rounds with a mishap."""


def played(plan: Plan) -> Iterator[dict[str, Any]]:
    """The events of one session."""
    _, table, seed, start, rounds, rate = plan
    session = Played(
        table=table,
        start=start,
        seed=seed,
        rounds=rounds,
        house=HOUSES[seed % len(HOUSES)],
        crowd=CROWDS[seed % len(CROWDS)],
        fate=Rate(rate, Random(seed)),
    )
    return (event for _, event in session.play())


def entries(plan: Plan) -> Iterator[tuple[Any, ...]]:
    """Rows of the ledger as COPY takes them, the hash last; received a second after it happened."""
    session = plan[0]
    before = BEFORE_THE_FIRST
    for number, event in enumerate(played(plan), 1):
        body, at = canonical(event), datetime.fromisoformat(event["at"])
        micros = microseconds(at)
        seq, kind, event_id = event["seq"], event["kind"], event["id"]
        preimage = (
            f"pitboss ledger 1\n{session}\n{number}\n{before.hex()}\n{event_id}\n{seq}\n{kind}\n"
            f"{micros}\n{micros + 1_000_000}\n{body}"
        )
        digest = sha256(preimage.encode()).digest()
        received = at + timedelta(seconds=1)
        yield session, number, event_id, seq, kind, at, received, body, before, digest
        before = digest


def write(url: str, plans: Sequence[Plan]) -> tuple[int, int]:
    """These sessions, in one transaction; rounds and entries."""
    rounds = events = 0
    heads: list[tuple[int, int, bytes]] = []
    with psycopg.connect(url) as link_, link_.cursor() as cursor:
        with cursor.copy(f"COPY ledger_entry ({COLUMNS}) FROM STDIN") as copy:
            for plan in plans:
                row: tuple[Any, ...] = ()
                for row in entries(plan):
                    copy.write_row(row)
                    rounds += row[4] == "round_opened"
                heads.append((plan[0], row[1], row[-1]))
                events += row[1]
        cursor.executemany("INSERT INTO ledger_head (session_id, number, hash) VALUES (%s, %s, %s)", heads)
    return rounds, events


def check(plan: Plan) -> None:
    """The fast ways above say what the ledger's own say."""
    from pitboss.ledger.canonical import canonical as ours

    before = BEFORE_THE_FIRST
    for event, row in zip(played(plan), entries(plan), strict=True):
        assert row[7] == ours(event)
        at = datetime.fromisoformat(event["at"])
        told = {"session": plan[0], "number": row[1], "event_id": event["id"], "seq": event["seq"],
                "kind": event["kind"], "at": at, "received_at": at + timedelta(seconds=1), "body": row[7]}  # fmt: skip
        assert link(prev_hash=before, **told) == row[-1]
        before = row[-1]


@contextmanager
def triggers_off(url: str) -> Iterator[None]:
    """What links a row and moves the head is done here."""

    def turn(how: str) -> None:
        with psycopg.connect(url, autocommit=True) as owner:
            for table, names in TRIGGERS.items():
                for name in names:
                    owner.execute(f"ALTER TABLE {table} {how} TRIGGER {name}".encode())

    turn("DISABLE")
    try:
        yield
    finally:
        turn("ENABLE ALWAYS")


def make_database(url: str) -> None:
    """Make it if it is not there."""
    place, _, name = url.rpartition("/")
    with psycopg.connect(f"{place}/postgres", autocommit=True) as owner:
        if owner.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            owner.execute(f'CREATE DATABASE "{name}"'.encode())


def tables() -> list[Table]:
    """The casino's tables."""
    from pitboss.casino.models import Casino, Pit, Table

    casino: Casino = Casino.objects.get_or_create(code=CODE, defaults={"name": "Casino de las rondas"})[0]
    pit = Pit.objects.get_or_create(casino=casino, name="Foso 1")[0]
    return [
        Table.objects.get_or_create(casino=casino, pit=pit, name=f"BJ-{n:02}", defaults={})[0]
        for n in range(1, TABLES + 1)
    ]


def plans(rounds: int, each: int, rate: float) -> list[Plan]:
    """Sessions of so many rounds together, a table after another and then the next day."""
    from pitboss.casino.models import TableSession

    made: list[Plan] = []
    here = tables()
    first = TableSession.objects.filter(table__in=here).count()
    sessions = []
    for nth in range(first, first + -(-rounds // each)):
        table, day = here[nth % TABLES], FIRST_DAY + timedelta(days=nth // TABLES)
        start = datetime(day.year, day.month, day.day, 18, tzinfo=ZONE)
        sessions.append(
            TableSession(
                table=table,
                number=nth // TABLES + 1,
                profile="cl-scj",
                opened_at=start,
                closed_at=start + timedelta(hours=12),
                gaming_day=day,
            )
        )
    TableSession.objects.bulk_create(sessions)
    left = rounds
    for nth, session in enumerate(sessions, first):
        # With an offset and not a zone: what is played past a change of the clock is not dated twice
        start = datetime.fromisoformat(session.opened_at.isoformat())
        made.append(Plan((session.pk, session.table.name, nth, start, min(each, left), rate)))
        left -= each
    return made


def main() -> None:
    """Fill the database of DATABASE_URL."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=0.02, help="share of rounds in which something goes wrong")
    parser.add_argument("--session", type=int, default=400, help="rounds a session")
    options = parser.parse_args()
    url = os.environ["DATABASE_URL"]
    make_database(url)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    every = plans(options.rounds, options.session, options.rate)
    check(Plan((*every[0][:4], 20, 0.5)))
    begun = perf_counter()
    rounds = events = 0
    batches = [every[at : at + 10] for at in range(0, len(every), 10)]
    with triggers_off(url), ProcessPoolExecutor(options.jobs) as pool:
        for place, (some, more) in enumerate(pool.map(write, [url] * len(batches), batches), 1):
            rounds, events = rounds + some, events + more
            if place % 10 == 0:
                seconds = perf_counter() - begun
                print(f"{rounds:,} rounds, {events:,} events, {events / seconds:,.0f} events/s", flush=True)
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("VACUUM (ANALYZE) ledger_entry")
        owner.execute("VACUUM (ANALYZE) casino_tablesession")
        owner.execute("VACUUM (ANALYZE) ledger_head")
    walk([plan[0] for plan in every])
    print(f"{rounds:,} rounds, {events:,} events, {len(every):,} sessions in {perf_counter() - begun:,.0f} s")


def walk(sessions: Sequence[int]) -> None:
    """The chains of some of them, by the application's own arithmetic."""
    from pitboss.casino.models import TableSession
    from pitboss.ledger.verify import verify

    for pk in Random(1).sample(sessions, min(WALKED, len(sessions))):
        found = verify(TableSession.objects.get(pk=pk))
        assert found.holds, [str(one) for one in found.breaks]


if __name__ == "__main__":
    main()
