"""The rules themselves say nothing about what the replay passes over as ordinary, and the rest of it all the same.

Most events of a record never reach a rule (`rules/ordinary.py`). Here every event does: the worked examples find what
is marked, and legal play raises nothing.
"""

from __future__ import annotations

import pytest

from rules.replay import replay
from tests.rules.streams import legal
from tests.rules.test_examples import EXAMPLES, run


@pytest.mark.parametrize("stem", sorted({stem for stem, _ in EXAMPLES}))
def test_the_findings_are_the_same_when_every_event_is_judged(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.replay.ORDINARY", {})
    for example in (example for name, example in EXAMPLES if name == stem):
        _, found, marked, _ = run(example)
        assert found == marked, example.text


@pytest.mark.parametrize("seed", range(3))
def test_legal_play_is_silent_when_every_event_is_judged(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.replay.ORDINARY", {})
    assert replay(enumerate(legal(seed, 12), 1)).findings == []
