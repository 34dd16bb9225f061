"""Another reading of the rules: what it changes, what it leaves alone, and what is none."""

from __future__ import annotations

from typing import Any

import pytest

from rules.examples import examples_of
from rules.house import House
from rules.notation import events_of
from rules.overlay import AS_IT_IS, VALUES, NotAReading, plain, read
from rules.profiles.words import FIELDS
from rules.replay import Replay
from rules.rulebooks import rulebook
from rules.wire import encode, events_in

UNDER_THE_MINIMUM = ("bet-limit", "under-the-minimum")


def text_of(code: str, name: str) -> str:
    return next(one.text for one in examples_of(code) if one.name == name)


def codes(example: tuple[str, str], **overlay: Any) -> list[str]:
    run = Replay(overlay=read(overlay))
    for seq, event, _ in events_of(text_of(*example)):
        run.feed(seq, event)
    return [finding.code for finding in run.findings]


def test_nothing_laid_over_is_the_edition_as_it_stands() -> None:
    assert read({}) == AS_IT_IS
    assert AS_IT_IS.rulebook("cl-scj") is rulebook("cl-scj")
    assert codes(UNDER_THE_MINIMUM) == ["bet-limit"]


def test_a_value_holds_against_what_the_opening_of_the_table_says() -> None:
    assert codes(UNDER_THE_MINIMUM, values={"min": 3000}) == []
    assert codes(UNDER_THE_MINIMUM, values={"min": None}) == []


def test_a_value_holds_against_the_text_of_the_profile() -> None:
    hard_twelve = ("double-not-allowed", "hard-twelve-ruled")
    assert codes(hard_twelve) == ["double-not-allowed"]
    assert codes(hard_twelve, values={"double_totals": [12]}) == []


def test_a_rule_left_out_says_nothing_and_the_others_go_on() -> None:
    assert codes(UNDER_THE_MINIMUM, without=["bet-limit"]) == []
    assert codes(UNDER_THE_MINIMUM, without=["card-face"]) == ["bet-limit"]


@pytest.mark.parametrize(
    ("dates", "found"),
    [
        ([None, "2026-11-27"], []),
        ([None, "2026-11-28"], ["bet-limit"]),
        (["2026-11-28", None], ["bet-limit"]),
        (["2026-11-29", None], []),
        (["2026-11-01", "2026-11-30"], ["bet-limit"]),
    ],
)
def test_a_rule_speaks_of_what_happened_while_it_was_in_force(dates: list[str | None], found: list[str]) -> None:
    example = text_of(*UNDER_THE_MINIMUM)
    run = Replay(overlay=read({"dates": {"bet-limit": dates}}))
    for seq, event, _ in events_of("@2026-11-28T23:59:00-03:00 " + example):
        run.feed(seq, event)
    assert [finding.code for finding in run.findings] == found


def test_a_declaration_of_a_rule_left_out_is_silent_and_of_no_rule_a_misfit() -> None:
    def declared(code: str, **overlay: Any) -> list[str]:
        run = Replay(overlay=read(overlay))
        for seq, event, _ in events_of(f"table_opened cl-scj\ndeclared {code}"):
            run.feed(seq, event)
        return [finding.code for finding in run.findings]

    assert declared("exposed-card") == ["exposed-card"]
    assert declared("exposed-card", without=["exposed-card"]) == []
    assert declared("exposed-card", dates={"exposed-card": [None, "2000-01-01"]}) == []
    assert declared("shuffle", profile="us-sd") == ["out-of-sequence"]
    assert declared("shuffle", profile="us-sd", without=["exposed-card"]) == ["out-of-sequence"]


def test_a_profile_of_the_reading_outranks_the_one_that_the_table_is_opened_with() -> None:
    run = Replay(overlay=read({"profile": "es-casino"}))
    for seq, event, _ in events_of("table_opened cl-scj"):
        run.feed(seq, event)
    assert run.table.house.profile == "es-casino"
    assert Replay(overlay=read({"profile": "us-sd", "without": ["exposed-card"]})).book.regulator == "us_sd"


def test_reading_twice_is_reading_once_and_order_does_not_matter() -> None:
    one = {"without": ["card-face", "bet-limit"], "values": {"face_down": ["split_ace", "double"], "chip": 500}}
    other = {"values": {"chip": 500, "face_down": ["double", "split_ace"]}, "without": ["bet-limit", "card-face"]}
    assert plain(read(one)) == plain(read(other)) == plain(read(plain(read(one))))
    assert plain(read({"dates": {"card-face": [None, None]}})) == {}


def test_every_value_of_a_house_but_what_the_table_itself_is_can_be_changed_and_has_a_name() -> None:
    assert set(VALUES) == set(House.__struct_fields__) - {"profile", "pinned", "decks", "seats", "currency"}
    assert set(VALUES) <= set(FIELDS)


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"other": 1}, "overlay"),
        ({"profile": "mars"}, "profile"),
        ({"values": {"decks": 8}}, "decks"),
        ({"values": {"refusal": "never"}}, "refusal"),
        ({"values": {"face_down": ["all"]}}, "face_down"),
        ({"values": {"chip": 0}}, "chip"),
        ({"values": {"chip": None}}, "chip"),
        ({"values": {"double_soft": 1}}, "double_soft"),
        ({"values": {"double_totals": [9, 417]}}, "double_totals"),
        ({"values": {"min": 5000, "max": 1000}}, "max"),
        ({"without": ["record-gap"]}, "record-gap"),
        ({"without": ["no-such-code"]}, "no-such-code"),
        ({"dates": {"out-of-sequence": [None, None]}}, "out-of-sequence"),
        ({"dates": {"card-face": ["2026-03-02", "2026-03-01"]}}, "card-face"),
        ({"dates": {"card-face": ["soon", None]}}, "dates[...][0]"),
    ],
)
def test_what_is_no_reading_is_told_by_its_field(told: dict[str, Any], field: str) -> None:
    with pytest.raises(NotAReading) as why:
        read(told)
    assert why.value.field == field
    assert why.value.expected


def test_lines_read_once_come_in_order_however_they_are_cut() -> None:
    events = [event for _, event, _ in events_of(text_of(*UNDER_THE_MINIMUM))] * 500
    lines = b"\n".join(encode(event) for event in events)
    read_again = [event for some in events_in(lines) for event in some]
    assert len(list(events_in(lines))) > 1
    assert read_again == events
    assert list(events_in(b"")) == []
