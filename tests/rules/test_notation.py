"""Plays and events are one to one, both ways."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import KINDS
from rules.notation import FLAGS, LISTS, NUMBERS, POSITIONAL, WORDS, dumps, events_of, loads
from rules.wire import Rejected, decode_line, encode
from tests.rules.strategies import events

NAMES = sorted(NUMBERS | FLAGS | LISTS | WORDS | {"moves"})
KNOWN = {"kind", "at", "spot", "amount", "v", "by", "on", "id"}


def test_every_kind_of_the_contract_can_be_written() -> None:
    assert set(POSITIONAL) == set(KINDS)


@given(st.lists(events(), min_size=1, max_size=8))
@settings(max_examples=60)
def test_any_events_come_back_from_their_play(stream: list[Any]) -> None:
    objects = [json.loads(encode(event)) for event in stream]
    again = [line.event for line in loads(dumps(objects))]
    assert [decode_line(json.dumps(o).encode(), 1)[1] for o in again] == stream
    assert again == objects


@given(
    st.dictionaries(
        (st.text(min_size=1, max_size=8) | st.sampled_from(NAMES)).filter(lambda k: k not in KNOWN),
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-5, 5),
            st.floats(-5, 5),
            st.text(max_size=12),
            st.lists(st.text(max_size=4) | st.integers(-5, 5)),
        ),
        max_size=4,
    )
)
@settings(max_examples=60)
def test_fields_that_the_contract_does_not_know_survive(extra: dict[str, Any]) -> None:
    event = {"kind": "bet", "at": "2026-01-01T20:00:00-03:00", "spot": "1", "amount": 5, **extra}
    assert [line.event for line in loads(dumps([event]))] == [event]


def test_times_are_absolute_or_seconds_after_the_event_before() -> None:
    text = "@2026-11-28T23:59:59-03:00 bets_closed\n+2.5 round_closed\nround_opened 2\n-1 bets_closed\n"
    assert [line.event["at"] for line in loads(text)] == [
        "2026-11-28T23:59:59-03:00",
        "2026-11-29T00:00:01.500000-03:00",
        "2026-11-29T00:00:01.500000-03:00",
        "2026-11-29T00:00:00.500000-03:00",
    ]


def test_comments_and_blank_lines_are_left_out_and_marks_are_read() -> None:
    text = "# a play\n\nexposed Kd   ! exposed-card[-] followed , card-count[3.2] pending cctv\n; more\n"
    (line,) = loads(text)
    assert line.number == 3
    assert [tuple(mark) for mark in line.marks] == [
        ("exposed-card", None, "followed", False),
        ("card-count", "3.2", "pending", True),
    ]


def test_an_exclamation_mark_in_a_quoted_word_is_no_mark() -> None:
    (line,) = loads('disputed 3 about="¡me planté!"')
    assert line.event["about"] == "¡me planté!"
    assert line.marks == ()


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("deal 1 Kd", "kind"),
        ("dealt 1", "card"),
        ("dealt 1 Kd up", "up"),
        ("bet 1 many", "amount"),
        ("@yesterday bets_closed", "at"),
        ("@2026-01-01T20:00:00 bets_closed", "at"),
        ("dealt 1 Zz", "card"),
        ("reordered pit_boss yes Kd-3-2", "moves"),
        ("exposed Kd ! exposed-card", "!"),
        ("picked_up Kd pit_boss shown=maybe", "shown"),
    ],
)
def test_a_play_that_cannot_be_read_says_line_and_field(text: str, field: str) -> None:
    with pytest.raises(Rejected) as caught:
        events_of("bets_closed\n" + text)
    assert caught.value.line == 2
    assert caught.value.field == field
