"""Legal play raises nothing: twenty thousand generated rounds through every rule of the profile."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from pitboss.simulator.profile import HOUSES
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from rules.events import Event, RoundClosed
from rules.replay import Replay, replay
from rules.settle import settlement
from rules.wire import Rejected, read

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
ROUNDS = 20_000

# Seed, house, people at the table: full tables are slow, so most of the rounds are played by few.
TABLES = [
    (1, 0, 1.0),
    (2, 1, 1.0),
    (3, 2, 1.5),
    (4, 3, 2.0),
    (5, 4, 1.0),
    (6, 5, 1.0),
    (7, 0, 2.0),
    (8, 2, 1.0),
]


def played(session: TableSession) -> Iterator[tuple[int, Event]]:
    """The session as the engine reads it, line by line; every line can be read."""
    for pair in read(encode(event) for _, event in session.play()):
        assert not isinstance(pair, Rejected), pair
        yield pair


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "house", "crowd"), TABLES)
def test_legal_rounds_raise_no_finding(seed: int, house: int, crowd: float) -> None:
    session = TableSession(
        table="BJ-01",
        start=START,
        seed=seed,
        rounds=ROUNDS // len(TABLES),
        house=HOUSES[house],
        crowd=crowd,
        ids=False,
    )
    run = replay(played(session))
    assert [(f.code, f.round, f.spot, f.events) for f in run.findings] == []


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_the_engine_expects_the_settlement_that_the_generator_worked_out(house: int) -> None:
    session = TableSession(table="BJ-01", start=START, seed=house, rounds=150, house=HOUSES[house])
    run = Replay()
    expected = []
    for seq, event in list(played(session)):
        run.feed(seq, event)
        if isinstance(event, RoundClosed):
            expected += settlement(run.table)
    keys = ("round", "spot", "on", "result", "kind", "amount")
    engine = {tuple(row[key] for key in keys) for row in expected}
    assert engine == {(number, spot, on, *due) for number, spot, on, due in session.settlements}


@pytest.mark.parametrize("players", ["erratic,erratic,erratic", "gambler,gambler,timid", "basic,mimic,erratic"])
def test_odd_players_raise_no_finding(players: str) -> None:
    session = TableSession(table="BJ-01", start=START, seed=9, rounds=300, players=players.split(","))
    run = replay(played(session))
    assert [(f.code, f.round, f.spot, f.events) for f in run.findings] == []
