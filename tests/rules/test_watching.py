"""A rule is asked only about the kinds of event that it heeds, and that changes nothing but the time it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules.watching
from rules.events import KINDS, Event
from rules.irregularity import Finding, Irregularity
from rules.profiles import PROFILES
from rules.replay import Replay, replay
from rules.rulebooks import rulebook
from rules.wire import decode_line
from tests.rules.strategies import events
from tests.rules.streams import FORWARD, at_an_open_table, numbered, played
from tests.rules.test_any_play import disturbed
from tests.rules.test_examples import EXAMPLES, run

EVERY_KIND = frozenset(KINDS.values())
BOOKS = [None, "us-sd", "es-casino"]


def everything(found: Replay) -> bytes:
    """All that a finding says, and the facts that its sentences are made of."""
    return msgspec.json.encode([[finding.as_dict(), finding.facts] for finding in found.findings])


def ask_all(patch: pytest.MonkeyPatch) -> None:
    """Every finding is asked about every event."""
    patch.setattr(rules.watching, "changing", lambda finding: EVERY_KIND)


def alike(pairs: Iterable[tuple[int, Event]], profile: str | None) -> None:
    pairs = list(pairs)
    asked = everything(replay(pairs, profile))
    with pytest.MonkeyPatch.context() as patch:
        ask_all(patch)
        assert everything(replay(pairs, profile)) == asked


@pytest.mark.parametrize("stem", sorted({stem for stem, _ in EXAMPLES}))
def test_worked_examples_find_the_same_when_every_rule_is_asked(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = [example for name, example in EXAMPLES if name == stem]
    asked = [everything(run(example)[0]) for example in examples]
    ask_all(monkeypatch)
    assert [everything(run(example)[0]) for example in examples] == asked


@pytest.mark.parametrize("profile", BOOKS)
@pytest.mark.parametrize("seed", range(8))
def test_disturbed_play_finds_the_same_when_every_rule_is_asked(seed: int, profile: str | None) -> None:
    alike(disturbed(seed), profile)


@given(played() | at_an_open_table() | st.lists(events(*FORWARD, "corrected"), max_size=30), st.sampled_from(BOOKS))
@settings(max_examples=120)
def test_any_stream_finds_the_same_when_every_rule_is_asked(stream: list[Event], profile: str | None) -> None:
    alike(numbered(stream), profile)


@given(played() | at_an_open_table(), st.sampled_from(BOOKS))
@settings(max_examples=60)
def test_a_rule_has_nothing_to_say_about_a_kind_that_it_does_not_heed(stream: list[Event], profile: str | None) -> None:
    """Asked all the same, it gives no outcome and leaves the finding, with all its facts, as it was."""
    run = Replay(profile)
    for seq, event in numbered(stream):
        run.feed(seq, event)
        for finding in run.findings:
            if type(event) not in rules.watching.heeded(finding.rule):
                before = msgspec.json.encode([finding.as_dict(), finding.facts])
                assert finding.rule.answer(finding, run.table, event) is None
                assert msgspec.json.encode([finding.as_dict(), finding.facts]) == before


@pytest.mark.parametrize("profile", PROFILES)
def test_who_answers_says_what_it_heeds(profile: str) -> None:
    """Beside the ``answer``, so that one is not changed without the other; ``None`` where it may be any kind."""
    book = rulebook(profile)
    for rule in (*book.by_code.values(), *book.declarations.values()):
        maker = next(cls for cls in type(rule).__mro__ if "answer" in vars(cls))
        assert maker is Irregularity or "heeds" in vars(maker), rule.code


def opened_with(lines: Iterable[str]) -> list[tuple[int, Event]]:
    opening = '{"kind":"table_opened","at":"2026-01-01T00:00:00Z","profile":"cl-scj"}'
    return [decode_line(line.encode(), place) for place, line in enumerate([opening, *lines], 1)]


def gaps(count: int) -> list[tuple[int, Event]]:
    """Every second number is missing, and no round is ever opened."""
    at = '"at":"2026-01-01T00:00:01Z"'
    return opened_with(f'{{"kind":"dealer_changed",{at},"dealer":"R-1","seq":{2 * n}}}' for n in range(2, count + 2))


def burns(count: int) -> list[tuple[int, Event]]:
    """Card after card is burned without a reason."""
    return opened_with(['{"kind":"burned","at":"2026-01-01T00:00:01Z","why":"other"}'] * count)


@pytest.mark.parametrize("stream", [gaps, burns])
def test_what_cannot_change_is_not_asked_however_much_is_open(
    stream: Callable[[int], list[tuple[int, Event]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    put = rules.watching.Watching.asked

    def counted(watching: rules.watching.Watching, kind: type[Event]) -> Iterable[Finding]:
        nonlocal asked
        heard = list(put(watching, kind))
        asked += len(heard)
        return heard

    monkeypatch.setattr(rules.watching.Watching, "asked", counted)
    run = replay(stream(2000))
    assert len([one for one in run.open_findings if one.code in ("record-gap", "unexplained-burn")]) >= 1999
    # The shoe that cannot hold that many cards is one finding, and hears of each burn
    assert asked < 2000


def test_those_asked_are_asked_in_the_order_raised() -> None:
    pairs = [*gaps(20), *[(seq + 50, event) for seq, event in burns(5)[1:]]]
    run = replay(pairs)
    raised = [id(finding) for finding in run.findings]
    for kind in KINDS.values():
        asked: list[Finding] = list(run._watching.asked(kind))
        assert [id(finding) for finding in asked] == [one for one in raised if one in {id(found) for found in asked}]
