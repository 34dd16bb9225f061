"""The desk over 200,000 incidents and 20 million ledger events: fill a database, look whether it holds, and measure.

    DATABASE_URL=postgresql://…/pitboss_scale .venv/bin/python -m benchmarks.scale fill [--events 20000000]
    DATABASE_URL=… .venv/bin/python -m benchmarks.scale check [--sessions 40]
    DATABASE_URL=… .venv/bin/python -m benchmarks.scale measure [--requests 30] [--only inbox] [--write docs/scale.md]

``fill`` migrates an empty database, plays some tens of sessions with irregularities, takes them in through the
pipeline, and casts the others from their rows: other days, tables and people, hashes and ids worked out anew.
``check`` asks what the triggers would have asked. ``measure`` asks the pages of a server process for things that
differ from request to request. It signs in as the owner, who alone may lift a trigger.
"""

from __future__ import annotations

import argparse
import os
import time
from datetime import timedelta

SOURCES = 28
DAYS = 729


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = asked.add_subparsers(dest="verb", required=True)
    filling = verbs.add_parser("fill")
    filling.add_argument("--events", type=int, default=20_000_000)
    filling.add_argument("--incidents", type=int, default=200_000)
    checking = verbs.add_parser("check")
    checking.add_argument("--sessions", type=int, default=40)
    measuring = verbs.add_parser("measure")
    measuring.add_argument("--requests", type=int, default=30)
    measuring.add_argument("--only", default="")
    measuring.add_argument("--write")
    given = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
    import django

    django.setup()
    if given.verb == "fill":
        fill(given.events, given.incidents)
    elif given.verb == "check":
        from benchmarks.scale_check import check

        return check(given.sessions)
    else:
        from benchmarks.scale_pages import measure

        measure(given.requests, given.only, given.write)
    return 0


def fill(events: int, incidents: int) -> None:
    """Into an empty database."""
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from benchmarks import scale_copies, scale_house, scale_source
    from pitboss.database.roles import as_owner

    began = time.monotonic()
    call_command("migrate", verbosity=0, interactive=False)
    with as_owner():
        now = timezone.now().replace(microsecond=0)
        houses = scale_house.build()
        first = now.date() - timedelta(days=DAYS)
        moulds = []
        for number in range(SOURCES):
            house = houses[number % len(houses)]
            table = house.tables[number // len(houses)]
            moulds.append(scale_source.mould(scale_source.play(house, table, number, first), house))
        played = sum(mould.events for mould in moulds)
        _tell(began, f"{SOURCES} sessions played: {played} events, {sum(one.incidents for one in moulds)} incidents")
        slots = scale_copies.plan(moulds, houses, DAYS, events, incidents)
        casting = scale_copies.Casting(now)
        with scale_copies.unguarded():
            for at, batch in enumerate(scale_copies.batches(slots)):
                casting.write(batch)
                if not at % 20:
                    _tell(began, f"{casting.entry - 1} events, {casting.incident - 1} incidents")
        casting.finish()
        _tell(began, f"{len(slots)} sessions copied: {casting.entry - 1} events, {casting.incident - 1} incidents")
        # Without knowing how much there is, PostgreSQL would look through all findings for each case
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
        _tell(began, "analysed")
        scale_copies.remember()
        _tell(began, "words of the cases kept")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE) incidents_searched")
    _tell(began, "done")


def _tell(began: float, words: str) -> None:
    print(f"{time.monotonic() - began:7.1f} s  {words}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
