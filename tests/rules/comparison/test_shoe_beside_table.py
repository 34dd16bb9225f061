"""A shoe beside a table, card by card: whole shoes with one fault at a known card, told at once, late or unordered.

The table is `tests/rules/comparison/evening.py`: rounds of three hands from one shuffled shoe, paid as they are due, so
that nothing but the fault can be found.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from rules.cards import DECK
from rules.events import Burned, Dealt, Event, Feed, Seen, TableClosed
from rules.irregularity import Finding
from rules.replay import Replay
from tests.rules.comparison.evening import Reads, evening, reads_of

LATE = [0, 5, 100, 4_000]
"""Seconds between a card and its read: by wire, by a slow one, by an outage, and after the table has closed."""


def replayed(events: list[Event], said: list[Event], late: int = 0) -> list[Finding]:
    """The findings of both streams in the order in which they arrive."""
    arriving = [(event.at, 1, place, event) for place, event in enumerate(events)]
    arriving += [(event.at + timedelta(seconds=late), 0, place, event) for place, event in enumerate(said)]
    run = Replay()
    for seq, (_, _, _, event) in enumerate(sorted(arriving, key=lambda one: one[:3]), 1):
        run.feed(seq, event)
    return run.findings


def told(findings: list[Finding]) -> list[tuple[str, str, int | None]]:
    return [(one.code, one.facts["cause"], one.round) for one in findings]


def seen(reads: Reads) -> list[Event]:
    return [Seen(at=at, src="shoe", nth=nth, **facts) for nth, (at, facts) in enumerate(reads, 1)]


@pytest.mark.parametrize("late", LATE)
@pytest.mark.parametrize("seed", range(4))
def test_two_that_agree_are_silent(seed: int, late: int) -> None:
    events = evening(seed)
    assert replayed(events, seen(reads_of(events)), late) == []


def _drop(reads: Reads, at: int) -> None:
    del reads[at]


def _double(reads: Reads, at: int) -> None:
    reads.insert(at + 1, (reads[at][0] + timedelta(milliseconds=200), dict(reads[at][1])))


def _unreadable(reads: Reads, at: int) -> None:
    reads[at] = (reads[at][0], {"card": None})


def _nothing_read(reads: Reads, at: int) -> None:
    reads.insert(at, (reads[at][0], {"card": None}))


def _swap(reads: Reads, at: int) -> None:
    reads[at] = (reads[at][0], {"card": _other(reads, at)})


def _extra(reads: Reads, at: int) -> None:
    reads.insert(at, (reads[at][0] - timedelta(seconds=1), {"card": _other(reads, at)}))


def _burned(reads: Reads, at: int) -> None:
    reads.insert(at, (reads[at][0] - timedelta(seconds=1), {"card": _other(reads, at), "did": "burned"}))


def _pair(reads: Reads, at: int) -> None:
    reads.insert(at + 1, (reads[at][0] + timedelta(milliseconds=120), {"card": _other(reads, at)}))


def _turned(reads: Reads, at: int) -> None:
    (first, one), (second, other) = reads[at : at + 2]
    reads[at : at + 2] = [(first, other), (second, one)]


def _other(reads: Reads, at: int) -> str:
    """A card that none of those around it is."""
    near = {facts["card"] for _, facts in reads[max(0, at - 4) : at + 5]}
    return next(card for card in sorted(DECK) if card not in near)


FAULTS: list[tuple[Any, str, str]] = [
    (_drop, "source-mismatch", "missed-read"),
    (_double, "feed-gap", "doubled-read"),
    (_unreadable, "feed-gap", "unreadable"),
    (_nothing_read, "feed-gap", "unreadable"),
    (_swap, "source-mismatch", "swapped-card"),
    (_extra, "source-mismatch", "extra-card"),
    (_burned, "source-mismatch", "burned-card"),
    (_pair, "source-mismatch", "stuck-pair"),
    (_turned, "source-mismatch", "order"),
]


@pytest.mark.parametrize("late", LATE)
@pytest.mark.parametrize(("fault", "code", "cause"), FAULTS, ids=[fault.__name__[1:] for fault, _, _ in FAULTS])
def test_a_fault_is_told_once_and_by_its_cause(fault: Any, code: str, cause: str, late: int) -> None:
    for seed in range(3):
        events = evening(seed)
        reads = reads_of(events)
        fault(reads, 20 + 7 * seed)
        assert [(one.code, one.facts["cause"]) for one in replayed(events, seen(reads), late)] == [(code, cause)]


def test_a_card_read_twice_ahead_of_another_like_it_is_no_card_too_many() -> None:
    """Three equal reads of two equal cards: their times say which of them is the echo."""
    events = evening(3)
    reads = reads_of(events)
    at = next(place for place, one in enumerate(reads[20:], 20) if one[1]["card"] != reads[place + 1][1]["card"])
    card = reads[at][1]["card"]
    place = [number for number, one in enumerate(events) if isinstance(one, (Dealt, Burned))][at + 1]
    events[place] = msgspec.structs.replace(events[place], card=card)
    reads[at + 1] = (reads[at + 1][0], {"card": card})
    _double(reads, at)
    causes = [
        one.facts["cause"] for one in replayed(events, seen(reads)) if one.code in ("feed-gap", "source-mismatch")
    ]
    assert causes == ["doubled-read"]


def test_a_card_keyed_wrongly_is_told_by_the_play() -> None:
    """A ten keyed as a two: the dealer stops at what the two would not have stopped, and pays as with the ten."""
    told_apart = set()
    for seed in range(30):
        events = evening(seed)
        said = seen(reads_of(events))
        at = next(place for place, one in enumerate(events) if isinstance(one, Dealt) and one.to == "dealer")
        one = events[at]
        assert isinstance(one, Dealt)
        events[at] = msgspec.structs.replace(one, card="2" + one.card[1] if one.card[0] != "2" else "T" + one.card[1])
        (found,) = [one for one in replayed(events, said) if one.code == "source-mismatch"]
        others = [other for other in replayed(events, said) if other.code not in ("source-mismatch", "card-count")]
        assert found.facts["causes"] == (["wrong-card-keyed"] if others else ["swapped-card", "wrong-card-keyed"]), (
            seed,
            [other.code for other in others],
        )
        told_apart.update(found.facts["causes"])
    assert told_apart == {"wrong-card-keyed", "swapped-card"}


@pytest.mark.parametrize("late", LATE)
@pytest.mark.parametrize("missing", [1, 9, 40, 80])
def test_an_outage_is_one_gap_however_long_it_was(missing: int, late: int) -> None:
    events = evening(3)
    reads = reads_of(events)
    gone, back = reads[30][0], reads[30 + missing - 1][0]
    del reads[30 : 30 + missing]
    states = [Feed(at=gone, src="shoe", state="lost"), Feed(at=back, src="shoe", state="back")]
    said = sorted([*seen(reads), *states], key=lambda one: one.at)
    (found,) = replayed(events, said, late)
    assert (found.code, found.facts["cause"]) == ("feed-gap", "outage")
    assert len(found.facts["played_cards"]) == missing


def test_reads_that_never_came_are_one_gap() -> None:
    events = evening(3)
    said = seen(reads_of(events))
    del said[30:33]
    assert [(one.code, one.facts["cause"]) for one in replayed(events, said)] == [("feed-gap", "missed")]


def test_unordered_reads_are_put_in_order() -> None:
    events = evening(3)
    said = seen(reads_of(events))
    for place in range(10, 60, 5):
        said[place], said[place + 3] = said[place + 3], said[place]
    run = Replay()
    for seq, event in enumerate([*events, *said], 1):
        run.feed(seq, event)
    assert run.findings == []


def test_a_shoe_that_joins_in_the_middle_is_held_against_what_it_saw() -> None:
    events = evening(3)
    assert replayed(events, seen(reads_of(events)[47:])) == []
    reads = reads_of(events)[47:]
    _swap(reads, 20)
    assert [one.facts["cause"] for one in replayed(events, seen(reads))] == ["swapped-card"]


def test_what_a_source_says_opens_no_gap_in_the_record_and_moves_no_clock() -> None:
    events = evening(3)
    reads = [(at + timedelta(hours=1), facts) for at, facts in reads_of(events)]
    run = Replay()
    for seq, event in enumerate([one for pair in zip(events[6:], seen(reads), strict=False) for one in pair], 1):
        run.feed(seq, event)
    assert "record-gap" not in {one.code for one in run.findings}


def test_a_finding_waits_for_its_ruling_and_turns_where_the_table_closes_without_one() -> None:
    events = evening(3)
    reads = reads_of(events)
    _drop(reads, 30)
    (found,) = replayed([*events, TableClosed(at=events[-1].at + timedelta(seconds=9))], seen(reads))
    assert (found.outcome, found.cctv) == ("contrary", True)
