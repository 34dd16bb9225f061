"""How many taps does full mode take? A shift of legal play, tapped into a real page on a real server.

    python benchmarks/taps.py [--rounds 100] [--seed 11] [--loose]

Starts a database and a server of its own, opens the table's page in Chromium, and enters what the simulator plays,
reading only what the page shows. Prints taps by kind, and taps per card.

The simulator draws every stake anew, which nobody at a table does; here a player keeps his bet from round to round and
changes it one round in twenty, and has Perfect Pairs always or never (``--loose``: as the simulator plays it).
Everything else is the simulator's own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.simulator import betting
from pitboss.simulator.round import Round
from pitboss.simulator.session import TableSession

START = datetime.fromisoformat("2026-11-28T20:00:00-03:00")
CHANGES = 0.05
"""How often a player changes what he bets."""


def shift(
    *, rounds: int, seed: int, crowd: float = 3.0, loose: bool = False
) -> tuple[TableSession, list[dict[str, Any]]]:
    """One table's legal shift: the session, with its settlements, and its events in order."""
    session = TableSession(table="BJ-01", start=START, seed=seed, rounds=rounds, crowd=crowd)
    if loose:
        return session, [event for _, event in session.play()]
    with habits(Random(f"habits:{seed}")):
        return session, [event for _, event in session.play()]


@contextmanager
def habits(rng: Random) -> Iterator[None]:
    """People bet as they did the round before, most of the time."""
    kept: dict[int, tuple[object, int, int]] = {}

    def place(r: Round) -> None:
        for seat, player in r.players.items():
            known = kept.get(seat)
            if known is None or known[0] is not player:
                side = r.house.perfect_pairs and rng.random() < player.pairs
                pairs = r.house.chip * (1 + rng.randrange(5)) if side else 0
                kept[seat] = (player, betting.stake_for(player, r.house, r.rng), pairs)
            elif rng.random() < CHANGES:
                kept[seat] = (player, betting.stake_for(player, r.house, r.rng), known[2])
            _, r.mains[seat], pairs = kept[seat]
            betting.bet(r, seat, r.mains[seat])
            if pairs:
                r.pairs[seat] = pairs
                betting.bet(r, seat, pairs, on="perfect_pairs")

    before = betting.place
    betting.place = place
    try:
        yield
    finally:
        betting.place = before


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--loose", action="store_true", help="stakes as the simulator draws them, anew each round")
    asked = parser.parse_args()
    # the test has the server, the browser and the hand; here it only gets another shift
    environment = {**os.environ, "PITBOSS_TAPS": f"{asked.rounds} {asked.seed} {int(asked.loose)}"}
    test = "tests/floor/browser/test_full_mode.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", test, "-q", "-s", "-p", "no:cacheprovider"], env=environment, check=False
    )
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
