"""The generator keeps its word: the same seed, the same bytes; a shoe is a shoe."""

import json
import subprocess
import sys
from collections import Counter
from datetime import datetime
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command

from pitboss.simulator.cards import DECK
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.recorder import Event, encode
from pitboss.simulator.session import TableSession

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
ROOT = Path(__file__).parents[2]


def stream(seed: int, rounds: int = 60) -> list[Event]:
    return [event for _, event in TableSession(table="BJ-01", start=START, seed=seed, rounds=rounds).play()]


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert [encode(e) for e in stream(3)] == [encode(e) for e in stream(3)]
    assert stream(3) != stream(4)


def test_every_event_has_its_own_number_and_id_and_time_never_runs_back() -> None:
    events = stream(5)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert len({event["id"] for event in events}) == len(events)
    times = [datetime.fromisoformat(event["at"]) for event in events]
    assert times == sorted(times)
    assert all(time.utcoffset() == START.utcoffset() for time in times)


def test_no_shoe_holds_more_than_six_of_a_card_and_each_ends_at_its_cut_card() -> None:
    seen: Counter[str] = Counter()
    drawn = behind = 0
    for event in stream(6, 200):
        kind = event["kind"]
        if kind == "cut":
            behind, drawn, seen = event["behind"], 0, Counter()
            assert 52 <= behind <= 104
        elif kind == "dealt" or (kind == "burned" and event["why"] == "first"):
            drawn += 1
            if event["card"] is not None:
                seen[event["card"]] += 1
        elif kind == "cut_card_out":
            assert drawn == 312 - behind
        elif kind == "shoe_ended":
            assert set(seen) <= set(DECK)
            assert max(seen.values()) <= 6


def test_a_round_takes_about_a_minute_at_few_seats() -> None:
    session = TableSession(table="BJ-01", start=START, seed=7, rounds=400, crowd=2)
    last = [event for _, event in session.play()][-1]
    hours = (datetime.fromisoformat(last["at"]) - START).total_seconds() / 3600
    assert 55 <= 400 / hours <= 80


def test_fate_lets_about_its_share_of_the_rounds_go_wrong() -> None:
    session = TableSession(table="BJ-01", start=START, seed=8, rounds=2000, fate=Rate(0.05, Random(8)))
    for _ in session.play():
        pass
    rounds = {truth.round for truth in session.truths}
    assert 60 <= len(rounds) <= 120


def test_a_mishap_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match="no-such-code"):
        Rate(0.05, Random(8), ["no-such-code"])


def run(*options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss.simulator", *options], cwd=ROOT, capture_output=True, check=False
    )


def test_the_command_writes_tables_mixed_by_time_and_the_truth_beside_them(tmp_path: Path) -> None:
    out, truth = tmp_path / "shift.ndjson", tmp_path / "truth.ndjson"
    done = run(
        "--seed", "7", "--rounds", "40", "--tables", "BJ-01,BJ-02", "--rate", "0.2",
        "--out", str(out), "--truth", str(truth),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert {event["table"] for event in events} == {"BJ-01", "BJ-02"}
    times = [datetime.fromisoformat(event["at"]) for event in events]
    late = [b for a, b in pairwise(times) if (a - b).total_seconds() > 1]
    clocks = truth.read_text().count('"record-gap"')
    assert len(late) <= clocks
    answers = [json.loads(line) for line in truth.read_bytes().splitlines()]
    assert answers
    assert set(answers[0]) == {"table", "code", "round", "spot", "outcome", "seq"}


def test_the_command_writes_a_file_a_table(tmp_path: Path) -> None:
    done = run("--rounds", "3", "--tables", "A,B", "--out", str(tmp_path / "shift-{table}.ndjson"))
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shift-A.ndjson", "shift-B.ndjson"]


@pytest.mark.parametrize(
    ("option", "value"),
    [("--start", "2026-01-01T20:00:00"), ("--tables", "A,A"), ("--players", "saint"), ("--codes", "no-such")],
)
def test_an_option_that_cannot_be_read_is_quoted(option: str, value: str) -> None:
    done = run(option, value, "--rounds", "1", "--rate", "1")
    assert done.returncode == 2
    assert value.split(",")[0].encode() in done.stderr


def test_both_doors_write_the_same_bytes(tmp_path: Path) -> None:
    options = ["--seed", "3", "--rounds", "5", "--rate", "0.5"]
    call_command("simulate", *options, "--out", str(tmp_path / "a"), stderr=StringIO())
    assert run(*options, "--out", str(tmp_path / "b")).returncode == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_the_generator_needs_neither_django_nor_the_engine() -> None:
    program = (
        "import sys, pitboss.simulator.command, pitboss.simulator.exact;"
        "print([m for m in sys.modules if m.split('.')[0] in ('django', 'rules', 'celery')])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"
