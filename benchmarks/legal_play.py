"""Legal play of the generator against every rule of the engine: nothing may be found.

    python benchmarks/legal_play.py [--rounds 1000000] [--jobs 1] [--profiles cl-scj,es-casino]

The rounds are shared out evenly over the five profiles, over tables of every kind (limits, chips, Perfect Pairs,
even money, one to seven people, sensible and odd players). Every event goes as an NDJSON line through `rules.wire`
into the replay, with no file between; every closed round's settlement is compared with the generator's own, which
shares no code with the engine. Then the branches that the rounds went through are printed, profile by profile:
every action, split depth, procedure and settlement. Exits 1 where there is a finding, a settlement that differs or
a branch that never came.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.simulator.branches import Branches, branches_of
from pitboss.simulator.profile import HOUSES, PROFILES
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from rules.events import RoundClosed
from rules.replay import Replay
from rules.settle import settlement
from rules.wire import Rejected, read

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
SESSION = 400
# People at the table; every fourth table is played by those who do whatever the rules leave open.
CROWDS = (1.0, 1.6, 2.4, 4.5)
ODD = ("erratic", "gambler", "erratic")


class Played(NamedTuple):
    """What one table's rounds came to."""

    profile: str
    rounds: int
    events: int
    faults: list[str]
    branches: Counter[str]


def table(profile: str, seed: int, rounds: int) -> Played:
    """One table, start to end."""
    session = TableSession(
        table="BJ-01",
        start=START,
        seed=seed,
        rounds=rounds,
        profile=profile,
        house=HOUSES[seed % len(HOUSES)],
        players=ODD if seed % 4 == 3 else None,
        crowd=CROWDS[seed // 2 % len(CROWDS)],
        ids=False,
    )
    branches = Branches(PROFILES[profile])
    faults: list[str] = []

    def lines() -> Iterator[bytes]:
        for _, event in session.play():
            branches.see(event)
            yield encode(event)

    run = Replay()
    events = 0
    for pair in read(lines()):
        if isinstance(pair, Rejected):
            faults.append(f"seed {seed}: line {pair.line} can't be read: {pair.field}, expected {pair.expected}")
            continue
        run.feed(*pair)
        events += 1
        if isinstance(pair[1], RoundClosed):
            faults += compare(session, run, branches, seed)
    faults += [f"seed {seed}: {f.code} in round {f.round} at {f.spot}, event {f.events[0]}" for f in run.findings]
    return Played(profile, branches.rounds, events, faults, branches.seen)


def compare(session: TableSession, run: Replay, branches: Branches, seed: int) -> list[str]:
    """The round just closed, by the engine and by the generator, which hasn't begun the next one."""
    engine = {
        (row["round"], row["spot"], row["on"], row.get("owner"), row["result"], row["kind"], row["amount"])
        for row in settlement(run.table)
    }
    own = {(number, spot, on, owner, *due) for number, spot, on, owner, due in session.settlements}
    branches.settled(session.settlements)
    session.settlements.clear()
    return [f"seed {seed}: settlement {row} is only one side's" for row in sorted(engine ^ own, key=str)]


def shares(rounds: int, profiles: list[str]) -> Iterator[tuple[str, int, int]]:
    """Profile, seed and rounds of every table."""
    for place, profile in enumerate(profiles):
        left = rounds // len(profiles) + (place < rounds % len(profiles))
        seed = 1_000_000 * place  # other people and shoes in each profile
        while left > 0:
            yield profile, seed, min(SESSION, left)
            left -= SESSION
            seed += 1


def main() -> int:
    """Print what was played and what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=1_000_000, help="over all profiles together")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--profiles", default=",".join(PROFILES), help="by comma")
    options = parser.parse_args()
    profiles = options.profiles.split(",")
    totals = {name: Branches(PROFILES[name]) for name in profiles}
    faults: dict[str, list[str]] = {name: [] for name in profiles}
    events: Counter[str] = Counter()
    begun = perf_counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        for played in pool.map(table, *zip(*shares(options.rounds, profiles), strict=True)):
            totals[played.profile].add(played.branches, played.rounds)
            faults[played.profile] += played.faults
            events[played.profile] += played.events
    seconds = perf_counter() - begun
    report(totals, faults, events)
    rounds = sum(branches.rounds for branches in totals.values())
    print(f"\n{rounds:,} rounds, {events.total():,} events in {seconds:,.0f} s, {rounds / seconds:,.0f} rounds/s")
    missing = {name: branches.missing() for name, branches in totals.items()}
    for name, lines in faults.items():
        for line in lines[:20]:
            print(f"FAULT {name}: {line}")
        for branch in sorted(missing[name]):
            print(f"NEVER {name}: {branch}")
    return 1 if any(faults.values()) or any(missing.values()) else 0


def report(totals: dict[str, Branches], faults: dict[str, list[str]], events: Counter[str]) -> None:
    """The table of branches, a column a profile; a dash where the profile doesn't have the branch."""
    names = sorted(set().union(*(branches_of(branches.profile) for branches in totals.values())))
    width = max(len(name) for name in names)
    print(" " * width, *(f"{name:>11}" for name in totals))
    counts = {"rounds": {n: b.rounds for n, b in totals.items()}, "events": events}
    counts["findings and differences"] = {name: len(lines) for name, lines in faults.items()}
    for title, row in counts.items():
        print(f"{title:{width}}", *(f"{row[name]:>11,}" for name in totals))
    for branch in names:
        cells = (
            f"{branches.seen[branch]:>11,}" if branch in branches_of(branches.profile) else f"{'-':>11}"
            for branches in totals.values()
        )
        print(f"{branch:{width}}", *cells)


if __name__ == "__main__":
    sys.exit(main())
