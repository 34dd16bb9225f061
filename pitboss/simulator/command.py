"""The command line of the generator, shared by `python -m pitboss.simulator` and `manage.py simulate`."""

import argparse
import heapq
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import BinaryIO

from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.players import PLAYERS
from pitboss.simulator.profile import HOUSES, PROFILES
from pitboss.simulator.recorder import Timed, encode
from pitboss.simulator.session import TableSession

START = "2026-11-28T20:00:00-03:00"


@dataclass(frozen=True)
class Written:
    """What a run left: sessions, rounds, events, and irregularities done on purpose."""

    tables: int
    rounds: int
    events: int
    truths: int

    def __str__(self) -> str:
        return f"{self.tables} tables, {self.rounds} rounds, {self.events} events, {self.truths} irregularities"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options, the same behind both doors."""
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same bytes")
    parser.add_argument("--rounds", type=int, default=100, help="rounds at each table")
    parser.add_argument("--tables", default="BJ-01", help="names, by comma")
    parser.add_argument("--rate", type=float, default=0.0, help="share of rounds in which something goes wrong")
    parser.add_argument("--codes", default=None, help="let only these codes go wrong, by comma")
    parser.add_argument("--out", default="-", help="NDJSON file; with {table} in its name, one file a table")
    parser.add_argument("--truth", default=None, help="NDJSON file of what was done wrong on purpose")
    parser.add_argument("--profile", default="cl-scj", choices=sorted(PROFILES))
    parser.add_argument("--start", default=START, help="when the tables open, RFC 3339 with offset")
    parser.add_argument("--players", default=None, help=f"who sits, by comma: {', '.join(PLAYERS)}; default: a crowd")
    parser.add_argument("--crowd", type=float, default=3.0, help="people at a table, on average")


def run(options: argparse.Namespace) -> Written:
    """Generate what the options ask for. ValueError says which option can't be read."""
    sessions = _sessions(options)
    counts = [0]
    with ExitStack() as files:
        if "{table}" in options.out:
            for session in sessions:
                path = Path(options.out.replace("{table}", session.table))
                _write(session.play(), files.enter_context(path.open("wb")), counts)
        else:
            out = sys.stdout.buffer if options.out == "-" else files.enter_context(Path(options.out).open("wb"))
            _write(_mixed(sessions), out, counts)
        truths = sorted((t for s in sessions for t in s.truths), key=lambda t: (t.table, t.seq))
        if options.truth:
            answers = files.enter_context(Path(options.truth).open("wb"))
            answers.writelines(truth.line() for truth in truths)
    return Written(len(sessions), sum(s.number for s in sessions), counts[0], len(truths))


def _sessions(options: argparse.Namespace) -> list[TableSession]:
    tables = [name for name in options.tables.split(",") if name]
    if not tables or len(set(tables)) != len(tables):
        raise ValueError(f"--tables {options.tables!r}: expected different names, by comma")
    start = datetime.fromisoformat(options.start)
    if start.tzinfo is None:
        raise ValueError(f"--start {options.start!r}: expected an offset, as in {START}")
    players = options.players.split(",") if options.players else None
    if players is not None and (len(players) > 7 or any(name not in PLAYERS for name in players)):
        raise ValueError(f"--players {options.players!r}: expected at most seven of {', '.join(PLAYERS)}")
    codes = options.codes.split(",") if options.codes else None
    sessions = []
    for number, table in enumerate(tables):
        # Fate has its own dice: a higher rate leaves the other rounds' people as they are.
        fate = Rate(options.rate, Random(f"pitboss:{options.seed}:{table}:fate"), codes, options.profile)  # noqa: S311
        sessions.append(
            TableSession(
                table=table,
                start=start + timedelta(seconds=97 * number),
                seed=options.seed,
                rounds=options.rounds,
                profile=options.profile,
                house=HOUSES[number % len(HOUSES)],
                dealers=(f"R-{2201 + 2 * number % 90}", f"R-{2202 + 2 * number % 90}"),
                players=players,
                crowd=options.crowd,
                fate=fate,
            )
        )
    return sessions


def _mixed(sessions: list[TableSession]) -> Iterator[Timed]:
    """All tables in one stream, by time."""
    first = sessions[0].recorder.start

    def shifted(session: TableSession) -> Iterator[Timed]:
        offset = round((session.recorder.start - first).total_seconds() * 1000)
        return ((ms + offset, event) for ms, event in session.play())

    return heapq.merge(*(shifted(session) for session in sessions), key=lambda timed: timed[0])


def _write(events: Iterable[Timed], out: BinaryIO, counts: list[int]) -> None:
    for _, event in events:
        out.write(encode(event))
        counts[0] += 1
