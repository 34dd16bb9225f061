"""Whatever a table did, the engine reads it: any sequence of well-formed events, and legal play gone wild."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import Event
from rules.replay import Replay, replay
from rules.scene import scene
from rules.settle import settlement
from rules.wire import decode_line
from tests.rules.strategies import events
from tests.rules.streams import legal

OPEN = (
    b'{"kind":"table_opened","at":"2026-01-01T00:00:00Z","profile":"cl-scj","perfect_pairs":true,"min":100,"max":9000}'
)
ROUND = b'{"kind":"round_opened","at":"2026-01-01T00:00:00Z","round":1}'
PLAY = (
    *("bet", "dealt", "acted", "paid", "taken", "returned"),
    *("burned", "refused", "accepted", "stuck", "exposed", "reordered"),
)


def judged(pairs: list[tuple[int, Event]]) -> bytes:
    """Replay, and read everything that can be read: findings in both languages, the scene, the settlement."""
    run = replay(pairs)
    found = [finding.as_dict() for finding in run.findings]
    said = [(f.title(lang), f.say(lang), f.key, tuple(f.footage)) for f in run.findings for lang in ("es", "en")]
    return msgspec.json.encode([found, said, scene(run.table), settlement(run.table)])


@given(st.lists(events(), max_size=30))
@settings(max_examples=80, deadline=None)
def test_any_sequence_of_events_is_judged_and_twice_the_same(stream: list[Event]) -> None:
    pairs = list(enumerate(stream, 1))
    assert judged(pairs) == judged(pairs)


@given(st.lists(events(*PLAY, "round_closed", "round_opened", "shoe_empty", "corrected"), min_size=5, max_size=60))
@settings(max_examples=80, deadline=None)
def test_any_play_at_an_open_table_is_judged(stream: list[Event]) -> None:
    opened = [decode_line(OPEN, 1)[1], decode_line(ROUND, 2)[1]]
    assert judged(list(enumerate([*opened, *stream], 1)))


@pytest.mark.parametrize("seed", range(40))
def test_legal_play_with_lines_lost_doubled_and_swapped_is_judged(seed: int) -> None:
    chance = random.Random(seed)
    stream: list[Any] = legal(seed, 12)
    wild: list[Any] = []
    for event in stream:
        fate = chance.random()
        if fate < 0.04:
            continue
        wild.append(event)
        if fate > 0.97:
            wild.append(event)
        if 0.9 < fate < 0.93 and len(wild) > 1:
            wild[-1], wild[-2] = wild[-2], wild[-1]
    assert judged(list(enumerate(wild, 1)))


@pytest.mark.parametrize("seed", range(6))
def test_a_finding_once_raised_is_never_lost_as_the_record_grows(seed: int) -> None:
    chance = random.Random(seed)
    stream = legal(seed, 8)
    stream = [event for event in stream if chance.random() > 0.03]
    run = Replay()
    raised: set[str] = set()
    for seq, event in enumerate(stream, 1):
        run.feed(seq, event)
        now = {finding.key for finding in run.findings}
        assert raised <= now
        raised = now


def test_draining_gives_the_same_findings_as_holding_them() -> None:
    stream = legal(5, 40)
    stream = [event for at, event in enumerate(stream) if at % 41]
    held, drained = Replay(), Replay()
    out: list[dict[str, Any]] = []
    for seq, event in enumerate(stream, 1):
        held.feed(seq, event)
        drained.feed(seq, event)
        if seq % 100 == 0:
            out.extend(finding.as_dict() for finding in drained.drain())
    out.extend(finding.as_dict() for finding in drained.findings)
    assert out == [finding.as_dict() for finding in held.findings]
    assert len(out) > 10


@pytest.mark.parametrize("seed", range(12))
def test_the_short_way_for_ordinary_cards_changes_no_finding(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    stream = [event for event in legal(seed, 25) if chance.random() > 0.03]
    pairs = list(enumerate(stream, 1))
    short = judged(pairs)
    monkeypatch.setattr("rules.replay.is_ordinary", lambda table, event, at: False)
    monkeypatch.setattr("rules.replay.is_ordinary_bet", lambda table, event: False)
    assert judged(pairs) == short
