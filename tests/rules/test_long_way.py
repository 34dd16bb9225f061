"""The rules themselves say nothing about what the replay passes over as ordinary, and the rest of it all the same.

Most events of a record never reach a rule (`rules/ordinary.py`). Here every event does: the worked examples find what
is marked, with the same facts, and legal play raises nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.examples import Example
from rules.replay import replay
from tests.rules.streams import legal
from tests.rules.test_examples import EXAMPLES, run


@pytest.mark.parametrize(("stem", "example"), EXAMPLES, ids=[f"{s}:{e.name}" for s, e in EXAMPLES])
def test_the_findings_are_the_same_when_every_event_is_judged(
    stem: str, example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    short, *_ = run(example)
    monkeypatch.setattr("rules.replay.ORDINARY", {})
    long, found, marked, _ = run(example)
    assert found == marked
    assert [_whole(finding) for finding in long.findings] == [_whole(finding) for finding in short.findings]


@pytest.mark.parametrize("seed", range(3))
def test_legal_play_is_silent_when_every_event_is_judged(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.replay.ORDINARY", {})
    assert replay(enumerate(legal(seed, 12), 1)).findings == []


def _whole(finding: Any) -> dict[str, Any]:
    """The finding as the contract has it, with the facts that its sentence is made of."""
    return {**finding.as_dict(), "facts": finding.facts}
