"""The picture of a table: it stands whatever the table did, and on legal play its proposals raise nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.simulator.profile import HOUSES, PROFILES
from pitboss.simulator.session import TableSession
from rules.events import AnyEvent, Event
from rules.replay import Replay, replay
from rules.tablet import picture
from rules.tablet.turns import predicted
from tests.rules.strategies import events
from tests.rules.streams import START, at_an_open_table, gone_wrong, numbered, played, read_back

STEPS = {"open_table", "prepare", "bets", "card", "decision", "dealer", "settle", "close", "between"}
MONEY = ("paid", "taken", "returned")


def said(event: dict[str, Any], after: Event) -> Event:
    """An event that the picture offers, entered a second after another."""
    at = (after.at + timedelta(seconds=1)).isoformat()
    entered: Event = msgspec.convert({**event, "at": at}, AnyEvent)
    return entered


def offered(shown: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """Every event that one tap of this picture could write."""
    yield from shown["last_bets"]
    yield from (shown["proposal"] or {"events": []})["events"]
    for key in (*shown["expects"]["next"], *(one for found in shown["findings"] for one in found["answers"])):
        yield from key["events"]
        for choice in (key.get("choose") or {"of": []})["of"]:
            yield from choice["events"]


def stands(run: Replay, last: Event) -> None:
    for lang in ("es", "en"):
        shown = picture(run, lang)
        assert msgspec.json.decode(msgspec.json.encode(shown)) == shown
        assert shown["expects"]["step"] in STEPS
        for event in offered(shown):
            said(event, last)


@given(st.lists(events(), max_size=30) | at_an_open_table() | played())
@settings(max_examples=40)
def test_every_table_has_its_picture_and_offers_only_events_that_can_be_read(stream: list[Event]) -> None:
    run = Replay()
    for seq, event in numbered(stream):
        run.feed(seq, event)
        stands(run, event)


@given(played())
@settings(max_examples=8)
def test_a_picture_changes_nothing(stream: list[Event]) -> None:
    looked = Replay()
    for seq, event in numbered(stream):
        looked.feed(seq, event)
        picture(looked, "es")
    plain = Replay()
    for seq, event in numbered(stream):
        plain.feed(seq, event)
    assert [found.as_dict() for found in looked.findings] == [found.as_dict() for found in plain.findings]


# ── legal play, settled by what is proposed ──────────────────────────────────────────────────────────


def legal(profile: str, seed: int, rounds: int) -> list[Event]:
    session = TableSession(
        table="BJ-01",
        start=START,
        seed=seed,
        rounds=rounds,
        profile=profile,
        house=HOUSES[seed % len(HOUSES)],
        crowd=3.0,
        ids=False,
    )
    return read_back(session)


def kind_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


@pytest.mark.parametrize("early", [False, True], ids=["with-the-rest", "as-soon-as-proposed"])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("profile", PROFILES)
def test_payments_as_proposed_raise_nothing(profile: str, seed: int, early: bool) -> None:
    rounds = 25
    stream: list[Event] = []
    run = Replay()

    def feed(event: Event) -> dict[str, Any]:
        stream.append(msgspec.structs.replace(event, seq=None))
        run.feed(len(stream), stream[-1])
        return picture(run, "es")

    for event in legal(profile, seed, rounds):
        if kind_of(event) in (*MONEY, "cards_collected"):
            continue
        if kind_of(event) != "round_closed":
            shown = feed(event)
            due = shown["proposal"]
            if due and early and not due["closes"]:
                for entry in due["events"]:
                    shown = feed(said(entry, event))
                assert shown["proposal"] is None or shown["proposal"]["events"] != due["events"]
            continue
        due = picture(run, "es")["proposal"]
        assert due is not None, run.table.round
        assert due["closes"]
        assert due["when"] == "now"
        assert [row["kind"] for row in due["rows"]] + ["cards_collected", "round_closed"] == [
            entry["kind"] for entry in due["events"]
        ]
        for entry in due["events"]:
            shown = feed(said(entry, event))
        assert shown["expects"]["step"] in ("between", "prepare")
        assert shown["proposal"] is None
    assert [found.as_dict() for found in run.findings] == []
    assert run.table.shoe.rounds or run.table.was_closed
    assert replay(numbered(stream)).findings == []


def pay_as_proposed(run: Replay, event: Event) -> dict[str, Any]:
    """Enter the payments of the proposal, without what closes the round; the picture after them."""
    due = picture(run, "es")["proposal"] or {"events": []}
    for entry in due["events"]:
        if entry["kind"] in MONEY:
            run.feed(run.last_seq + 1, said(entry, event))
    return picture(run, "es")


@given(at_an_open_table() | played())
@settings(max_examples=40)
def test_after_the_payments_proposed_nothing_is_left_to_pay(stream: list[Event]) -> None:
    """Whatever has moved before: what is proposed puts every bet right at once, and is not proposed again."""
    run = Replay()
    for seq, event in numbered(stream):
        run.feed(seq, event)
        step = picture(run, "es")["expects"]["step"]
        if step not in ("settle", "close") or not run.table.round_open:
            continue
        after = pay_as_proposed(run, event)["proposal"] or {"rows": []}
        assert after["rows"] == []


def test_a_void_bet_of_which_part_was_taken_goes_back_whole_in_one_payment() -> None:
    """A bet that came after the first card, and half of it taken for a surrender."""
    facts: list[dict[str, Any]] = [
        {"kind": "table_opened", "profile": "es-casino"},
        {"kind": "round_opened", "round": 1},
        {"kind": "bet", "spot": "1", "amount": 14000},
        {"kind": "dealt", "to": "1", "card": "Jc"},
        {"kind": "bet", "spot": "2", "amount": 9000},
        {"kind": "dealt", "to": "2", "card": "9c"},
        {"kind": "dealt", "to": "dealer", "card": "Kh"},
        {"kind": "dealt", "to": "1", "card": "2c"},
        {"kind": "dealt", "to": "2", "card": "7s"},
        {"kind": "acted", "spot": "1", "action": "surrender"},
        {"kind": "acted", "spot": "2", "action": "surrender"},
        {"kind": "taken", "spot": "1", "amount": 7000},
        {"kind": "taken", "spot": "2", "amount": 4500},
    ]
    run = Replay()
    for seq, one in enumerate(facts, 1):
        run.feed(seq, msgspec.convert({"at": START.isoformat(), **one}, AnyEvent))
    (row,) = picture(run, "es")["proposal"]["rows"]
    assert (row["spot"], row["kind"], row["amount"]) == ("2", "returned", 9000)


@pytest.mark.parametrize("seed", range(10))
def test_after_irregular_play_the_payments_proposed_are_no_wrong_ones(seed: int) -> None:
    """Every round of a table where much goes wrong, closed by what is proposed at the end of its cards."""
    stream = read_back(gone_wrong(seed, 30, rate=0.9))
    settled = 0
    for at, event in enumerate(stream):
        if kind_of(event) != "round_closed":
            continue
        run = Replay()
        for seq, earlier in numbered([one for one in stream[:at] if kind_of(one) not in (*MONEY, "cards_collected")]):
            run.feed(seq, msgspec.structs.replace(earlier, seq=None))
        before = {found.key for found in run.findings}
        if not run.table.round_open or picture(run, "es")["expects"]["step"] != "settle":
            continue
        shown = pay_as_proposed(run, event)
        assert shown["expects"]["step"] in ("close", "dealer"), shown["expects"]
        run.feed(run.last_seq + 1, said({"kind": "round_closed"}, event))
        new = {found.code for found in run.findings if found.key not in before}
        assert new <= {"player-without-cards", "out-of-sequence"}, (run.table.round, new)
        settled += 1
    assert settled > 5


@pytest.mark.parametrize("profile", PROFILES)
def test_the_next_card_goes_where_it_is_expected_unless_a_player_decides_otherwise(profile: str) -> None:
    run = Replay()
    right = other = 0
    seq = 0
    for seed in (1, 2):
        for event in legal(profile, seed, 40):
            if kind_of(event) == "dealt":
                shown = picture(run, "es")
                comes, turn = shown["expects"], shown["turn"]
                if comes["to"] == event.to:  # type: ignore[attr-defined]
                    assert comes["face"] == event.face  # type: ignore[attr-defined]
                    right += 1
                else:
                    # Only where a player stood, or asked for more, against what was expected, or a dealer who
                    # gives both halves of a pair their second card at once.
                    assert turn is not None or comes["step"] == "dealer", (comes, event)
                    other += 1
            seq += 1
            run.feed(seq, msgspec.structs.replace(event, seq=None))
        run = Replay()
        seq = 0
    assert right > 20 * other / 3


def test_the_initial_deal_names_every_recipient_in_order() -> None:
    for seed in range(5):
        run = Replay()
        for seq, event in enumerate(legal("cl-scj", seed, 20), 1):
            if kind_of(event) == "dealt" and run.table.phase <= 2:
                comes = picture(run, "es")["expects"]
                assert comes["to"] == event.to  # type: ignore[attr-defined]
                assert comes["implied"] == []
            run.feed(seq, event)


def test_the_cut_card_is_missed_when_no_more_cards_are_left_than_lie_behind_it() -> None:
    run = Replay()
    told = []
    for seq, event in enumerate(legal("cl-scj", 4, 120), 1):
        run.feed(seq, msgspec.structs.replace(event, seq=None))
        due = picture(run, "es")["expects"]["cut_card"]
        if due:
            told.append(seq)
            assert run.table.shoe.left <= (run.table.shoe.behind or 0)
        if kind_of(event) == "cut_card_out":
            assert not due
            assert run.table.shoe.left - (run.table.shoe.behind or 0) in (-1, 0, 1)
    assert len(told) < 10


def test_implied_stands_are_those_that_the_next_card_makes() -> None:
    """When the card goes to ``to``, exactly the hands told as implied are passed over and not said to stand."""
    checked = 0
    for seed in range(6):
        run = Replay()
        for seq, event in enumerate(legal("cl-scj", seed, 30), 1):
            comes = picture(run, "es")["expects"]
            before = {hand.spot for hand in run.table.hands.values()}
            run.feed(seq, event)
            if kind_of(event) != "dealt" or comes["to"] != event.to or not comes["implied"]:  # type: ignore[attr-defined]
                continue
            for spot in comes["implied"]:
                hand = run.table.hands[spot]
                assert spot in before
                assert run.table.passed_over(hand)
                assert predicted(hand) == "stand"
                checked += 1
    assert checked > 20


def test_what_is_missing_before_the_first_round_is_told_and_offered() -> None:
    opened = {"kind": "table_opened", "profile": "cl-scj", "at": "2026-11-28T20:00:00-03:00"}
    run = Replay()
    assert picture(run, "es")["expects"]["step"] == "open_table"
    last: Event = msgspec.convert(opened, AnyEvent)
    run.feed(1, last)
    comes = picture(run, "es")["expects"]
    assert comes["step"] == "prepare"
    assert comes["missing"] == [
        "Falta comprobar las barajas",
        "Falta un barajado chemin",
        "Falta una pasada normal doble o triple",
        "Falta el corte, con 52 a 104 cartas detrás",
        "Falta quemar la primera carta",
    ]
    for seq in range(2, 12):
        comes = picture(run, "en")["expects"]
        if comes["step"] == "between":
            break
        last = said(comes["next"][0]["events"][0], last)
        run.feed(seq, last)
    assert comes["next"][0]["events"] == [{"kind": "round_opened", "round": 1}]
    run.feed(20, said(comes["next"][0]["events"][0], last))
    assert picture(run, "es")["expects"]["step"] == "bets"
    assert run.findings == []


def test_bets_are_repeated_without_what_a_double_and_a_split_added() -> None:
    for profile in PROFILES:
        run = Replay()
        placed: dict[tuple[str, str, str | None], int] = {}
        rounds = 0
        for seq, event in enumerate(legal(profile, 3, 40), 1):
            run.feed(seq, msgspec.structs.replace(event, seq=None))
            if kind_of(event) == "round_opened":
                placed = {}
            elif kind_of(event) == "bet" and run.table.phase == 1:
                key = (event.spot, event.on, event.owner)  # type: ignore[attr-defined]
                placed[key] = placed.get(key, 0) + event.amount  # type: ignore[attr-defined]
            elif kind_of(event) == "round_closed":
                rounds += 1
                again = picture(run, "es")["last_bets"]
                told = {(one["spot"], one.get("on", "main"), one.get("owner")): one["amount"] for one in again}
                assert told == placed, (profile, run.table.round)
    assert rounds == 40
