"""In a round whose cards are on record, what is declared is written as the event that shows it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.events import AnyEvent, Event
from rules.notation import events_of
from rules.replay import Replay
from rules.tablet import preview
from rules.tablet.direct import DIRECT

AT = "2026-11-28T21:00:00-03:00"
BEGUN = """\
table_opened cl-scj
round_opened 1
bet 1 10000
bet 3 10000
bets_closed
dealt 1 Th
"""
DEALT = (
    BEGUN
    + """\
dealt 3 9h
dealt dealer 8c
dealt 1 7d
dealt 3 5s
"""
)
DEALERS = (
    DEALT
    + """\
acted 1 stand
acted 3 stand
"""
)
CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("exposed-card", DEALT, {"card": "9d", "to": "1"}),
    ("stuck-cards", DEALERS.replace("acted 3 stand\n", ""), {"to": "3", "cards": ["4c", "Jh"]}),
    ("card-on-floor", DEALT, {"card": "7d", "spot": "1"}),
    ("cut-card-missed", BEGUN, {}),
    ("deal-order", BEGUN, {"spot": "dealer", "to": "3", "card": "2c"}),
    ("dealer-card-over-17", DEALERS + "dealt dealer Ts\n", {"total": 18, "card": "5s"}),
    ("unrequested-card", DEALERS.replace("acted 3 stand\n", ""), {"spot": "1", "card": "4d", "reply": "refused"}),
]


def played(text: str) -> Replay:
    run = Replay()
    for seq, event, _ in events_of(text):
        run.feed(seq, event)
    return run


def event(said: dict[str, Any]) -> Event:
    made: Event = msgspec.convert({"at": AT, **said}, AnyEvent)
    return made


@pytest.mark.parametrize(("code", "text", "facts"), CASES, ids=[case[0] for case in CASES])
def test_the_events_raise_the_finding_that_was_shown_before(code: str, text: str, facts: dict[str, Any]) -> None:
    run = played(text)
    before = {id(finding) for finding in run.findings}
    foreseen = preview(run, code, facts, "es")
    assert foreseen["code"] == code
    for said in foreseen["direct"]:
        run.feed(run.last_seq + 1, event(said))
    raised = [finding for finding in run.findings if id(finding) not in before]
    assert [finding.code for finding in raised] == [code]
    assert not raised[0].rule.declared
    assert raised[0].prescribed[0]["do"] == first_step(run, foreseen)


def first_step(run: Replay, foreseen: dict[str, Any]) -> str:
    """What the shown prescription begins with, as the rule names it."""
    said = Replay()
    said.feed(1, event({"kind": "table_opened", "profile": "cl-scj"}))
    facts = next(case[2] for case in CASES if case[0] == foreseen["code"])
    said.feed(2, event({"kind": "declared", "code": foreseen["code"], **facts}))
    return str(said.findings[0].prescribed[0]["do"])


def test_every_code_with_an_event_of_its_own_is_tried() -> None:
    assert {case[0] for case in CASES} == set(DIRECT)


@pytest.mark.parametrize(
    ("code", "text", "facts"),
    [
        ("exposed-card", "table_opened cl-scj\n", {"card": "9d"}),
        ("exposed-card", "table_opened cl-scj\nround_opened 1\n", {"card": "9d"}),
        ("deal-order", BEGUN, {"spot": "dealer", "to": "3"}),
        ("wrong-payout", DEALT, {"spot": "1", "moved": "paid", "amount": 5000, "owed": "paid", "due": 10000}),
    ],
)
def test_without_cards_on_record_or_an_event_for_it_it_is_declared(code: str, text: str, facts: dict[str, Any]) -> None:
    assert preview(played(text), code, facts, "es")["direct"] is None
