"""One month of a casino as a bundle: how long it takes, and how much memory any process has.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/pitboss_month python -m benchmarks.exports fill
    DATABASE_URL=… python -m benchmarks.exports measure [--verify]

``fill`` makes the database, migrates it, and casts a month of one casino (100,000 rounds) from sessions that were
really played, taken in and judged (benchmarks/scale_source.py, scale_copies.py), with something gone wrong in one
round of two hundred; then the log takes all of it in, as it would have minute by minute. ``measure`` asks for the
month as an auditor and makes it as a worker does. ``fill`` signs in as the owner, who alone may lift a trigger.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

SOURCES = 10
ROUNDS = 400
RATE = 0.0065
DAYS = 31
HOME = Path("var/benchmark-exports")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = asked.add_subparsers(dest="verb", required=True)
    filling = verbs.add_parser("fill")
    filling.add_argument("--entries", type=int, default=2_845_000)
    filling.add_argument("--incidents", type=int, default=500)
    measuring = verbs.add_parser("measure")
    measuring.add_argument("--bare", action="store_true", help="without the printed report")
    measuring.add_argument("--verify", action="store_true", help="also let the verifier prove it, replay and all")
    given = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
    import django
    from django.conf import settings

    if given.verb == "fill":
        from benchmarks.ledger_data import make_database

        make_database(os.environ["DATABASE_URL"])
    django.setup()
    settings.HOME, settings.EVIDENCE_ORIGIN = HOME.absolute(), "benchmark.example/evidence/log/main"
    if given.verb == "fill":
        fill(given.entries, given.incidents)
    else:
        if given.bare:
            settings.EXPORTS_REPORT = ""
        measure(verify=given.verify)
    return 0


def fill(entries: int, incidents: int) -> None:
    """Into an empty database."""
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from benchmarks import scale_copies, scale_house, scale_source
    from pitboss.database.roles import as_owner
    from pitboss.evidence.verbs.sequence import sequence

    scale_source.RATE, scale_source.FEWEST, scale_source.MOST = RATE, ROUNDS, ROUNDS
    began = time.monotonic()
    call_command("migrate", verbosity=0, interactive=False)
    with as_owner():
        now = timezone.now().replace(microsecond=0)
        house = scale_house.build()[0]
        first = now.date() - timedelta(days=DAYS + 3)
        moulds = [
            scale_source.mould(scale_source.play(house, house.tables[number], number, first), house)
            for number in range(SOURCES)
        ]
        tell(began, f"{SOURCES} sessions played: {sum(mould.events for mould in moulds)} events")
        slots = scale_copies.plan(moulds, [house], DAYS, entries, incidents)
        casting = scale_copies.Casting(now)
        with scale_copies.unguarded():
            for batch in scale_copies.batches(slots):
                casting.write(batch)
        casting.finish()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
        tell(began, f"{len(slots)} sessions, {casting.entry - 1} events, {casting.incident - 1} incidents")
        tell(began, f"{sequence()} entries taken into the log")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
    tell(began, "done")


def measure(*, verify: bool) -> None:
    from django.db import connection
    from django.db.models import Max, Min
    from django.utils import timezone

    from pitboss.accounts.models import Person
    from pitboss.casino.models import Casino, TableSession
    from pitboss.evidence.queries import verifiers
    from pitboss.exports.files import place
    from pitboss.exports.queries import preview
    from pitboss.exports.request import Question
    from pitboss.exports.verbs.ask import ask
    from pitboss.jobs.perform import perform

    last = TableSession.objects.filter(table__casino__code="CNO").aggregate(last=Max("gaming_day"))["last"]
    since = TableSession.objects.filter(gaming_day__gt=last - timedelta(days=DAYS)).aggregate(d=Min("gaming_day"))["d"]
    casino = Casino.objects.get(code="CNO")
    question = Question(casinos=("CNO",), since=since, until=last, why="medición")
    began = time.monotonic()
    covered = preview(question)
    print(f"preview: {covered} in {(time.monotonic() - began) * 1000:.0f} ms", flush=True)
    by = Person.objects.get(username="auditora")
    export = ask(by=by, now=timezone.now(), question=question, casinos=[casino])
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    before, there = os.times(), _spent(backend)
    began = time.monotonic()
    (job,) = (part.job_id for part in export.parts.all())
    if not perform(job):
        sys.exit(export.parts.get().job.error)
    seconds = time.monotonic() - began
    after, part = os.times(), export.parts.get()
    print(
        f"{part.incidents} incidents, {part.sessions} sessions, {part.entries:,} entries: {part.size:,} bytes"
        f" in {seconds:.1f} s (load {os.getloadavg()[0]:.1f})"
    )
    here = after.user - before.user + after.system - before.system
    printed = after.children_user - before.children_user + after.children_system - before.children_system
    database = _spent(backend) - there
    print(f"  processor: {here:.1f} s here, {printed:.1f} s for the report, {database:.1f} s in the database")
    own, childs = (
        resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"  most memory: {own} MB here, {childs} MB for the report, {_most(backend)}")
    if verify:
        path = place(export.pk, part.number)
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "pitboss_verify.py", str(path), "--keys", str(verifiers()[-1]), "--lang", "en"],
            check=False,
        )
        print(f"verifier: exit {done.returncode} in {time.monotonic() - began:.0f} s")


def _spent(backend: int) -> float:
    """Seconds of processor of the database's process, where it is on this machine."""
    stat = Path(f"/proc/{backend}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _most(backend: int) -> str:
    """Of the database's process, where it is on this machine; its shared buffers are counted in."""
    status = Path(f"/proc/{backend}/status")
    if not status.exists():
        return "the database's unknown"
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return f"{int(line.split()[1]) // 1024} MB in the database"


def tell(began: float, words: str) -> None:
    print(f"{time.monotonic() - began:7.1f} s  {words}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
