"""Every irregularity at every legal place of many rounds, one and two at a time: injected against reported.

    python benchmarks/injections.py [--seeds 12] [--pair-seeds 8] [--jobs 1] [--profiles cl-scj,es-casino] [--matrix]

A table per profile says, code by code, in how many streams it was put, at how many places, and what became of it.
What an irregularity brings along (the wrong payout of a surrender that was paid) is an injected one of its own.
A finding counts only with its code, round, spot, outcome and first event all right, and only where the stream has
no other finding, neither in that round nor in those played after it. `--matrix` prints every cell.
Exits 1 where anything lies outside the diagonal.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.simulator.injection import COMPETING, NOTHING, Injection, Matrix, Row, courses, pairs, places
from pitboss.simulator.mishaps.catalogue import CATALOGUE, REGULAR
from pitboss.simulator.profile import PROFILES
from rules.replay import replay
from rules.wire import Rejected, read

Task = tuple[str, str, str, int]


class Tally:
    """What a task came to: its matrix, streams by code or pair, and the first fault of each kind."""

    def __init__(self) -> None:
        self.matrix = Matrix()
        self.streams: Counter[str] = Counter()
        self.faults: list[str] = []

    def take(self, injection: Injection, name: str, where: str) -> None:
        """Judge one stream."""
        self.streams[name] += 1
        if not self.matrix.add(injection, findings(injection)):
            self.faults.append(where)

    def merge(self, other: "Tally") -> None:
        """Take in another's."""
        self.matrix.cells.update(other.matrix.cells)
        self.matrix.runs += other.matrix.runs
        self.matrix.rounds += other.matrix.rounds
        self.streams.update(other.streams)
        self.faults += other.faults


def findings(injection: Injection) -> Iterator[Row]:
    """What the engine finds in a stream."""
    pairs_read = [pair for pair in read(iter(injection.lines)) if not isinstance(pair, Rejected)]
    assert len(pairs_read) == len(injection.lines)
    for finding in replay(pairs_read).findings:
        yield finding.code, finding.round, finding.spot, finding.outcome, finding.events[0]


def singles(task: Task) -> Tally:
    """One code in one course, at every place of the first round that has any, for every seed."""
    profile, code, course, seeds = task
    tally = Tally()
    for seed in range(seeds):
        for place, injection in enumerate(places(code, course, profile=profile, seed=seed)):
            tally.take(injection, f"{code} {course}", f"{profile} {code} {course}, seed {seed}, place {place}")
    return tally


def doubles(task: tuple[str, int, int]) -> Tally:
    """Every pair, for these seeds."""
    tally = Tally()
    for (one, other), injection in pairs(*task):
        tally.take(injection, f"{one} + {other}", f"{task[0]} {one} + {other}, seed {task[1]}")
    return tally


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seeds", type=int, default=12, help="rounds walked through for every course of a code")
    parser.add_argument("--pair-seeds", type=int, default=8, help="tries to bring each pair together")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--profiles", default=",".join(PROFILES), help="by comma")
    parser.add_argument("--matrix", action="store_true", help="print every cell")
    options = parser.parse_args()
    profiles = options.profiles.split(",")
    begun = perf_counter()
    one = {name: Tally() for name in profiles}
    two = {name: Tally() for name in profiles}
    tasks = [(name, code, course, options.seeds) for name in profiles for code, course in courses(name)]
    both = [(name, seed, 1) for name in profiles for seed in range(options.pair_seeds)]
    with ProcessPoolExecutor(options.jobs) as pool:
        for task, tally in zip(tasks, pool.map(singles, tasks), strict=True):
            one[task[0]].merge(tally)
        for pair, tally in zip(both, pool.map(doubles, both), strict=True):
            two[pair[0]].merge(tally)
    print("One at a time: streams | injected = reported (diagonal) | anything else")
    table(one)
    print("\nTwo in one round")
    for name, tally in two.items():
        matrix = tally.matrix
        print(
            f"{name:10} {len(tally.streams):>5} pairs, {matrix.runs:>6,} streams, {matrix.rounds:>7,} rounds: "
            f"{matrix.diagonal:>6,} on the diagonal, {matrix.elsewhere} elsewhere"
        )
    print("\nLeft out as pairs:")
    for codes, reason in COMPETING.items():
        print(f"  {' + '.join(sorted(codes))}: {reason}")
    if options.matrix:
        whole = Matrix()
        for tally in (*one.values(), *two.values()):
            whole.cells.update(tally.matrix.cells)
        cells(whole)
    faults = [line for tally in (*one.values(), *two.values()) for line in tally.faults]
    print(f"\n{perf_counter() - begun:,.0f} s")
    for line in faults[:40]:
        print(f"FAULT {line}")
    never = {
        f"{name}: {code} {course}"
        for name in profiles
        for code, course in courses(name)
        if not one[name].streams[f"{code} {course}"]
    }
    # A course that waits for an ace upon split aces may need more seeds.
    for line in sorted(never):
        print(f"NEVER {line}")
    return 1 if faults else 0


def table(tallies: dict[str, Tally]) -> None:
    """Code by code, profile by profile."""
    print(f"{'':28}", *(f"{name:>24}" for name in tallies))
    for code in CATALOGUE:
        cells_of = []
        for tally in tallies.values():
            found = tally.matrix.cells[code, code]
            off = sum(n for (done, got), n in tally.matrix.cells.items() if code in (done, got) and done != got)
            streams = sum(n for name, n in tally.streams.items() if name.split()[0] == code)
            cells_of.append(f"{streams:>10,} {'-' if code in REGULAR else found:>8} {off:>4}")
        print(f"{code:28}", *cells_of)
    totals = (f"{t.matrix.runs:>10,} {t.matrix.diagonal:>8,} {t.matrix.elsewhere:>4}" for t in tallies.values())
    print(f"{'all':28}", *totals)


def cells(matrix: Matrix) -> None:
    """Injected down, reported across, by number; a dot where there is nothing."""
    seen = {code for cell in matrix.cells for code in cell}
    names = [*(code for code in CATALOGUE if code not in REGULAR), *sorted(seen - set(CATALOGUE) - {NOTHING}), NOTHING]
    print(f"\nInjected (down) x reported (across)\n{'':32}", *(f"{number:>5}" for number in range(1, len(names) + 1)))
    for number, done in enumerate(names, 1):
        row = (f"{matrix.cells[done, reported] or '·':>5}" for reported in names)
        print(f"{number:>2} {done:28}", *row)


if __name__ == "__main__":
    sys.exit(main())
