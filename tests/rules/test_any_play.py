"""Whatever a table did, the engine reads it: any sequence of well-formed events, and legal play gone wild."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import Acted, Bet, Event, Paid, Returned, Settled, Taken
from rules.ordinary import ORDINARY
from rules.replay import replay
from rules.scene import scene
from rules.settle import settlement
from rules.table import Table
from rules.wire import decode_line
from tests.rules.strategies import events
from tests.rules.streams import OPEN, PLAY, ROUND, legal, shaken


def judged(pairs: list[tuple[int, Event]], profile: str | None = None) -> bytes:
    """Replay, and read everything that can be read: findings in both languages, the scene, the settlement."""
    run = replay(pairs, profile)
    found = [finding.as_dict() for finding in run.findings]
    said = [(f.title(lang), f.say(lang), f.key, tuple(f.footage)) for f in run.findings for lang in ("es", "en")]
    return msgspec.json.encode([found, said, scene(run.table), settlement(run.table)])


@given(st.lists(events(), max_size=30))
@settings(max_examples=80)
def test_any_sequence_of_events_is_judged_and_twice_the_same(stream: list[Event]) -> None:
    pairs = list(enumerate(stream, 1))
    assert judged(pairs) == judged(pairs)


@given(st.lists(events(*PLAY, "round_closed", "round_opened", "shoe_empty", "corrected"), min_size=5, max_size=60))
@settings(max_examples=80)
def test_any_play_at_an_open_table_is_judged(stream: list[Event]) -> None:
    opened = [decode_line(OPEN, 1)[1], decode_line(ROUND, 2)[1]]
    assert judged(list(enumerate([*opened, *stream], 1)))


@pytest.mark.parametrize("seed", range(40))
def test_legal_play_with_lines_lost_doubled_and_swapped_is_judged(seed: int) -> None:
    assert judged(list(enumerate(shaken(legal(seed, 12), random.Random(seed)), 1)))


@pytest.mark.parametrize("profile", [None, "us-sd", "es-casino", "lccartas"])
@pytest.mark.parametrize("seed", range(8))
def test_the_short_way_for_ordinary_events_changes_no_finding(
    seed: int, profile: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = disturbed(seed)
    short = judged(pairs, profile)
    monkeypatch.setattr("rules.replay.ORDINARY", {})
    assert judged(pairs, profile) == short


@pytest.mark.parametrize("seed", range(4))
def test_every_kind_that_can_be_ordinary_mostly_is(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[type[Event]] = Counter()
    found: Counter[type[Event]] = Counter()

    def counting(kind: type[Event]) -> Callable[[Table, Event], bool]:
        def ordinary(table: Table, event: Event) -> bool:
            seen[kind] += 1
            found[kind] += ORDINARY[kind](table, event)
            return ORDINARY[kind](table, event)

        return ordinary

    monkeypatch.setattr("rules.replay.ORDINARY", {kind: counting(kind) for kind in ORDINARY})
    replay(enumerate(legal(seed, 40), 1))
    assert {kind.__name__ for kind in seen if found[kind] < 0.5 * seen[kind]} == set()
    assert set(seen) == set(ORDINARY)


def disturbed(seed: int) -> list[tuple[int, Event]]:
    """Legal play with lines lost, doubled and swapped, amounts and spots changed."""
    chance = random.Random(seed)
    stream: list[Event] = []
    for event in legal(seed, 25):
        fate = chance.random()
        if fate < 0.02:
            continue
        if fate < 0.04 and isinstance(event, Settled | Bet):
            event = msgspec.structs.replace(event, amount=event.amount * chance.choice([0, 1, 2, 3]) // 2)
        elif fate < 0.06 and isinstance(event, Settled | Bet | Acted):
            event = msgspec.structs.replace(event, spot=chance.choice("1234567"))
        elif fate < 0.07 and isinstance(event, Settled):
            event = chance.choice([Paid, Taken, Returned])(**msgspec.structs.asdict(event))
        stream.append(event)
        if 0.07 < fate < 0.09:
            stream.append(event)
        elif 0.09 < fate < 0.11 and len(stream) > 1:
            stream[-1], stream[-2] = stream[-2], stream[-1]
    return list(enumerate(stream, 1))
