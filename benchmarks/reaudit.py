"""A re-audit through Celery workers against the bare engine over the same bytes, in the same minutes.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/pitboss_rounds \\
        python benchmarks/reaudit.py [--workers 2] [--days N] [--kill] [--sample 400]

The database is one that `benchmarks/ledger_data.py` has filled. "Bare" is what `benchmarks/engine.py` calls the engine:
NDJSON bytes in memory to findings as JSON, with every rule on, no database and no job; as many processes at once as
there are workers, before and after the re-audit, each over its share of the sessions of the sample. "Engine alone" is
the same without decoding: the events lie decoded in memory. Both by the clock on the wall (what else runs on the
machine slows them as it slows the workers) and by processor seconds, which hang little on what else runs.

With `--kill` a worker is killed (-9, its whole group) in the middle and another takes its place. Rounds and events
are then counted again by SQL, off the ledger itself, and must be those of the re-audit. Exits 1 where they are not.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
import psycopg
from django.db import connection
from django.utils import timezone

from benchmarks.ledger_data import CODE
from rules.replay import Replay
from rules.wire import BLOCK, Rejected, events_in, read

if TYPE_CHECKING:
    from pitboss.reaudit.models import Reaudit

CHECKOUT = Path(__file__).resolve().parents[1]
TICK = os.sysconf("SC_CLK_TCK")
WORKER = (
    "-m celery --quiet -A pitboss.celery worker -c 1 -l WARNING --without-gossip --without-mingle --without-heartbeat"
)


class Bare(NamedTuple):
    """One process's share. Seconds on the wall and of the processor, with decoding and without."""

    events: int
    wall: float
    cpu: float
    engine_wall: float
    engine_cpu: float


def bare(url: str, sessions: list[int]) -> Bare:
    """These sessions through the engine alone; their bytes are fetched before the clock starts."""
    with psycopg.connect(url) as link:
        streams = [
            b"".join(f"{body}\n".encode() for (body,) in link.execute(BODIES, [session]).fetchall())
            for session in sessions
        ]
    to_json = msgspec.json.Encoder().encode
    events = 0
    wall, cpu = perf_counter(), process_time()
    for stream in streams:
        run = Replay()
        for pair in read(stream[at : at + BLOCK] for at in range(0, len(stream), BLOCK)):
            assert not isinstance(pair, Rejected)
            run.feed(*pair)
            events += 1
        sum(1 for finding in run.findings if to_json(finding.as_dict()))
    wall, cpu = perf_counter() - wall, process_time() - cpu
    engine_wall = engine_cpu = 0.0
    for stream in streams:
        decoded = [event for some in events_in(stream) for event in some]
        begun, used = perf_counter(), process_time()
        run = Replay()
        for event in decoded:
            run.feed(event.seq or 0, event)
        sum(1 for finding in run.findings if to_json(finding.as_dict()))
        engine_wall, engine_cpu = engine_wall + perf_counter() - begun, engine_cpu + process_time() - used
    return Bare(events, wall, cpu, engine_wall, engine_cpu)


BODIES = "SELECT body FROM ledger_entry WHERE session_id = %s ORDER BY number"


def bares(url: str, sessions: list[int], processes: int) -> Bare:
    """All of them at once; events and seconds a process."""
    with ProcessPoolExecutor(processes) as pool:
        done = list(pool.map(bare, [url] * processes, [sessions[at::processes] for at in range(processes)]))
    return Bare(
        events=sum(one.events for one in done) // processes,
        wall=max(one.wall for one in done),
        cpu=sum(one.cpu for one in done) / processes,
        engine_wall=max(one.engine_wall for one in done),
        engine_cpu=sum(one.engine_cpu for one in done) / processes,
    )


class Worker:
    """A real worker in a process group of its own."""

    def __init__(self, until_the_end: ExitStack) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *WORKER.split(), "-n", f"{uuid4()}@bench"],
            cwd=CHECKOUT,
            start_new_session=True,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
        until_the_end.callback(self.end)

    def end(self, how: int = signal.SIGTERM) -> None:
        try:
            os.killpg(self.process.pid, how)
        except ProcessLookupError:
            return
        self.process.wait()

    @property
    def cpu(self) -> float:
        """Processor seconds of the worker and the process that does its work."""
        ours = [self.process.pid, *children(self.process.pid)]
        return sum(seconds(pid) for pid in ours)


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(one) for one in listed.read_text().split()] if listed.exists() else []


def seconds(pid: int) -> float:
    """Processor seconds of a process and of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(int(fields[at]) for at in (11, 12)) / TICK


def database_cpu() -> dict[int, float]:
    """Processor seconds by process of the database that serves this one, where it runs on this machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid: seconds(pid) for (pid,) in cursor.fetchall()}


def asked(days: int | None) -> Reaudit:
    """A re-audit of the casino of rounds, by the edition as it stands."""
    from pitboss.accounts.models import Person
    from pitboss.accounts.roles import Role
    from pitboss.casino.models import Casino, Membership, Table, TableSession
    from pitboss.reaudit.verbs.ask import ask

    casino = Casino.objects.get(code=CODE)
    person, _ = Person.objects.get_or_create(username="benchmark", defaults={"name": "Benchmark", "badge": "B-0001"})
    Membership.objects.get_or_create(casino=casino, person=person, role=Role.AUDITOR)
    since = TableSession.objects.filter(table__casino=casino).earliest("gaming_day").gaming_day
    return ask(
        by=person,
        now=timezone.now(),
        tables=list(Table.objects.filter(casino=casino).select_related("casino")),
        since=since,
        until=since + timedelta(days=days - 1) if days else date(2999, 1, 1),
        overlay={},
        name="as it stands",
        why="benchmark",
    )


