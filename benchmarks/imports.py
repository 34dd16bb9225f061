"""A large CSV of another system looked through, tried and, if asked, taken in: rows a second, and the memory it needs.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/pitboss_imports PITBOSS_HOME=/tmp/imports \\
        python benchmarks/imports.py [--megabytes 100] [--take]

The database is migrated and has the cast (`manage.py load_cast`). The file is a table's evening of ordinary rounds, a
session of 60 rounds after another at four tables, as many as fill the size. Each step is done in this process as a
worker does it, by `jobs.perform`; memory is the most that the process held (its peak so far) after each.
"""

from __future__ import annotations

import argparse
import csv
import resource
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

ROUNDS = 60
SUITS = {"s": "P", "h": "C", "d": "D", "c": "T"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--take", action="store_true")
    options = parser.parse_args()
    import django

    django.setup()
    from django.core.files.base import File
    from django.utils import timezone

    from pitboss.casino.cast import load_cast
    from pitboss.imports.reading import Reading
    from pitboss.imports.verbs.keep_file import keep_file
    from pitboss.imports.verbs.survey_file import survey_file
    from pitboss.imports.verbs.take_file import take_file
    from pitboss.imports.verbs.try_file import save_mapping, try_file
    from pitboss.jobs.perform import perform
    from tests.imports.conftest import mapping

    cast = load_cast()
    path = Path("/tmp") / f"imports-{options.megabytes}.csv"
    rows = write(path, options.megabytes * 1_000_000)
    print(f"{rows} rows, {path.stat().st_size / 1e6:.0f} MB; {peak():.0f} MB before")

    with measured("kept and looked at", rows), path.open("rb") as raw:
        file = keep_file(file=File(raw, path.name), casino=cast.casino, by=cast.marta, now=timezone.now())
    with measured("columns counted", rows):
        surveyed = survey_file(file=file, reading=Reading(), by=cast.marta, now=timezone.now())
        if surveyed.result is None and surveyed.job_id is not None:
            assert perform(surveyed.job_id)
    saved = save_mapping(casino=cast.casino, name="bench", definition=mapping(), by=cast.marta, now=timezone.now())
    with measured("tried", rows):
        trial = try_file(file=file, mapping=saved, by=cast.marta, now=timezone.now())
        assert trial.job_id is not None
        assert perform(trial.job_id)
    trial.refresh_from_db()
    told = trial.result
    print({name: told[name] for name in ("events", "rounds", "session_count", "findings", "rejected_count")})
    if options.take:
        with measured("taken in", rows):
            made = take_file(trial=trial, seen=trial.result_digest, by=cast.marta, now=timezone.now())
            assert made.job_id is not None
            assert perform(made.job_id)
        made.refresh_from_db()
        print(made.result["accepted"], made.result["counts"])
    path.unlink()
    return 0


class measured:
    """Seconds on the wall and of the processor, rows a second of each, and the peak of memory."""

    def __init__(self, what: str, rows: int) -> None:
        self.what, self.rows = what, rows

    def __enter__(self) -> None:
        self.wall, self.cpu = perf_counter(), process_time()

    def __exit__(self, *_: object) -> None:
        wall, cpu = perf_counter() - self.wall, process_time() - self.cpu
        print(
            f"{self.what}: {wall:.1f} s ({self.rows / wall:.0f} rows/s), "
            f"{cpu:.1f} s of processor ({self.rows / cpu:.0f} rows/s), {peak():.0f} MB at most"
        )


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def write(path: Path, size: int) -> int:
    from tests.imports.conftest import HEADERS

    count = 0
    with path.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, delimiter=";")
        writer.writerow(HEADERS)
        for row in evenings():
            writer.writerow(row)
            count += 1
            if count % 1000 == 0 and out.tell() >= size:
                break
    return count


def evenings() -> Iterator[list[str]]:
    from tests.imports.conftest import rows_of
    from tests.ingest.plays import opening, plain_round

    start = datetime(2026, 1, 1, 12, 0, 0)  # noqa: DTZ001 (the clock of the casino's wall)
    while True:
        for table in range(1, 5):
            events = [*opening()]
            for number in range(1, ROUNDS + 1):
                events += plain_round(number)
            yield from rows_of([*events, {"kind": "table_closed"}], start=start, table=f"BJ-0{table}")
        start += timedelta(hours=2)


if __name__ == "__main__":
    sys.exit(main())
