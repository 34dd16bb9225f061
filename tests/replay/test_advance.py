"""Findings and rounds follow the ledger, whichever process replays it."""

from __future__ import annotations

import io

import pytest

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.incidents.models import Incident
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.ingest.receipt import Receipt
from pitboss.ledger.models import Entry
from pitboss.pipeline import replay_again
from pitboss.replay import runs
from pitboss.replay.models import Finding, Round
from pitboss.replay.scenes import scenes, words_of
from tests.ingest.plays import (
    START,
    Said,
    exposed_round,
    ndjson,
    opening,
    plain_round,
    shift,
    timed,
    underpaid_round,
)
from tests.played import Play

pytestmark = pytest.mark.services


def send(cast: Cast, events: list[Said]) -> Receipt:
    return Intake(by=cast.rosa).take(read_ndjson(io.BytesIO(ndjson(events))))


def seen() -> list[object]:
    return list(Finding.objects.order_by("pk").values())


def play() -> list[Said]:
    return timed(
        [
            *opening(),
            *plain_round(1),
            *exposed_round(2, burned=False),
            *underpaid_round(3),
            {"kind": "round_opened", "round": 4},
        ]
    )


def test_one_event_at_a_time_finds_what_the_whole_finds(own_database: str, cast: Cast) -> None:
    """With real commits, so that the run kept warm between the requests is used."""
    for event in play():
        send(cast, [event])
    warm = [(row.code, row.spot, row.outcome, row.data) for row in Finding.objects.order_by("entry", "code")]
    session = TableSession.objects.get()
    assert replay_again(session=session, now=START) == []
    Intake(by=None, casino="CDE").take(
        read_ndjson(io.BytesIO(ndjson([{**event, "table": "BJ-02"} for event in play()])))
    )
    other = Finding.objects.filter(session__table__name="BJ-02").order_by("entry", "code")
    assert [(row.code, row.spot, row.outcome, row.data) for row in other] == warm
    assert [code for code, *_ in warm] == ["exposed-card", "wrong-payout"]


def test_a_process_that_knows_nothing_goes_on_where_another_stopped(own_database: str, cast: Cast) -> None:
    events = play()
    for place, event in enumerate(events):
        if place % 3 == 0:
            runs.forget()
        send(cast, [event])
    before = seen()
    assert replay_again(session=TableSession.objects.get(), now=START) == []
    assert seen() == before


def test_a_process_that_missed_some_entries_catches_up(own_database: str, cast: Cast) -> None:
    events = play()
    send(cast, events[:12])
    session = TableSession.objects.get()
    old = runs.take(session.pk)
    assert old is not None
    send(cast, events[12:26])
    runs.forget()
    runs.keep(old)
    send(cast, events[26:])
    before = seen()
    assert replay_again(session=session, now=START) == []
    assert seen() == before


def test_replaying_again_changes_nothing(cast: Cast) -> None:
    send(cast, play())
    before = seen(), list(Round.objects.order_by("pk").values())
    session = TableSession.objects.get()
    assert replay_again(session=session, now=START) == []
    assert (seen(), list(Round.objects.order_by("pk").values())) == before


def test_lost_findings_are_made_again_with_the_same_ids(cast: Cast) -> None:
    send(cast, timed(shift()))
    before = seen()
    session = TableSession.objects.get()
    Finding.objects.update(outcome="pending", data={})
    assert len(replay_again(session=session, now=START)) == 1
    assert seen() == before


def test_a_correction_withdraws_what_it_explains_and_keeps_it_on_record(cast: Cast) -> None:
    events = play()
    send(cast, events)
    paid = next(place for place, event in enumerate(events, start=1) if event.get("amount") == 6000)
    instead = {**events[paid - 1], "amount": 10000}
    correction = {
        **events[-1],
        "kind": "corrected",
        "ref": paid,
        "by_role": "pit_boss",
        "reason": "se digitó mal",
        "instead": {key: value for key, value in instead.items() if key != "table"},
    }
    correction.pop("round")
    receipt = send(cast, [correction])
    (withdrawn,) = receipt.findings.values()
    assert (withdrawn.code, withdrawn.outcome) == ("wrong-payout", "superseded")
    assert withdrawn.data["withdrawn_by"] == len(events) + 1
    incident = Incident.objects.get(code="wrong-payout")
    assert (incident.status, incident.outcome) == ("withdrawn", "superseded")
    assert incident.steps.last().verb == "withdrawn"  # type: ignore[union-attr]
    assert Entry.objects.get(number=paid).body.count("6000") == 1
    struck = {**correction, "ref": len(events) + 1, "instead": None}
    (back,) = send(cast, [struck]).findings.values()
    assert (back.outcome, "withdrawn_by" in back.data) == ("contrary", False)
    incident.refresh_from_db()
    assert (incident.status, incident.steps.last().verb) == ("open", "restored")  # type: ignore[union-attr]


def test_rounds_know_their_entries(cast: Cast) -> None:
    send(cast, play())
    one, two, three, four = Round.objects.order_by("first_entry_id")
    assert (one.number, one.first_entry.number, one.last_entry.number) == (1, 7, 16)
    assert one.closed_at is not None
    assert (two.first_entry.number, three.number, four.closed_at) == (17, 3, None)


def test_a_round_is_told_and_drawn_step_by_step(cast: Cast) -> None:
    send(cast, play())
    session = TableSession.objects.get()
    steps = scenes(session, 2)
    assert [step.entry.kind for step in steps][:4] == ["round_opened", "bet", "exposed", "dealt"]
    assert steps[2].words == {
        "es": "K♦ sale descubierta del sabot.",
        "en": "K♦ comes out of the shoe face up.",
    }
    drawn = steps[3].scene["spots"][0]["hands"][0]["cards"]
    assert [card["card"] for card in drawn] == ["Kd"]
    assert scenes(session, 99) == []
    outside = scenes(session, None)
    assert [step.entry.number for step in outside] == list(range(1, 7))
    for entry in Entry.objects.all():
        assert all(words_of(entry).values())


def test_the_facts_kept_are_those_that_a_finding_was_raised_with(play: Play) -> None:
    """A rule counts on them what it has seen since; that is its own affair."""
    play("stuck-cards", "the-player-chooses-during-the-deal")
    found = Finding.objects.get(code="stuck-cards")
    assert found.outcome == "followed"
    assert found.data["facts"]["burned"] == 0


def test_a_rule_that_tells_more_later_is_kept_with_what_it_tells_last(play: Play) -> None:
    play("source-mismatch", "keyed-wrongly-as-the-play-shows")
    assert Finding.objects.get(code="source-mismatch").data["facts"]["causes"] == ["wrong-card-keyed"]