def finished(reaudit: Reaudit, workers: list[Worker], until_the_end: ExitStack, kill: bool) -> dict[str, Any]:
    """Wait for it; what it took, from the first session judged to the last."""
    from pitboss.reaudit.progress import DONE, FAILED, progress_of

    used: dict[int, float] = {}
    begun = perf_counter()
    told = spent = 0.0
    while True:
        time.sleep(0.5)
        reaudit.refresh_from_db()
        at = progress_of(reaudit, timezone.now())
        used |= database_cpu()
        if perf_counter() - told > 15:
            told = perf_counter()
            print(f"  {at.share:3} % {at.events:>12,} events {at.rate:>9,.0f} events/s", flush=True)
        if kill and at.share >= 30:
            print(f"  killed a worker at {at.share} %", flush=True)
            spent = workers[0].cpu
            workers.pop(0).end(signal.SIGKILL)
            workers.append(Worker(until_the_end))
            kill = False
        if at.state in (DONE, FAILED):
            break
    wall = perf_counter() - begun
    return {
        "at": at,
        "wall": wall,
        "cpu": spent + sum(worker.cpu for worker in workers),
        "database": sum(used.values()),
    }


def counted(reaudit: Reaudit) -> tuple[int, int]:
    """Rounds and events off the ledger itself."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FILTER (WHERE kind = 'round_opened'), count(*) FROM ledger_entry "
            "WHERE session_id IN (SELECT session_id FROM reaudit_piece WHERE reaudit_id = %s)",
            [reaudit.pk],
        )
        return tuple(cursor.fetchone())


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--days", type=int, help="gaming days; else all there are")
    parser.add_argument("--kill", action="store_true", help="kill a worker at a third, and start another")
    parser.add_argument("--sample", type=int, default=100, help="sessions for the bare engine")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
    os.environ.setdefault("CELERY_BROKER_URL", "redis://127.0.0.1:6379/9")
    os.environ.setdefault("PITBOSS_QUEUE", f"reaudit-{uuid4()}")
    import django

    django.setup()
    from pitboss.casino.models import TableSession

    url = os.environ["DATABASE_URL"]
    every = list(TableSession.objects.filter(table__casino__code=CODE, head__number__gt=0).values_list("pk", flat=True))
    step = max(1, len(every) // options.sample)
    sample = every[::step][: options.sample]
    before = bares(url, sample, options.workers)
    told(f"bare, {options.workers} processes, before", before)
    with ExitStack() as until_the_end:
        workers = [Worker(until_the_end) for _ in range(options.workers)]
        time.sleep(6)
        idle = sum(worker.cpu for worker in workers)
        reaudit = asked(options.days)
        took = finished(reaudit, workers, until_the_end, options.kill)
    after = bares(url, sample, options.workers)
    told(f"bare, {options.workers} processes, after", after)
    at = took["at"]
    print(
        f"re-audit {reaudit.pk}: {at.state}, {at.sessions_done:,} sessions, {at.rounds:,} rounds, "
        f"{at.events:,} events, {at.findings:,} findings in {at.parts} parts, {took['wall']:.1f} s"
    )
    each = at.events / options.workers
    speed = {"wall": each / took["wall"], "cpu": at.events / (took["cpu"] - idle)}
    both = {
        "wall": (before.events + after.events) / (before.wall + after.wall),
        "cpu": (before.events + after.events) / (before.cpu + after.cpu),
        "engine wall": (before.events + after.events) / (before.engine_wall + after.engine_wall),
        "engine cpu": (before.events + after.events) / (before.engine_cpu + after.engine_cpu),
    }
    print(f"a worker, on the wall      {speed['wall']:>10,.0f} events/s")
    print(f"a worker, processor        {speed['cpu']:>10,.0f} events/s (database beside it {took['database']:.1f} s)")
    print(f"against bare, wall         {speed['wall'] / both['wall']:>10.0%}")
    print(f"against bare, processor    {speed['cpu'] / both['cpu']:>10.0%}")
    print(f"against engine alone, wall {speed['wall'] / both['engine wall']:>10.0%}")
    whole = at.events / (took["cpu"] - idle + took["database"])
    print(f"with the database's        {whole / both['cpu']:>10.0%}; {whole / both['engine cpu']:.0%} of engine alone")
    print(f"against engine alone, cpu  {speed['cpu'] / both['engine cpu']:>10.0%}")
    rounds, events = counted(reaudit)
    print(f"off the ledger: {rounds:,} rounds, {events:,} events")
    return 0 if (at.rounds, at.events) == (rounds, events) else 1


def told(what: str, one: Bare) -> None:
    print(
        f"{what}: {one.events / one.wall:,.0f} events/s a process on the wall, {one.events / one.cpu:,.0f} processor; "
        f"engine alone {one.events / one.engine_wall:,.0f} and {one.events / one.engine_cpu:,.0f}; load "
        f"{os.getloadavg()[0]:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
