"""Taking events in: nothing is lost, nothing is stored twice, and every line has its answer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.incidents.models import Incident, Step
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.ingest.receipt import Receipt
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import verify
from pitboss.replay.models import Finding, Round
from tests.ingest.plays import (
    START,
    Said,
    exposed_round,
    ndjson,
    opening,
    plain_round,
    shift,
    timed,
)

pytestmark = pytest.mark.services


def send(cast: Cast, events: Sequence[Said] | bytes, *, by: str = "rosa", table: str | None = None) -> Receipt:
    body = events if isinstance(events, bytes) else ndjson(events)
    return Intake(by=cast.people[by], table=table).take(read_ndjson(io.BytesIO(body)))


def stored() -> tuple[list[object], ...]:
    """Everything that a second sending must leave as it was."""
    return (
        list(Entry.objects.order_by("pk").values()),
        list(TableSession.objects.order_by("pk").values()),
        list(Finding.objects.order_by("pk").values()),
        list(Round.objects.order_by("pk").values()),
        list(Incident.objects.order_by("pk").values()),
        list(Step.objects.order_by("pk").values()),
    )


def test_a_shift_goes_in_whole_and_its_finding_opens_an_incident(cast: Cast) -> None:
    events = timed(shift())
    receipt = send(cast, events)
    assert (receipt.accepted, receipt.duplicates, receipt.rejected) == (len(events), 0, [])
    (finding,) = receipt.findings.values()
    assert (finding.code, finding.outcome, finding.round) == ("exposed-card", "followed", 2)
    (incident,) = Incident.objects.all()
    assert incident.folio == "2026-000001"
    session = TableSession.objects.get()
    assert session.closed_at == START + timedelta(seconds=len(events) - 1)
    assert verify(session).holds
    assert [round.number for round in Round.objects.filter(session=session)] == [1, 2]


def test_the_same_file_twice_changes_nothing(cast: Cast) -> None:
    events = timed(shift())
    send(cast, events)
    before = stored()
    again = send(cast, events)
    assert (again.accepted, again.duplicates, again.rejected) == (0, len(events), [])
    assert stored() == before


def test_in_pieces_and_then_whole_is_the_same_as_once(cast: Cast) -> None:
    events = timed(shift())
    for start in range(0, len(events), 7):
        assert send(cast, events[start : start + 7]).rejected == []
    before = stored()
    assert [entry.seq for entry in Entry.objects.order_by("number")] == list(range(1, len(events) + 1))
    again = send(cast, events)
    assert (again.accepted, again.duplicates) == (0, len(events))
    assert stored() == before


def test_a_line_put_right_is_added_and_the_others_are_known(cast: Cast) -> None:
    events = timed(shift())
    bad = [{**event, "card": "??"} if place == 8 else event for place, event in enumerate(events)]
    first = send(cast, bad)
    assert [(why.line, why.field) for why in first.rejected] == [(9, "card")]
    assert first.accepted == len(events) - 1
    again = send(cast, events)
    assert (again.accepted, again.duplicates, again.rejected) == (1, len(events) - 1, [])


def test_equal_lines_of_one_file_are_two_events(cast: Cast) -> None:
    events = timed([*opening(), {"kind": "round_opened", "round": 1}])
    bet = {**timed([{"kind": "bet", "spot": "1", "amount": 5000}], start=START + timedelta(minutes=1))[0]}
    receipt = send(cast, [*events, bet, bet])
    assert receipt.accepted == len(events) + 2
    assert send(cast, [*events, bet, bet]).duplicates == len(events) + 2


def test_the_same_id_with_other_content_is_a_conflict_of_its_line_alone(cast: Cast) -> None:
    send(cast, timed(opening()))
    identity = str(uuid4())
    later = START + timedelta(minutes=1)
    one = timed([{"kind": "round_opened", "round": 1, "id": identity}], start=later)
    other = timed(
        [{"kind": "round_opened", "round": 2, "id": identity}, {"kind": "bet", "spot": "1", "amount": 5000}],
        start=later,
    )
    assert send(cast, one).accepted == 1
    receipt = send(cast, other)
    assert receipt.accepted == 1
    assert [(why.line, why.field) for why in receipt.rejected] == [(1, "id")]
    assert '"round":1' in Entry.objects.get(event_id=identity).body


def test_events_for_a_table_that_is_not_open_are_told_line_by_line(cast: Cast) -> None:
    receipt = send(cast, timed(plain_round(1)))
    assert receipt.accepted == 0
    assert [why.line for why in receipt.rejected] == list(range(1, 11))
    assert {(why.field, why.expected) for why in receipt.rejected} == {
        ("table", "an open session of table BJ-01 at that time")
    }
    assert not Entry.objects.exists()


def test_a_seventh_copy_of_a_card_is_kept_and_is_a_finding(cast: Cast) -> None:
    kings = [event for number in range(1, 8) for event in exposed_round(number, burned=True)]
    events = timed([*opening(), *kings])
    receipt = send(cast, events)
    assert (receipt.accepted, receipt.rejected) == (len(events), [])
    counted = [finding for finding in receipt.findings.values() if finding.code == "card-count"]
    assert counted
    assert {finding.severity for finding in counted} == {"critical"}


def test_after_the_close_known_events_are_duplicates_and_new_ones_are_told(cast: Cast) -> None:
    events = timed([{**event, "id": str(uuid4())} for event in shift()])
    send(cast, events)
    late = timed(plain_round(3), start=START + timedelta(hours=1))
    receipt = send(cast, [*events[10:], *late])
    assert (receipt.accepted, receipt.duplicates) == (0, len(events) - 10)
    assert len(receipt.rejected) == len(late)
    without_ids = send(cast, late)
    assert without_ids.accepted == 0


def test_a_dispute_may_be_told_after_the_close(cast: Cast) -> None:
    send(cast, timed(shift()))
    said = timed(
        [{"kind": "disputed", "spot": "1"}, {"kind": "cctv_requested", "by_role": "pit_boss"}],
        start=START + timedelta(hours=1),
    )
    receipt = send(cast, said)
    assert (receipt.accepted, receipt.rejected) == (2, [])


def test_a_file_may_carry_several_tables(cast: Cast) -> None:
    one, two = timed(shift(), table="BJ-01"), timed(shift(), table="BJ-02")
    mixed = [event for pair in zip(one, two, strict=True) for event in pair]
    receipt = send(cast, mixed)
    assert (receipt.accepted, receipt.rejected) == (len(mixed), [])
    assert len(receipt.told) == 2
    for session in TableSession.objects.all():
        assert [entry.seq for entry in Entry.objects.filter(session=session).order_by("number")] == list(
            range(1, len(one) + 1)
        )
    assert {finding.code for finding in Finding.objects.all()} == {"exposed-card"}
    assert Incident.objects.count() == 2
    assert send(cast, mixed).duplicates == len(mixed)


def test_two_sessions_of_one_table_in_one_file_are_two_sessions(cast: Cast) -> None:
    tomorrow = START + timedelta(days=1)
    events = [*timed(shift()), *timed(shift(), start=tomorrow)]
    receipt = send(cast, events)
    assert receipt.rejected == []
    assert [session.number for session in TableSession.objects.order_by("number")] == [1, 2]
    assert send(cast, events).duplicates == len(events)


def test_a_session_nobody_closed_ends_where_the_next_begins(cast: Cast) -> None:
    tomorrow = START + timedelta(days=1)
    send(cast, timed(opening()))
    send(cast, timed(opening(), start=tomorrow))
    first, second = TableSession.objects.order_by("number")
    assert (first.closed_at, second.closed_at) == (tomorrow, None)


def test_a_file_of_the_past_leaves_the_open_session_open(cast: Cast) -> None:
    send(cast, timed(opening()))
    yesterday = START - timedelta(days=1)
    old = timed(shift()[:-1], start=yesterday)
    assert send(cast, old).accepted == len(old)
    live = TableSession.objects.get(closed_at__isnull=True)
    assert live.opened_at == START
    receipt = send(cast, timed(plain_round(1), start=START + timedelta(minutes=1)))
    assert receipt.rejected == []
    assert Entry.objects.filter(session=live).count() == len(opening()) + 10


def test_decks_checked_before_the_table_opens_belong_to_its_session(cast: Cast) -> None:
    play = [*opening()[1:5], opening()[0], opening()[5], *plain_round(1)]
    yesterday = START - timedelta(days=1)
    send(cast, timed(opening(), start=yesterday))
    events = timed(play)
    assert send(cast, events).accepted == len(events)
    session = TableSession.objects.get(closed_at__isnull=True)
    kinds = [entry.kind for entry in Entry.objects.filter(session=session).order_by("number")]
    assert kinds == [event["kind"] for event in play]
    assert send(cast, events).duplicates == len(events)


def test_decks_checked_in_a_sending_of_their_own_begin_the_session_that_the_opening_joins(cast: Cast) -> None:
    play = [*opening()[1:5], opening()[0], opening()[5], *plain_round(1)]
    events = timed(play)
    for event in events:
        assert send(cast, [event]).accepted == 1
    session = TableSession.objects.get()
    assert [entry.seq for entry in Entry.objects.order_by("number")] == list(range(1, len(events) + 1))
    before = stored()
    assert send(cast, events).duplicates == len(events)
    for event in events:
        assert send(cast, [event]).duplicates == 1
    assert stored() == before
    assert session.profile == "cl-scj"


def test_an_opening_that_cannot_be_read_does_not_put_its_events_in_yesterdays_session(cast: Cast) -> None:
    send(cast, timed(opening()))
    tomorrow = START + timedelta(days=1)
    events = timed([*opening(seats="seven"), *plain_round(1)], start=tomorrow)
    receipt = send(cast, events)
    assert receipt.accepted == 0
    assert len(receipt.rejected) == len(events)
    assert "line 1" in receipt.rejected[1].expected


def test_a_rejected_line_fills_its_place_and_no_gap_is_found(cast: Cast) -> None:
    events = [{**event, "seq": place} for place, event in enumerate(timed(shift()), start=1)]
    events[8] = {**events[8], "card": "??"}
    receipt = send(cast, events)
    assert [why.line for why in receipt.rejected] == [9]
    assert "record-gap" not in {finding.code for finding in Finding.objects.all()}
    missing = [event for event in timed(shift(), table="BJ-02") if event["kind"] != "cut"]
    missing = [{**event, "seq": place + (place > 4)} for place, event in enumerate(missing, start=1)]
    assert "record-gap" in {finding.code for finding in send(cast, missing).findings.values()}


def test_tables_of_other_casinos_are_unknown_and_some_roles_may_not_record(cast: Cast) -> None:
    shift_of_two = timed(shift(), table="BJ-02")
    stranger = Intake(by=cast.tomas)
    assert stranger.take(read_ndjson(io.BytesIO(ndjson(shift_of_two)))).accepted == 0
    assert stranger.unknown_tables == len(shift_of_two)
    inspector = Intake(by=cast.felipe)
    assert inspector.take(read_ndjson(io.BytesIO(ndjson(shift_of_two)))).accepted == 0
    assert inspector.forbidden_tables == len(shift_of_two)
    assert not Entry.objects.exists()


def test_a_sending_that_names_no_table_needs_one(cast: Cast) -> None:
    events = timed(shift(), table=None)
    receipt = send(cast, events)
    assert {why.field for why in receipt.rejected} == {"table"}
    assert send(cast, events, table="BJ-01").accepted == len(events)


def test_an_outcome_is_brought_up_to_date_by_the_next_sending(cast: Cast) -> None:
    round_two = exposed_round(2, burned=False)
    events = timed([*opening(), *plain_round(1), *round_two])
    cut = len(opening()) + 10 + 3
    (pending,) = send(cast, events[:cut]).findings.values()
    assert pending.outcome == "pending"
    (contrary,) = send(cast, events[cut : cut + 1]).findings.values()
    assert (contrary.pk, contrary.outcome, contrary.cctv) == (pending.pk, "contrary", True)
    incident = Incident.objects.get()
    assert (incident.outcome, incident.cctv) == ("contrary", True)
    assert [step.verb for step in incident.steps.all()] == ["opened", "answered"]
