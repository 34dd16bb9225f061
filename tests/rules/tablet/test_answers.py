"""One-tap answers over every worked example: they make the finding followed and raise nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from rules.events import AnyEvent, Corrected, Event
from rules.examples import FIXTURES, FOLDER, Example, page
from rules.irregularity import FOLLOWED, PENDING
from rules.notation import loads
from rules.replay import Replay
from rules.rulebooks import rulebook
from rules.tablet import picture
from rules.wire import Rejected, read

FILES = [*sorted(FOLDER.glob("*/*.toml")), *sorted(FIXTURES.glob("profiles/*.toml")), FIXTURES / "readings.toml"]
EXAMPLES = [(path.stem, example) for path in FILES for example in page(path).example]
IDS = [f"{stem}:{example.name}" for stem, example in EXAMPLES]

STAYS_OPEN = {
    # The dealer still has to finish the round; the shuffle alone is not the whole prescription.
    ("us-sd", "cut-card-missed"),
}


def events_of(example: Example) -> list[tuple[int, Event]]:
    lines = list(loads(example.text))
    found = []
    for one in read(json.dumps(line.event).encode() + b"\n" for line in lines):
        assert not isinstance(one, Rejected)
        found.append(one)
    return found


def prefix(pairs: list[tuple[int, Event]], length: int) -> Replay:
    run = Replay()
    for seq, event in pairs[:length]:
        run.feed(seq, event)
    return run


def enter(run: Replay, at: Any, events: list[dict[str, Any]]) -> None:
    for number, said in enumerate(events, 1):
        moment = (at + timedelta(seconds=number)).isoformat()
        event: Event = msgspec.convert({**said, "at": moment}, AnyEvent)
        run.feed(run.last_seq + 1, event)


def moments(pairs: list[tuple[int, Event]]) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """Every open finding with an answer, at every prefix: its length, the finding, the answer."""
    run = Replay()
    for length, (seq, event) in enumerate(pairs, 1):
        if isinstance(event, Corrected):
            # A correction rewrites what stands before it; the prefixes after it are not this stream's.
            return
        run.feed(seq, event)
        for shown in picture(run, "es")["findings"]:
            for one in shown["answers"]:
                yield length, shown, one


@pytest.mark.parametrize(("stem", "example"), EXAMPLES, ids=IDS)
def test_the_answer_carries_out_the_prescription(stem: str, example: Example) -> None:
    pairs = events_of(example)
    for length, shown, one in moments(pairs):
        ways = [one["events"], *(choice["events"] for choice in (one["choose"] or {"of": []})["of"])]
        for events in ways:
            run = prefix(pairs, length)
            before = {found.key for found in run.findings}
            enter(run, pairs[length - 1][1].at, events)
            found = next(found for found in run.findings if found.key == shown["key"])
            raised = [found.as_dict() for found in run.findings if found.key not in before]
            assert raised == [], (shown["key"], events)
            if (run.book.name, found.code) in STAYS_OPEN and not found.rule.declared:
                assert found.outcome == PENDING
            elif one["icon"] == "exclude" and shown["outcome"] == PENDING:
                # An exclusion is a may; a bet by word or in cash still has to go back.
                assert found.outcome == PENDING
            elif one["icon"] == "keep":
                assert found.outcome == "noted"
            elif found.rule.declared and events[0]["ruling"] != "as_prescribed":
                assert found.outcome == "contrary"
            else:
                assert found.outcome == FOLLOWED, (shown["key"], events)


WITHOUT = {
    # noted: the contract knows no step
    "seat-limit", "bet-limit", "card-face", "clearing-order", "discard-opened", "even-money-not-allowed",
    "out-of-sequence",
    # the step is a card that nobody knows yet, play that goes on, or a correction that a person has to write
    "dealer-stood-under-17", "surrender-not-allowed", "record-gap",
    # noted: a fault of the second source, of which nothing is to be done at the table
    "feed-gap",
}  # fmt: skip


def test_every_code_has_an_answer_in_some_example_but_those_without_a_step() -> None:
    answered = {shown["code"] for _, example in EXAMPLES for _, shown, _ in moments(events_of(example))}
    plain = {
        shown["code"] for _, example in EXAMPLES for _, shown, _ in moments(events_of(example)) if not shown["declared"]
    }
    codes = {rule.code for rule in rulebook("cl-scj").rules}
    assert codes - plain == WITHOUT
    assert answered <= codes


@pytest.mark.parametrize(("stem", "example"), EXAMPLES, ids=IDS)
def test_every_finding_has_its_line_and_a_silent_text_prefers_no_answer(stem: str, example: Example) -> None:
    run = Replay()
    for seq, event in events_of(example):
        run.feed(seq, event)
        for lang in ("es", "en"):
            for shown in picture(run, lang)["findings"]:
                assert shown["imperative"], shown["code"]
                words = " ".join(part for part in shown["imperative"] if isinstance(part, str))
                assert "{" not in words + shown["then"] + (shown["say"] or "")
                assert "None" not in words + shown["then"] + (shown["say"] or "") + shown["message"]
                assert len(words) < 80
                assert shown["words"]["cctv"] is None or shown["cctv"]
                assert sum(one["primary"] for one in shown["answers"]) <= 1
                if any(one["icon"] == "rule" and one["choose"] is None for one in shown["answers"]):
                    silent = shown["standing"] == "no_rule"
                    assert not silent or not any(one["primary"] for one in shown["answers"])
