"""Every worked example: all findings against all marks, the settlement and the money where given."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from rules.events import Event
from rules.examples import FIXTURES, FOLDER, Example, page
from rules.notation import events_of, loads
from rules.replay import Replay, corrections, feed_corrected
from rules.rulebooks import rulebook
from rules.settle import settlement
from rules.table import Table
from rules.wire import Rejected, read

FILES = sorted(FOLDER.glob("scj/*.toml"))
OTHERS = [
    *sorted(FOLDER.glob("us_sd/*.toml")),
    *sorted(FIXTURES.glob("profiles/*.toml")),
    *sorted(FIXTURES.glob("readings.toml")),
]
EXAMPLES = [(path.stem, example) for path in (*FILES, *OTHERS) for example in page(path).example]


def run(example: Example) -> tuple[Replay, list[str], list[str], list[str]]:
    """Replay one example: the run, what was found, what was marked, and the settlement of its closed rounds."""
    lines = list(loads(example.text))
    pairs = readable(read(json.dumps(line.event).encode() + b"\n" for line in lines))
    instead = corrections(pairs)
    replay = Replay()
    settled: list[str] = []
    for seq, event in pairs:
        feed_corrected(replay, seq, event, instead)
        if event.__struct_config__.tag == "round_closed":
            settled.extend(_row(row) for row in rows_of(replay.table))
    found = sorted(
        f"{f.events[0]} {f.code}[{f.spot or '-'}] {f.outcome}{' cctv' if f.cctv else ''}" for f in replay.findings
    )
    marked = sorted(
        f"{line.event.get('seq', place)} {m.code}[{m.spot or '-'}] {m.outcome}{' cctv' if m.cctv else ''}"
        for place, line in enumerate(lines, 1)
        for m in line.marks
    )
    return replay, found, marked, sorted(settled)


def readable(found: Iterable[tuple[int, Event] | Rejected]) -> list[tuple[int, Event]]:
    pairs = []
    for one in found:
        assert not isinstance(one, Rejected), one
        pairs.append(one)
    return pairs


def rows_of(table: Table) -> list[dict[str, object]]:
    return settlement(table)


def _row(row: dict[str, object]) -> str:
    owner = f" {row['owner']}" if "owner" in row else ""
    return f"{row['round']} {row['spot']} {row['on']} {row['result']} {row['kind']} {row['amount']}{owner}"


@pytest.mark.parametrize(("stem", "example"), EXAMPLES, ids=[f"{s}:{e.name}" for s, e in EXAMPLES])
def test_the_findings_are_the_marks(stem: str, example: Example) -> None:
    replay, found, marked, settled = run(example)
    assert found == marked, example.text
    if example.settle is not None:
        assert settled == sorted(line.strip() for line in example.settle.strip().splitlines())
    if example.money is not None:
        rows = {
            f"{f.code}[{f.spot or '-'}] {row['on']} {row['expected']} {row['actual']}"
            for f in replay.findings
            for row in f.money
        }
        for line in example.money.strip().splitlines():
            assert line.strip() in rows


def test_every_code_has_its_file_and_every_file_its_code() -> None:
    codes = {rule.code for rule in rulebook("cl-scj").rules}
    stems = {path.stem.replace("_", "-") for path in FILES} - {"cases"}
    assert codes == stems


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_code_is_shown_irregular_and_beside_it_innocent(path: Path) -> None:
    code = page(path).code
    if code == "cases":
        return
    marks = [events_of(example.text) for example in page(path).example]
    outcomes = {m.outcome for play in marks for _, _, ms in play for m in ms if m.code == code}
    assert "noted" in outcomes or {"followed", "contrary"} <= outcomes
    assert any(all(m.code != code for _, _, ms in play for m in ms) for play in marks), "no innocent neighbour"
