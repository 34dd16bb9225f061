"""How a play is spelled, to the letter, and what is said of one that can't be read."""

from __future__ import annotations

from typing import Any

import pytest

from rules.notation import POSITIONAL, dumps, events_of, loads
from rules.wire import Rejected

AT = "2026-01-01T20:00:00-03:00"
BET: dict[str, Any] = {"kind": "bet", "at": AT, "spot": "1", "amount": 5}
REORDERED: dict[str, Any] = {"kind": "reordered", "at": AT, "by_role": "pit_boss", "announced": True}


def spelled(event: dict[str, Any]) -> str:
    """The words of one event, its time left out; what is written is what is read again."""
    (line,) = dumps([event]).splitlines()
    assert [one.event for one in loads(line)] == [event]
    return line.removeprefix(f"@{AT} ")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (BET, "bet 1 5"),
        (BET | {"owner": "Ana"}, "bet 1 5 owner=Ana"),
        (BET | {"owner": "Iván"}, "bet 1 5 owner=Iván"),
        (BET | {"owner": "Ana Ruiz"}, 'bet 1 5 owner="Ana Ruiz"'),
        (BET | {"owner": "¡Ana!"}, 'bet 1 5 owner="¡Ana!"'),
        (BET | {"owner": "a\u0007ñ"}, 'bet 1 5 owner="a\\u0007\\u00f1"'),
        (BET | {"owner": "-"}, 'bet 1 5 owner="-"'),
        (BET | {"owner": "--"}, 'bet 1 5 owner="--"'),
        (BET | {"note": 1}, "bet 1 5 note:=1"),
        (BET | {"note": 1.5}, "bet 1 5 note:=1.5"),
        (BET | {"note": True}, "bet 1 5 note:=true"),
        (BET | {"seats": 1.5}, "bet 1 5 seats:=1.5"),
        (BET | {"seats": True}, "bet 1 5 seats:=true"),
        (BET | {"seats": "7"}, 'bet 1 5 seats="7"'),
        (BET | {"shown": 1}, "bet 1 5 shown:=1"),
        (BET | {"moves": 1}, "bet 1 5 moves:=1"),
        (BET | {"moves": [{"card": 1, "from": "1", "to": "2"}]}, 'bet 1 5 moves=[{"card":1,"from":"1","to":"2"}]'),
        (BET | {"cards": [1, 2]}, "bet 1 5 cards=[1,2]"),
        (BET | {"cards": 5}, "bet 1 5 cards:=5"),
        (BET | {"counts": ["52"]}, 'bet 1 5 counts=["52"]'),
        (BET | {"counts": ["a"]}, 'bet 1 5 counts=["a"]'),
        (BET | {"lamp": 1.5}, "bet 1 5 lamp=1.5"),
        (BET | {"owner": ""}, 'bet 1 5 owner=""'),
        (BET | {"owner": None}, "bet 1 5 owner=-"),
        (BET | {"amount": "5"}, 'bet 1 "5"'),
        (BET | {"amount": None}, "bet 1 -"),
        (BET | {"lamp": {"a": [1, 2], "b": "c"}}, 'bet 1 5 lamp={"a":[1,2],"b":"c"}'),
        (BET | {"lamp": "on"}, 'bet 1 5 lamp="on"'),
        (BET | {"a lamp": 1}, 'bet 1 5 "a lamp"=1'),
        (BET | {"seq": 7}, "bet 1 5 seq=7"),
        ({"kind": "table_opened", "at": AT, "profile": "cl-scj", "even_money": False},
         "table_opened cl-scj even_money=no"),
        ({"kind": "table_opened", "at": AT, "profile": "cl-scj", "even_money": "maybe"},
         'table_opened cl-scj even_money="maybe"'),
        ({"kind": "stuck", "at": AT, "cards": ["Kd", "5s"], "to": "1"}, "stuck Kd,5s 1"),
        ({"kind": "stuck", "at": AT, "cards": [], "to": "1"}, "stuck [] 1"),
        ({"kind": "stuck", "at": AT, "cards": ["K d"], "to": "1"}, 'stuck ["K d"] 1'),
        ({"kind": "decks_checked", "at": AT, "counts": [52, 51], "backs": ["red", "blue"], "in_sequence": False},
         "decks_checked 52,51 red,blue no"),
        ({"kind": "decks_checked", "at": AT, "counts": [True], "backs": [None], "in_sequence": True},
         "decks_checked [true] [null] yes"),
        (REORDERED | {"moves": [{"card": "Kd", "from": "1", "to": "3.2"}, {"card": "5s", "from": "none", "to": "2"}]},
         "reordered pit_boss yes Kd:1>3.2,5s:none>2"),
        (REORDERED | {"moves": []}, "reordered pit_boss yes []"),
        (REORDERED | {"moves": [{"card": "Kd", "from": "1", "to": "a b"}]},
         'reordered pit_boss yes [{"card":"Kd","from":"1","to":"a b"}]'),
        (REORDERED | {"moves": [{"card": "Kd", "from": "1"}]},
         'reordered pit_boss yes [{"card":"Kd","from":"1"}]'),
        (REORDERED | {"moves": ["Kd"]}, 'reordered pit_boss yes ["Kd"]'),
        ({"kind": "corrected", "at": AT, "ref": 3, "by_role": "pit_boss", "instead": BET},
         f'corrected 3 pit_boss instead={{"kind":"bet","at":"{AT}","spot":"1","amount":5}}'),
    ],
)  # fmt: skip
def test_an_event_is_spelled_one_way(event: dict[str, Any], words: str) -> None:
    assert spelled(event) == words


