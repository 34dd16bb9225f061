"""How the replay keeps its findings: what changed, what can no longer change, what is disputed, what a gap takes."""

from __future__ import annotations

import msgspec
import pytest

from rules.events import Event
from rules.irregularity import PENDING, Finding
from rules.notation import events_of
from rules.replay import Replay, replay
from rules.rulebooks import rulebook
from tests.rules.plays import START
from tests.rules.test_rounds import ROUNDS, Round

OPENED = (
    "table_opened cl-scj\ndecks_checked 52,52,52,52,52,52 r,r,r,b,b,b no\nshuffled machine\ncut 60\nburned - first\n"
)


def _events(text: str) -> list[tuple[int, Event]]:
    return [(event.seq or seq, event) for seq, event, _ in events_of(text.replace("; ", "\n"))]


def _of(one: Round) -> list[tuple[int, Event]]:
    text = START.format(profile=one.profile, table=f" {one.table}" if one.table else "")
    return _events(f"{text}{one.play}\nround_closed\nround_opened 2\nround_closed\n")


def _shown(finding: Finding) -> bytes:
    return msgspec.json.encode(finding.as_dict())


@pytest.mark.parametrize("one", ROUNDS, ids=[one.title for one in ROUNDS])
def test_what_changed_is_told_once_and_nothing_else_is(one: Round) -> None:
    run = Replay()
    before: dict[int, bytes] = {}
    for seq, event in _of(one):
        run.feed(seq, event)
        now = {id(finding): _shown(finding) for finding in run.findings}
        changed = run.changed()
        differs = {key for key, shown in now.items() if before.get(key) != shown}
        assert differs == {id(finding) for finding in changed}
        assert [finding.events[0] for finding in changed] == sorted(finding.events[0] for finding in changed)
        assert run.changed() == []
        assert {id(finding) for finding in run.open_findings} == {
            id(finding) for finding in run.findings if finding.outcome == PENDING
        }
        before = now


@pytest.mark.parametrize("one", ROUNDS, ids=[one.title for one in ROUNDS])
def test_what_is_taken_out_never_changes_and_comes_in_the_order_raised(one: Round) -> None:
    events = _of(one)
    kept = Replay(one.profile)
    for seq, event in events:
        kept.feed(seq, event)
    whole = [_shown(finding) for finding in kept.findings]
    run = Replay(one.profile)
    out: list[bytes] = []
    for seq, event in events:
        run.feed(seq, event)
        out += [_shown(finding) for finding in run.drain()]
    assert [*out, *(_shown(finding) for finding in run.findings)] == whole
    at_once = kept.drain()
    assert [_shown(finding) for finding in (*at_once, *kept.findings)] == whole
    assert not {id(finding) for finding in at_once} & {id(one) for one in (*kept.open_findings, *kept.of_round)}


def test_an_event_that_changes_nothing_tells_nothing() -> None:
    run = Replay()
    for seq, event in _events(f"{OPENED}round_opened 1; bet 1 100; exposed 2c; exposed 3c"):
        run.feed(seq, event)
    assert len(run.changed()) == 2
    for seq, event in _events("\n" * 9 + "dealer_changed Ana"):
        run.feed(seq + 9, event)
    assert run.changed() == []


def test_the_profile_given_outranks_the_opening_and_without_one_the_opening_decides() -> None:
    opened = _events(OPENED.replace("cl-scj", "us-sd"))
    assert (Replay().book.name, Replay("us-sd").book.name, Replay("nobody").book.name) == ("cl-scj", "us-sd", "cl-scj")
    assert replay(opened).book.name == "us-sd"
    run = replay(opened, "lccartas")
    assert (run.book.regulator, run.table.house.profile, run.table.house.pinned) == ("scj", "lccartas", True)
    run = replay(opened, book=rulebook("cl-scj"))
    assert (run.book.name, run.table.house.profile) == ("cl-scj", "us-sd")
    assert replay(opened, "us-sd").book.name == "us-sd"


def test_what_the_house_has_set_is_kept_by_its_table() -> None:
    assert Replay(options={"chip": 500}).table.options == {"chip": 500}
    assert Replay().table.options == {}


def test_a_closed_table_still_hears_who_is_excluded() -> None:
    run = replay(
        _events(f"{OPENED}round_opened 1; conduct 1 touched_cards; round_closed; table_closed; excluded 1 pit_boss")
    )
    assert [(one.code, one.outcome) for one in run.findings] == [
        ("conduct-touched-cards", "followed"), ("out-of-sequence", "noted"),
    ]  # fmt: skip
    run = replay(_events(f"{OPENED}table_closed; disputed 1"))
    assert run.findings == []


