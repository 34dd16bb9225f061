"""Twenty tables with shoes, faults at known cards, gateway and server killed on the way: is a card lost or doubled?

    .venv/bin/python -m benchmarks.shoes [--tables 20] [--seconds 600] [--rate 30] [--seed 7]

A real server (uvicorn) on a real PostgreSQL that waits for its disk, ``manage.py shoe_gateway`` in a process of its
own, simulated shoes on TCP ports of this machine, half of them speaking each protocol, and a tablet beside each that
keys the record. Gateway and server are killed with -9 at known moments: the gateway at a quarter of the time, the
server at a half, both at three quarters. Printed: cards emitted against ``seen`` entries, one by one and in order;
faults injected against findings with their cause; how long a batch of reads takes; and how far behind the shoes the
entries were. With ``DATABASE_URL`` given its database is made there, and has to be empty.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.shoes.pit import Gateway, Played, Tablet

DOWN = 3.0
"""Seconds that what was killed stays so."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tables", type=int, default=20)
    asked.add_argument("--seconds", type=float, default=600)
    asked.add_argument("--rate", type=float, default=30, help="cards a minute at each table")
    asked.add_argument("--seed", type=int, default=7)
    given = asked.parse_args()
    with ExitStack() as until_the_end:
        home = Path(until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-shoes-")))
        home.chmod(0o711)
        os.environ["PITBOSS_HOME"] = str(home / "home")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
        if os.environ.get("DATABASE_URL"):
            from benchmarks.ledger_data import make_database

            make_database(os.environ["DATABASE_URL"])
        else:
            from pitboss.database.embedded import running

            until_the_end.enter_context(running(home / "home"))
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0, interactive=False)
        return measure(given, home)


def measure(given: argparse.Namespace, home: Path) -> int:
    from pitboss.shoes.simulating.showing import all_kinds
    from tests.floor.live.serving import Server
    from tests.shoes.pit import Gateway, Tablet, played, settled, show
    from tests.shoes.reckoning import reckon

    names, tokens, token = set_up(given.tables)
    interval = 60 / given.rate
    cards = round(given.seconds / interval)
    tables = played(names, tokens, cards=cards, kinds=all_kinds(), seed=given.seed)
    server = Server()
    server.start()
    tablets = [Tablet(server.address, "CDE", token) for _ in tables]
    gateway = Gateway(home, server.address, tables, bare=False)
    stop = Event()
    began = time.monotonic()
    try:
        gateway.start()
        threads = show(tables, tablets, interval=interval, stop=stop)
        kill(threads, gateway, server, given.seconds, began)
        for thread in threads:
            thread.join()
        held = sum(tablet.waiting for tablet in tablets)
        print(f"played {time.monotonic() - began:.0f} s; on its way: {gateway.waiting()} reads, {held} keyed")
        whole = settled(tables, tablets, gateway, 240)
        gateway.end()
        found = reckon(tables)
        tell(tables, tablets, whole)
        print(found.told())
        took(server.address, tables)
    finally:
        stop.set()
        gateway.kill()
        server.kill()
        for one, tablet in zip(tables, tablets, strict=True):
            one.device.close()
            tablet.close()
    return 0 if whole and not (found.lost or found.doubled or found.misplaced) else 1


def kill(threads: Sequence[Thread], gateway: Gateway, server: Any, seconds: float, began: float) -> None:
    """-9, each at its time; what was killed comes back a little later, as a supervisor of processes brings it back."""
    for share, whom in ((0.25, "gateway"), (0.5, "server"), (0.75, "gateway and server")):
        while time.monotonic() - began < share * seconds:
            if not any(thread.is_alive() for thread in threads):
                return
            time.sleep(0.05)
        if "gateway" in whom:
            gateway.kill()
        if "server" in whom:
            server.kill()
        print(f"{time.monotonic() - began:5.0f} s: {whom} killed, {gateway.waiting()} reads in the buffers", flush=True)
        time.sleep(DOWN)
        if "server" in whom:
            server.start()
        if "gateway" in whom:
            gateway.start()


def set_up(count: int) -> tuple[list[str], list[str], str]:
    """Tables with a shoe each, as witnesses; the shoes' tokens, and one to key the record with."""
    from django.utils import timezone

    from benchmarks.floor import many_tables
    from pitboss.accounts.models import Person
    from pitboss.api.models import issue
    from pitboss.shoes.models import Mode
    from pitboss.shoes.verbs.make import make

    floor = many_tables(count)
    tokens = [make(table=table, name=table.name, mode=Mode.WITNESS, by=None)[1] for table in floor]
    return (
        [table.name for table in floor],
        tokens,
        issue(person=Person.objects.get(badge="R-1042"), name="shoes", now=timezone.now()),
    )


def tell(tables: Sequence[Played], tablets: Sequence[Tablet], whole: bool) -> None:
    """What the machine could do, before what came of it."""
    from django.db import connection

    rejected = sum(len(tablet.rejected) for tablet in tablets)
    repeated = sum(one.device.repeated for one in tables)
    print(f"nothing left on its way: {whole}; lines sent again by devices {repeated}; keyed events rejected {rejected}")
    print(f"a table fell behind its clock by at most {max(one.late for one in tables):.1f} s in all")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY extract(epoch FROM received_at - at))"
            " FROM ledger_entry WHERE kind = 'seen'"
        )
        median, most = cursor.fetchone()[0]
    print(f"from the shoe to the ledger: median {median * 1000:.0f} ms, 95 % within {most * 1000:.0f} ms")


def took(address: str, tables: Sequence[Played]) -> None:
    """A batch of one card at the end of the session, by the clock of whoever sends it."""
    import json
    import urllib.request
    from datetime import UTC, datetime

    milliseconds = []
    one = tables[0]
    for n in range(1, 41):
        read = {
            "boot": "f" * 16, "n": n, "at": datetime.now(UTC).isoformat(), "what": "card", "card": "9h",
        }  # fmt: skip
        headers = {"Authorization": f"Shoe {one.token}", "Content-Type": "application/json"}
        asked = urllib.request.Request(f"{address}/api/shoes/reads/", json.dumps({"reads": [read]}).encode(), headers)
        began = time.monotonic()
        with urllib.request.urlopen(asked, timeout=30) as answer:
            answer.read()
        milliseconds.append((time.monotonic() - began) * 1000)
    print(f"a card alone, sent and answered: median {statistics.median(milliseconds):.0f} ms")


if __name__ == "__main__":
    sys.exit(main())