def test_a_field_that_is_missing_is_told_from_one_that_is_null() -> None:
    assert spelled({"kind": "burned", "at": AT, "why": "first"}) == "burned -- first"
    assert spelled({"kind": "burned", "at": AT, "why": "first", "card": None}) == "burned - first"


def test_times_are_told_in_seconds_while_the_offset_stays() -> None:
    times = [AT, AT, "2026-01-01T20:01:40-03:00", "2026-01-01T20:01:42.500000-03:00", AT,
             "2026-01-01T23:00:00+00:00", "2026-01-01T23:00:10Z", "2026-01-01T23:00:10.000001+00:00"]  # fmt: skip
    play = dumps([{"kind": "bets_closed", "at": at} for at in times])
    assert [line.removesuffix("bets_closed").strip() for line in play.splitlines()] == [
        f"@{AT}", "", "+100", "+2.5", "-102.5", "@2026-01-01T23:00:00+00:00", "@2026-01-01T23:00:10Z", "+0.000001",
    ]  # fmt: skip
    assert [line.event["at"] for line in loads(play)] == times


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("deal 1 Kd", "kind", "one of " + ", ".join(POSITIONAL)),
        ("kind=dealt 1 Kd", "kind", "one of " + ", ".join(POSITIONAL)),
        ("! exposed-card[-] followed", "kind", "one of " + ", ".join(POSITIONAL)),
        ("dealt 1", "card", "dealt to card"),
        ("dealt 1 Kd up", "up", "nothing more: dealt takes to card"),
        ("bets_closed 1", "1", "nothing more: bets_closed takes no values"),
        ("bet 1 many", "amount", "a number"),
        ("picked_up Kd pit_boss shown=maybe", "shown", "yes or no"),
        ("decks_checked 52,x a,b no", "counts", "a value"),
        ("bet 1 5 lamp=on", "lamp", "a value"),
        ("bet 1 5 lamp={", "lamp", "a JSON value that ends on its line"),
        ('bet 1 5 "owner', None, "a JSON value that ends on its line"),
        ("reordered pit_boss yes Kd-3-2", "moves", "a value"),
        ("reordered pit_boss yes Kd:3>", "moves", "a value"),
        ("reordered pit_boss yes :3>2", "moves", "a value"),
        ("reordered pit_boss yes Kd:>2", "moves", "a value"),
        ("@yesterday bets_closed", "at", "@ and a date and time with offset, or + and seconds"),
        ("@2026-01-01T20:00:00 bets_closed", "at", "@ and a date and time with offset, or + and seconds"),
        ("+1e999 bets_closed", "at", "@ and a date and time with offset, or + and seconds"),
        ("+99999999999999 bets_closed", "at", "@ and a date and time with offset, or + and seconds"),
        ("exposed Kd ! exposed-card", "!", "code[spot] outcome [cctv]"),
        ("exposed Kd ! exposed-card followed now", "!", "code[spot] outcome [cctv]"),
        ("exposed Kd ! exposed-card followed cctv now", "!", "code[spot] outcome [cctv]"),
        ("dealt 1 Zz", "card", "a card such as Th or As"),
    ],
)
def test_what_was_expected_is_said_with_line_and_field(text: str, field: str | None, expected: str) -> None:
    with pytest.raises(Rejected) as caught:
        events_of("bets_closed\n\n" + text)
    assert (caught.value.line, caught.value.field) == (3, field)
    if not text.endswith("Zz"):
        assert caught.value.expected == expected