def test_what_the_opening_of_a_round_raises_is_of_that_round() -> None:
    run = replay(
        _events(
            "table_opened cl-scj; shuffled machine; cut 60; burned - first; round_opened 7; discard_opened pit_boss"
        )
    )
    assert [(one.code, one.round, one.outcome) for one in run.findings] == [("deck-check", 7, "pending")]
    assert run.of_round == run.findings


def test_a_gap_seen_when_a_round_is_opened_is_of_that_round() -> None:
    run = replay(_events(f"@2026-01-01T20:00:00-03:00 {OPENED}-9 round_opened 4"))
    assert [(one.code, one.round, one.events) for one in run.findings] == [("record-gap", 4, [6])]


def test_a_dispute_marks_the_findings_of_its_spot_once() -> None:
    run = replay(
        _events(f"{OPENED}round_opened 1; conduct 1 touched_cards; conduct 2 touched_cards; disputed 1; disputed 1")
    )
    assert [one.cctv_reasons for one in run.findings] == [["code", "disputed"], ["code"]]
    both = Replay()
    for seq, event in _events(f"{OPENED}round_opened 1; conduct 1 touched_cards; conduct 1 interfered; disputed 1"):
        both.changed()
        both.feed(seq, event)
    assert [one.code for one in both.changed()] == ["conduct-touched-cards", "conduct-interfered"]
    again = Replay()
    for seq, event in _events(f"{OPENED}round_opened 1; conduct 1 touched_cards; disputed 1"):
        again.changed()
        again.feed(seq, event)
    assert [one.spot for one in again.changed()] == ["1"]
    for _, event in _events("disputed 1"):
        again.feed(9, event)
    assert again.changed() == []


def test_a_correction_in_the_place_of_a_missing_number_bears_that_number() -> None:
    bad = '{"kind":"cards_collected","at":"2026-01-01T20:00:00-03:00","order":"left_to_right"}'
    run = replay(_events(f"{OPENED}round_opened 1\ncorrected 7 floor seq=8 instead={bad}\nround_closed seq=9"))
    assert [(one.code, one.events[0], one.outcome) for one in run.findings] == [
        ("record-gap", 8, "followed"), ("clearing-order", 7, "noted"),
    ]  # fmt: skip


def test_a_place_that_came_after_a_gap_and_was_corrected_is_judged_once() -> None:
    bad = '{"kind":"cards_collected","at":"2026-01-01T20:00:00-03:00","order":"left_to_right"}'
    text = f"{OPENED}round_opened 1\ndealer_changed Ana seq=8\ncorrected 8 floor seq=9 instead={bad}\n"
    assert [(one.code, one.events[0]) for one in replay(_events(text)).findings] == [
        ("record-gap", 8), ("clearing-order", 8),
    ]  # fmt: skip


def test_a_correction_of_a_correction_leaves_the_others() -> None:
    bad = '{"kind":"cards_collected","at":"2026-01-01T20:00:00-03:00","order":"left_to_right"}'
    good = bad.replace("left_to_right", "right_to_left")
    text = f"{OPENED}round_opened 1\ncards_collected left_to_right\ndealer_changed Ana\n"
    text += f"corrected 7 floor instead={good}\ncorrected 8 floor instead={bad}\ncorrected 10 floor\n"
    assert [one.code for one in replay(_events(text)).findings] == []
    swapped = f'{{"kind":"corrected","at":"2026-01-01T20:00:00-03:00","ref":8,"by_role":"floor","instead":{bad}}}'
    text = f"{OPENED}round_opened 1\nbet 1 100\ndealer_changed Ana\ncorrected 7 floor\n"
    text += f"corrected 9 floor instead={swapped}\n"
    assert [(one.code, one.events[0]) for one in replay(_events(text)).findings] == [("clearing-order", 8)]


def test_a_finding_followed_compares_no_money_and_the_next_one_does() -> None:
    play = (
        "bet 1 100; bet 2 100; dealt 2 Th; dealt 1 9h; dealt dealer 9d; dealt 1 8c; dealt 2 7c; "
        "reordered pit_boss yes Th:2>1,9h:1>2; acted 1 stand; dealt 1 5c; burned 5c other; acted 2 stand; "
        "dealt dealer Td; taken 1 100; taken 2 100; round_closed"
    )
    run = replay(_events(f"{OPENED}round_opened 1; {play}"))
    assert [(one.code, one.outcome, [row["spot"] for row in one.money]) for one in run.findings] == [
        ("deal-order", "followed", []), ("unrequested-card", "followed", ["1"]),
    ]  # fmt: skip


def test_a_players_correction_completes_no_record() -> None:
    text = f"{OPENED}round_opened 1\ncorrected 7 player seq=8 instead=-\nround_closed seq=9\nround_opened 2 seq=10"
    found = replay(_events(text)).findings
    assert [(one.code, one.outcome) for one in found if one.code == "record-gap"] == [("record-gap", "contrary")]
