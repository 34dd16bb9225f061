"""How fast the log takes entries in, signs and proves, on a database of its own.

    .venv/bin/python benchmarks/evidence.py [--entries 1000000] [--sessions 2000]

Makes a database beside the one of DATABASE_URL, fills a ledger without its triggers (the chain is not what is measured:
its hashes are random), and drops it again.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
NAME = f"pitboss_evidence_{os.getpid()}"
FILL = """
    INSERT INTO ledger_entry (session_id, number, event_id, seq, kind, at, received_at, body, prev_hash, hash)
    SELECT session.id, place, gen_random_uuid(), place, 'bet', now(), now(), '{}', '',
           sha256(uuid_send(gen_random_uuid()))
    FROM casino_tablesession session, generate_series(1, %s) AS place ORDER BY session.id, place
"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--entries", type=int, default=1_000_000)
    asked.add_argument("--sessions", type=int, default=2_000)
    options = asked.parse_args()
    django.setup()

    import psycopg
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from pitboss.database.roles import as_owner

    ours = connection.settings_dict
    with as_owner():
        address = psycopg.conninfo.make_conninfo(
            host=ours["HOST"],
            port=ours["PORT"] or 5432,
            user=ours["USER"],
            password=ours["PASSWORD"],
            dbname="postgres",
        )
    with psycopg.connect(address, autocommit=True) as admin, TemporaryDirectory() as home:
        admin.execute(f'CREATE DATABASE "{NAME}"'.encode())
        settings.HOME, settings.EVIDENCE_ORIGIN = Path(home), "benchmark.example/log"
        ours["NAME"] = NAME
        try:
            call_command("migrate", verbosity=0, interactive=False)
            fill(options.entries, options.sessions)
            measure(options.entries)
        finally:
            connection.close()
            admin.execute(f'DROP DATABASE "{NAME}" WITH (FORCE)'.encode())


def fill(entries: int, sessions: int) -> None:
    from django.db import connection
    from django.utils import timezone

    from pitboss.casino.cast import load_cast
    from pitboss.casino.models import TableSession
    from pitboss.database.roles import as_owner

    table, now = load_cast().table, timezone.now()
    TableSession.objects.bulk_create(
        TableSession(table=table, number=number, profile="cl-scj", opened_at=now, closed_at=now, gaming_day=now.date())
        for number in range(1, sessions + 1)
    )
    each = entries // sessions
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ledger_entry DISABLE TRIGGER USER; ALTER TABLE ledger_head DISABLE TRIGGER USER")
        cursor.execute(FILL, [each])
        cursor.execute("INSERT INTO ledger_head SELECT id, %s, '' FROM casino_tablesession", [each])
        cursor.execute("ANALYZE")


def measure(entries: int) -> None:
    from django.db import connection
    from django.utils import timezone

    from pitboss.evidence import queries
    from pitboss.evidence.check import faults
    from pitboss.evidence.head import proven
    from pitboss.evidence.models import Checkpoint, Leaf
    from pitboss.evidence.verbs.checkpoint import checkpoint
    from pitboss.evidence.verbs.sequence import sequence

    before = processor()
    taken, seconds = timed(sequence)
    print(f"taken in: {taken:,} entries in {seconds:.1f} s, {taken / seconds:,.0f} a second")
    here, there = (now - then for now, then in zip(processor(), before, strict=True))
    print(
        f"  processor: {here:.1f} s here, {there:.1f} s in the database: {taken / (here + there):,.0f} a second of it"
    )
    signed, seconds = timed(lambda: checkpoint(reason=Checkpoint.Reason.ASKED, now=timezone.now()))
    print(f"checkpoint at {signed.size:,}: {seconds * 1000:.0f} ms (nothing new to take in; makes the key)")
    keys, spent = queries.verifiers(), []
    ids = [Leaf.objects.get(index=taken * part // 100).entry_id for part in range(100)]
    for entry_id in ids:
        proof, seconds = timed(partial(queries.proof_of, entry_id, signed))
        assert proof is not None
        proven(proof, queries.records(proof.index, proof.index + 1)[0], keys)
        spent.append(seconds)
    print(f"inclusion proof: median {statistics.median(spent) * 1000:.1f} ms, {len(proof.path)} hashes")
    before = processor()
    batch = list(range(1, min(taken, 30_000) + 1))
    proofs, seconds = timed(lambda: queries.proofs_of(batch, signed))
    here, there = (now - then for now, then in zip(processor(), before, strict=True))
    print(
        f"proofs at once: {len(proofs):,} in {seconds:.1f} s; processor: {here:.1f} s here, {there:.1f} in the database"
    )
    _, seconds = timed(lambda: [queries.consistency(taken * part // 100, taken) for part in range(1, 100)])
    print(f"consistency proof: {seconds / 99 * 1000:.1f} ms")
    wrong, seconds = timed(lambda: list(faults(taken)))
    assert not wrong, wrong
    print(f"verify_log: {seconds:.1f} s, {taken / seconds:,.0f} entries a second")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('evidence_tile'), pg_total_relation_size('evidence_leaf')")
        tiles, leaves = cursor.fetchone() or (0, 0)
    print(f"on disk: tiles {tiles / 2**20:,.0f} MB, leaves {leaves / 2**20:,.0f} MB")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most")


def processor() -> tuple[float, float]:
    """Seconds of processor that we have used, and that our server process has where it is on this machine."""
    from django.db import connection

    ours = time.process_time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone() or (0,)
    try:
        spent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ours, float("nan")
    return ours, (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")


def timed(act: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.perf_counter()
    found = act()
    return found, time.perf_counter() - begun


if __name__ == "__main__":
    main()