def test_a_word_may_be_quoted_and_so_may_a_key() -> None:
    (line,) = loads('"bet" "1" 5 "owner"="Ana" "a lamp"=[1]')
    assert line.event == BET | {"owner": "Ana", "a lamp": [1]}


@pytest.mark.parametrize("blank", [" ", "\t", "  \t "])
def test_words_may_stand_apart_by_any_blank(blank: str) -> None:
    (line,) = loads(f"{blank}bet{blank}1{blank}5{blank}\r")
    assert line.event == {"kind": "bet", "at": AT, "spot": "1", "amount": 5}


@pytest.mark.parametrize("text", ["", "\r", "# bet 1 5", "; bet 1 5", "  # bet"])
def test_a_comment_or_a_blank_line_is_no_event(text: str) -> None:
    assert list(loads(text)) == []


def test_marks_name_the_finding_its_hand_and_how_it_ends() -> None:
    play = "exposed Kd ! a followed , b[] noted , c[-] contrary cctv , d[3.2] pending ,  , e[1] noted"
    (line,) = loads(play)
    assert [tuple(mark) for mark in line.marks] == [
        ("a", None, "followed", False),
        ("b", None, "noted", False),
        ("c", None, "contrary", True),
        ("d", "3.2", "pending", False),
        ("e", "1", "noted", False),
    ]


def test_without_a_time_the_first_event_is_at_the_start_and_the_next_at_the_same_instant() -> None:
    first, second = loads("bets_closed\nround_closed")
    assert first.event["at"] == second.event["at"] == AT


def test_only_blanks_are_cut_from_the_ends_of_a_line() -> None:
    (line,) = loads("  dealer_changed X\t\r")
    assert line.event["dealer"] == "X"
    (line,) = loads("dealer_changed \x0b")
    assert line.event["dealer"] == "\x0b"
    with pytest.raises(Rejected):
        list(loads("X dealer_changed Ana"))


def test_a_line_that_begins_with_a_key_has_no_time_and_no_kind() -> None:
    with pytest.raises(Rejected) as caught:
        list(loads("at=@2026-01-01T20:00:00Z bets_closed"))
    assert caught.value.field == "kind"


@pytest.mark.parametrize("word", ["+", "-", "+x", "5", "5 bets_closed"])
def test_what_only_looks_like_a_time_is_no_kind(word: str) -> None:
    with pytest.raises(Rejected) as caught:
        list(loads(word))
    assert caught.value.field == "kind"


def test_an_event_that_the_wire_refuses_is_told_with_its_line_and_reason() -> None:
    with pytest.raises(Rejected) as caught:
        events_of("bets_closed\nbet 9 5")
    assert (caught.value.line, caught.value.field) == (2, "spot")
    assert "1" in caught.value.expected


def test_a_quoted_key_that_breaks_off_is_told_by_its_name() -> None:
    with pytest.raises(Rejected) as caught:
        list(loads('bet 1 5 "a lamp"={'))
    assert (caught.value.line, caught.value.field) == (1, "a lamp")
