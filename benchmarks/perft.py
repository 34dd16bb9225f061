"""Count every legal continuation of a small round, by the plain description and by the engine.

    python benchmarks/perft.py [--profiles cl-scj,es-casino] [--jobs 1] [--deep]

At every legal prefix each event that could be written down next (a card of every value to anybody, any act of any
hand, any payment of any bet, the close) is tried on the engine, behind a fresh replay of the prefix. Those that raise
no finding must be exactly the moves of `pitboss.simulator.perft`, which shares no code with it. Printed is, depth by
depth, how many legal sequences there are; a difference is printed with the events before it, and the exit code is 1.
`--deep` goes a level deeper: hours, not minutes.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.simulator.perft import STAKE, VALUES, Move, Position, candidates
from pitboss.simulator.profile import PROFILES
from rules.events import AnyEvent, Event
from rules.replay import Replay

AT = "2026-01-01T20:00:00-03:00"
TENS = "TJQK"
SUITS = "shdc"


class Round(NamedTuple):
    """A round to be counted out: its spots, the card values in play, and how many events deep."""

    spots: tuple[str, ...]
    values: tuple[int, ...]
    depth: int

    def __str__(self) -> str:
        values = "all values" if self.values == VALUES else "values " + ", ".join(map(str, self.values))
        return f"{len(self.spots)} spot{'s' * (len(self.spots) > 1)}, {values}"


ROUNDS = (
    Round(("1",), VALUES, 4),
    Round(("1",), (1, 5, 10), 6),
    Round(("1",), (5, 6), 7),
    Round(("1",), (1, 10), 7),
    Round(("1", "2"), (5, 10), 7),
    Round(("1", "2"), (1, 10), 7),
)


class Walk:
    """One round of one profile, walked through with the engine beside the description."""

    def __init__(self, profile: str, round_: Round) -> None:
        self.profile = profile
        self.values = round_.values
        self.head: list[Event] = [
            event("table_opened", profile=profile),
            event("decks_checked", counts=[52] * 6, backs=["red"] * 3 + ["blue"] * 3, in_sequence=False),
            event("shuffled", method="machine"),
            event("cut", behind=80),
            event("burned", card=None, why="first"),
            event("round_opened", round=1),
            *(event("bet", spot=spot, amount=STAKE) for spot in round_.spots),
        ]
        self.counts: Counter[int] = Counter()
        self.tried = 0
        self.differences: list[str] = []
        self._walk(Position(PROFILES[profile], round_.spots), [], round_.depth)

    def _walk(self, position: Position, path: list[Move], depth: int) -> None:
        legal = set(position.moves(self.values))
        silent = {
            move for move in dict.fromkeys((*candidates(position, self.values), *legal)) if not self.found(path, move)
        }
        self.counts[len(path) + 1] += len(legal)
        for move in sorted(legal ^ silent):
            side = "only the engine allows" if move in silent else f"the engine finds {self.found(path, move)} in"
            after = " / ".join(map(told, path))
            self.differences.append(f"{self.profile}: {side} {told(move)} after {after or 'the bets'}")
        if depth > 1:
            for move in sorted(legal & silent):
                self._walk(position.after(move), [*path, move], depth - 1)

    def found(self, path: Sequence[Move], move: Move) -> list[str]:
        """Codes that the engine raises for the move, behind the path."""
        run = Replay()
        seq = 0
        for event in (*self.head, *(event_of(one, place) for place, one in enumerate(path))):
            seq += 1
            run.feed(seq, event)
        before = len(run.findings)
        run.feed(seq + 1, event_of(move, len(path)))
        self.tried += 1
        return [finding.code for finding in run.findings[before:]]


@cache
def event_of(move: Move, place: int) -> Event:
    """The move as an event. Suits and ten-cards change with the place, so that no card comes a seventh time."""
    if move.kind == "dealt":
        rank = "A" if move.value == 1 else TENS[place // 4 % 4] if move.value == 10 else str(move.value)
        return event("dealt", to=move.to, card=rank + SUITS[place % 4], face="down" if move.down else "up")
    if move.kind == "acted":
        return event("acted", spot=move.to, action=move.action)
    if move.kind == "round_closed":
        return event("round_closed")
    return event(move.kind, spot=move.to, on=move.on, amount=move.amount)


def event(kind: str, **fields: object) -> Event:
    """An event of the contract."""
    made: Event = msgspec.convert({"kind": kind, "at": AT, **fields}, AnyEvent)
    return made


def told(move: Move) -> str:
    """The move in a few words."""
    if move.kind == "dealt":
        return f"dealt {move.to} {move.value}{' down' * move.down}"
    if move.kind == "acted":
        return f"acted {move.to} {move.action}"
    return f"{move.kind} {move.to} {move.on} {move.amount}" if move.to else move.kind


def walk(task: tuple[str, Round]) -> tuple[dict[int, int], int, list[str]]:
    """For the pool: counts by depth, events tried, differences."""
    done = Walk(*task)
    return dict(done.counts), done.tried, done.differences


def main() -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--profiles", default=",".join(PROFILES), help="by comma")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--deep", action="store_true", help="one level deeper")
    options = parser.parse_args()
    profiles = options.profiles.split(",")
    rounds = [round_._replace(depth=round_.depth + options.deep) for round_ in ROUNDS]
    tasks = [(profile, round_) for round_ in rounds for profile in profiles]
    begun = perf_counter()
    tried = 0
    differences: list[str] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        results = pool.map(walk, tasks)
        for round_ in rounds:
            print(f"\n{round_}\n{'depth':10}", *(f"{depth:>10}" for depth in range(1, round_.depth + 1)))
            for profile in profiles:
                counts, times, differing = next(results)
                tried += times
                differences += differing
                print(f"{profile:10}", *(f"{counts[depth]:>10,}" for depth in range(1, round_.depth + 1)), flush=True)
    print(f"\n{tried:,} events tried, {len(differences)} differences, {perf_counter() - begun:,.0f} s")
    for line in differences[:40]:
        print(f"DIFFERENCE {line}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
