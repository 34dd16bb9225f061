"""The demo shift in `fixtures/shifts/`: made by its seed, byte by byte, and read by the engine as planned."""

from collections import Counter
from pathlib import Path

import pytest

from pitboss.simulator import evening
from pitboss.simulator.mishaps.catalogue import REGULAR
from pitboss.simulator.session import TableSession
from rules.replay import replay
from rules.wire import Rejected, read

SHIFTS = Path(__file__).parents[2] / "fixtures" / "shifts"


@pytest.fixture(scope="module")
def played() -> list[tuple[TableSession, evening.Planned]]:
    tables = evening.sessions()
    for session, _ in tables:
        for _ in session.play():
            pass
    return tables


def test_the_shift_in_the_fixtures_is_the_one_its_seed_makes() -> None:
    made = evening.files()
    assert {path.name for path in SHIFTS.glob("demo-*.ndjson")} == set(made)
    for name, content in made.items():
        assert (SHIFTS / name).read_bytes() == content, f"run: python -m pitboss.simulator.evening {SHIFTS}"


def test_everything_planned_for_the_evening_happens(
    played: list[tuple[TableSession, evening.Planned]],
) -> None:
    late = [mishap.code for _, fate in played for mishap in fate.mishaps if not mishap.spent]
    assert late == []
    for session, fate in played:
        planned = {mishap.code for mishap in fate.mishaps} - REGULAR
        assert planned <= {truth.code for truth in session.truths}
    assert 35 <= sum(len(session.truths) for session, _ in played) <= 45


@pytest.mark.parametrize("table", list(evening.PLANS))
def test_the_engine_finds_what_happened_that_evening(
    table: str, played: list[tuple[TableSession, evening.Planned]]
) -> None:
    session = next(session for session, _ in played if session.table == table)
    pairs = list(read((SHIFTS / f"demo-{table}.ndjson").read_bytes().splitlines(keepends=True)))
    run = replay([pair for pair in pairs if not isinstance(pair, Rejected)])
    assert not any(isinstance(pair, Rejected) for pair in pairs)
    found = Counter((f.code, f.round, f.spot, f.outcome, f.events[0]) for f in run.findings)
    assert found == Counter((t.code, t.round, t.spot, t.outcome, t.seq) for t in session.truths)


def test_a_file_of_the_shift_stays_small() -> None:
    assert all(path.stat().st_size < 700_000 for path in SHIFTS.iterdir())
