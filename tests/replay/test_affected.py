"""What rounds came to, and which of them lie between two events: from generated evenings."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession as Session
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.ledger.models import Entry
from pitboss.pipeline import replay_again
from pitboss.replay import runs
from pitboss.replay.affected import affected_rounds, difference_of, marks_of, stretch_of, summed
from pitboss.replay.models import Finding, Play, Round
from pitboss.replay.plays import SEATS
from pitboss.simulator.command import START
from pitboss.simulator.evening import sessions
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from tests.ingest.plays import START as START_OF_PLAY
from tests.ingest.plays import opening, plain_round, timed, underpaid_round
from tests.replay.test_advance import send

pytestmark = pytest.mark.services


def generated(*, rounds: int = 40, rate: float = 0.0, codes: list[str] | None = None) -> list[bytes]:
    session = TableSession(
        table="BJ-01",
        start=datetime.fromisoformat(START),
        seed=7,
        rounds=rounds,
        dealers=("R-2117", "R-2125"),
        fate=Rate(rate, Random("fate"), codes, "cl-scj"),
    )
    return [encode(event) for _, event in session.play()]


def take(cast: Cast, lines: list[bytes]) -> Session:
    receipt = Intake(by=cast.rosa).take(read_ndjson(BytesIO(b"".join(lines))))
    assert not receipt.rejected
    return Session.objects.get(table__name="BJ-01", table__casino=cast.casino)


def bodies(session: Session) -> list[dict[str, Any]]:
    return [json.loads(body) for body in Entry.objects.filter(session=session).values_list("body", flat=True)]


def test_where_nothing_went_wrong_every_bet_moved_as_due(cast: Cast) -> None:
    session = take(cast, generated())
    rounds = list(affected_rounds(session.pk, first=1, last=10**6))
    sums = summed(rounds)
    said = bodies(session)
    assert sums.rounds == 40
    assert (sums.owed, sums.overpaid, sums.unknown, sums.unsettled, sums.open, sums.bare) == (0, 0, 0, 0, 0, 0)
    # Told by the events themselves, without the rules: what was paid less what was taken
    paid = sum(event["amount"] for event in said if event["kind"] == "paid")
    taken = sum(event["amount"] for event in said if event["kind"] == "taken")
    assert sums.moved == sums.due == paid - taken
    assert {one.dealer for one in rounds} == {"R-2117", "R-2125"}
    assert {one.supervisor for one in rounds} == {next(e["pit_boss"] for e in said if e["kind"] == "table_opened")}
    assert [one.shoe for one in rounds] == sorted(one.shoe or 0 for one in rounds)


def test_a_round_keeps_its_hands_bets_and_difference(cast: Cast) -> None:
    send(cast, timed([*opening(dealer="R-2117"), *plain_round(1), *underpaid_round(2)]))
    plain, short = Round.objects.order_by("number")
    assert plain.hands == [
        {
            "spot": "1",
            "cards": ["Th", "Qs"],
            "total": 20,
            "bets": [{"on": "main", "owner": None, "stake": 10000, "void": 0, "result": "win", "due": 10000,
                      "moved": 10000, "settled": True}],
        },
        {"spot": "dealer", "cards": ["9c", "9d"], "total": 18, "bets": []},
    ]  # fmt: skip
    assert [difference_of(bet) for hand in short.hands or [] for bet in hand["bets"]] == [4000]
    assert plain.seats == short.seats == ["1"]
    finding = Finding.objects.get(code="wrong-payout")
    assert (finding.dealer, finding.supervisor, finding.favours) == ("R-2117", "", [])


def test_a_round_in_play_says_that_its_cards_cannot_tell_yet(cast: Cast) -> None:
    send(cast, timed([*opening(), *plain_round(1)[:4]]))
    (one,) = Round.objects.all()
    (bet,) = (one.hands or [])[0]["bets"]
    assert (bet["due"], bet["result"], bet["moved"], bet["settled"]) == (None, None, 0, False)
    assert summed([one]).unknown == 1


def test_one_event_at_a_time_keeps_what_the_whole_keeps(own_database: str, cast: Cast) -> None:
    lines = generated(rounds=6, rate=0.6)
    for line in lines:
        take(cast, [line])
    names = ("number", "shoe", "dealer", "supervisor", "hands", "opened_at", "closed_at")
    warm = list(Round.objects.order_by("first_entry").values(*names))
    told = list(Finding.objects.order_by("pk").values("pk", "dealer", "supervisor", "favours"))
    played = plays()
    assert played == plays_by_hand()
    runs.forget()
    Round.objects.update(hands=None, dealer="")
    Play.objects.update(dealer="somebody else")
    replay_again(session=Session.objects.get(), now=timezone.now())
    assert list(Round.objects.order_by("first_entry").values(*names)) == warm
    assert list(Finding.objects.order_by("pk").values("pk", "dealer", "supervisor", "favours")) == told
    assert plays() == played


def test_play_is_counted_by_the_hour_whole_or_in_pieces(cast: Cast) -> None:
    lines = generated(rounds=110, rate=0.1)
    for begin in range(0, len(lines), 331):
        take(cast, lines[begin : begin + 331])
    assert plays() == plays_by_hand()
    assert len({hour for hour, *_ in plays()}) > 1


def test_a_round_that_is_never_closed_is_counted_by_the_next(cast: Cast) -> None:
    begun = timed([*opening(dealer="R-2117"), *plain_round(1)[:-1]])
    send(cast, begun)
    assert plays() == []
    later = START_OF_PLAY + timedelta(minutes=59)
    send(cast, timed(plain_round(2), start=later))
    assert [rounds for *_, rounds, _ in plays()] == [2]


def test_a_ruling_is_kept_by_its_word_and_never_by_what_a_person_wrote(cast: Cast) -> None:
    said = {"BJ-01": "stands", "BJ-02": "El señor Pérez insistió", "BJ-03": None}
    for table, ruling in said.items():
        send(cast, timed([*opening(), *doubled_on_twelve(ruling)], table=table))
    kept = Finding.objects.filter(code="double-not-allowed").order_by("session__table__name")
    assert [(one.outcome, one.ruling) for one in kept] == [
        ("followed", "stands"),
        ("followed", "words"),
        ("followed", ""),
    ]


def test_a_stretch_holds_the_rounds_that_touch_it_and_no_others(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    session = take(cast, generated(rounds=60))
    every = list(Round.objects.filter(session=session).select_related("first_entry", "last_entry"))
    first, last = every[20].last_entry.number, every[30].first_entry.number
    with django_assert_num_queries(1):
        found = list(affected_rounds(session.pk, first=first, last=last))
        _ = [(one.first_entry.number, one.last_entry.number, one.hands) for one in found]
    assert [one.pk for one in found] == [one.pk for one in every[20:31]]
    assert list(affected_rounds(session.pk, first=last + 10**6, last=last + 10**7)) == []


def test_a_finding_of_the_shoe_puts_the_whole_shoe_in_doubt(cast: Cast) -> None:
    session = take(cast, evening("BJ-04"))
    kinds = {mark.number: mark.kind for mark in marks_of(session.pk)}
    missed = Finding.objects.get(code="first-card-not-burned")
    first, last = stretch_of(missed)
    assert (kinds[first], kinds[last]) == ("shoe_ended", "shoe_ended")
    shoes = {one.shoe for one in affected_rounds(session.pk, first=first, last=last)}
    assert len(shoes) == 1
    assert missed.round in {one.number for one in affected_rounds(session.pk, first=first, last=last)} | {None}
    check = Finding.objects.filter(code="deck-check").earliest("entry")
    first, last = stretch_of(check)
    assert kinds[first] in ("decks_checked", "table_opened")
    assert kinds[last] in ("decks_checked", "table_closed")


def test_another_finding_puts_its_round_in_doubt(cast: Cast) -> None:
    session = take(cast, evening("BJ-04"))
    wrong = Finding.objects.filter(code="wrong-payout").earliest("entry")
    first, last = stretch_of(wrong)
    (one,) = affected_rounds(session.pk, first=first, last=last)
    assert one.number == wrong.round
    assert wrong.favours
    assert summed([one]).overpaid > 0


def test_a_count_that_does_not_come_out_reaches_back_to_the_last_check(cast: Cast) -> None:
    session = take(cast, evening("BJ-03"))
    count = Finding.objects.filter(code="card-count").earliest("entry")
    first, last = stretch_of(count)
    assert first < count.entry.number <= last
    found = list(affected_rounds(session.pk, first=first, last=last))
    assert count.round in {one.number for one in found}
    assert len(found) > 1


def doubled_on_twelve(ruling: str | None) -> list[dict[str, Any]]:
    """A double that is not allowed, and the pit boss rules."""
    return [
        {"kind": "round_opened", "round": 1},
        {"kind": "bet", "spot": "1", "amount": 10000},
        {"kind": "dealt", "to": "1", "card": "Th"},
        {"kind": "dealt", "to": "dealer", "card": "7c"},
        {"kind": "dealt", "to": "1", "card": "2d"},
        {"kind": "acted", "spot": "1", "action": "double"},
        {"kind": "ruled", "by_role": "pit_boss", "code": "double-not-allowed", "spot": "1", "ruling": ruling},
        {"kind": "dealt", "to": "1", "card": "7s"},
        {"kind": "dealt", "to": "dealer", "card": "Ks"},
        {"kind": "paid", "spot": "1", "amount": 20000},
        {"kind": "round_closed"},
    ]


def plays() -> list[tuple[Any, ...]]:
    """Hour, dealer, supervisor, rounds, and rounds by seat."""
    rows = Play.objects.order_by("hour", "dealer", "supervisor")
    return [
        (one.hour, one.dealer, one.supervisor, one.rounds, tuple(getattr(one, f"seat_{seat}") for seat in SEATS))
        for one in rows
    ]


def plays_by_hand() -> list[tuple[Any, ...]]:
    """The same, counted off the rounds one by one."""
    groups: dict[tuple[Any, ...], list[Round]] = {}
    for one in Round.objects.all():
        hour = one.opened_at.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
        groups.setdefault((hour, one.dealer, one.supervisor), []).append(one)
    return [
        (*group, len(rounds), tuple(sum(seat in one.seats for one in rounds) for seat in SEATS))
        for group, rounds in sorted(groups.items())
    ]


def evening(table: str) -> list[bytes]:
    session = next(session for session, _ in sessions() if session.table == table)
    return [encode(event).replace(table.encode(), b"BJ-01") for _, event in session.play()]
