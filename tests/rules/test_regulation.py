"""The deal as it should have been, from the real order of the cards, beside the deal as played."""

from __future__ import annotations

from typing import Any

import pytest

from rules.notation import events_of
from rules.replay import Replay, replay

START = (
    "table_opened cl-scj\ndecks_checked 52,52,52,52,52,52 r,r,r,b,b,b no\nshuffled machine\ncut 60\nburned - first\n"
    "round_opened 1\n"
)


def played(play: str) -> Replay:
    return replay([(seq, event) for seq, event, _ in events_of(START + play)])


def regulation(play: str) -> dict[str, Any]:
    (found,) = [finding for finding in played(play).findings if finding.regulation]
    return found.regulation or {}


def test_a_second_round_begun_at_the_wrong_seat_shifts_every_card() -> None:
    """Case C13."""
    sides = regulation(
        "bet 1 100\nbet 2 100\nbet 3 100\ndealt 1 9s\ndealt 2 5h\ndealt 3 Td\ndealt dealer 6d\n"
        "dealt 2 7c\ndealt 3 8h\ndealt 1 2s\nacted 1 stand\n"
    )
    assert sides["played"] == {"1": ["9s", "2s"], "2": ["5h", "7c"], "3": ["Td", "8h"], "dealer": ["6d"]}
    assert sides["regulation"] == {"1": ["9s", "7c"], "2": ["5h", "8h"], "3": ["Td", "2s"], "dealer": ["6d"]}
    assert sides["totals"]["3"] == {"played": 18, "regulation": 12}


def test_a_card_at_a_seat_without_a_bet_shifts_the_deal_by_one() -> None:
    """Case C05, in small."""
    run = played("bet 2 100\nbet 3 100\ndealt 1 8s\ndealt 2 Th\ndealt 3 5s\n")
    (found,) = run.findings
    assert found.prescribed == [
        {"do": "reorder"},
        {"do": "move", "card": "8s", "from": "1", "to": "2"},
        {"do": "move", "card": "Th", "from": "2", "to": "3"},
        {"do": "move", "card": "5s", "from": "3", "to": "dealer"},
        {"do": "announce"},
    ]


def test_results_are_told_on_both_sides_once_the_dealer_is_done() -> None:
    sides = regulation(
        "bet 1 100\nbet 2 100\ndealt 2 9s\ndealt 1 Th\ndealt dealer 7d\ndealt 2 8s\ndealt 1 9h\n"
        "acted 1 stand\nacted 2 stand\ndealt dealer Kc\n"
    )
    assert sides["results"] == {
        "1": {"played": "win", "regulation": "push"},
        "2": {"played": "push", "regulation": "win"},
    }


def test_where_a_double_would_not_have_been_allowed_nothing_is_invented() -> None:
    sides = regulation(
        "bet 1 100\nbet 2 100\ndealt 1 5s\ndealt 2 Th\ndealt dealer 7d\ndealt 2 9s\ndealt 1 6h\n"
        "acted 1 double\ndealt 1 Ts\nacted 2 stand\ndealt dealer Kc\n"
    )
    assert sides["results"]["1"] == {"played": "win", "regulation": None}


def test_the_hands_put_in_order_are_the_regulation_ones() -> None:
    run = played(
        "bet 1 100\nbet 2 100\ndealt 2 9s\nreordered pit_boss yes 9s:2>1\ndealt 2 Th\ndealt dealer 7d\n"
        "dealt 1 8s\ndealt 2 9h\nacted 1 stand\n"
    )
    assert [(f.code, f.outcome) for f in run.findings] == [("deal-order", "followed")]
    assert run.table.hands["1"].cards == ["9s", "8s"]


def test_a_deal_put_in_order_still_shows_how_it_had_been_dealt() -> None:
    run = played(
        "bet 1 100\nbet 2 100\ndealt 2 9s\nreordered pit_boss yes 9s:2>1\ndealt 2 Th\ndealt dealer 7d\n"
        "dealt 1 8s\ndealt 2 9h\nacted 1 stand\n"
    )
    (found,) = run.findings
    assert found.regulation is not None
    assert found.regulation["played"] == {"1": [], "2": ["9s"]}
    assert found.regulation["regulation"] == {"1": ["9s"], "2": []}
    assert found.prescribed[1] == {"do": "move", "card": "9s", "from": "2", "to": "1"}


def test_a_card_that_went_to_nobody_shifts_those_after_it_and_the_last_one_has_no_place() -> None:
    sides = regulation(
        "bet 1 100\nbet 2 100\ndealt 1 9s\ndealt none 5h\ndealt dealer 6d\ndealt 1 7c\ndealt 2 8h\ndealt 2 2s\n"
        "acted 1 hit\ndealt 1 5c\nacted 1 stand\nacted 2 stand\ndealt dealer Kc\ndealt dealer Ac\n"
    )
    assert sides["played"] == {
        "1": ["9s", "7c", "5c"], "2": ["8h", "2s"], "dealer": ["6d", "Kc", "Ac"], "none": ["5h"],
    }  # fmt: skip
    assert sides["regulation"] == {
        "1": ["9s", "7c", "5c"], "2": ["5h", "8h"], "dealer": ["6d", "Kc", "Ac"], "none": [],
    }  # fmt: skip
    assert sides["order"] == [
        {"card": "9s", "to": "1", "due": "1"},
        {"card": "5h", "to": "none", "due": "2"},
        {"card": "6d", "to": "dealer", "due": "dealer"},
        {"card": "7c", "to": "1", "due": "1"},
        {"card": "8h", "to": "2", "due": "2"},
        {"card": "2s", "to": "2", "due": None},
    ]
    assert sides["totals"] == {
        "1": {"played": 21, "regulation": 21},
        "2": {"played": 10, "regulation": 13},
        "dealer": {"played": 17, "regulation": 17},
        "none": {"played": 5, "regulation": 0},
    }
    assert sides["results"] == {
        "1": {"played": "win", "regulation": "win"},
        "2": {"played": "lose", "regulation": "lose"},
    }
    assert list(sides["played"]) == list(sides["regulation"]) == list(sides["totals"]) == ["1", "2", "dealer", "none"]


def test_how_a_hand_ends_is_told_for_every_kind_of_end() -> None:
    sides = regulation(
        "bet 1 100\nbet 2 100\nbet 3 100\nbet 4 100\nbet 5 100\ndealt 2 As\ndealt 1 Ah\ndealt 3 9h\ndealt 4 Th\n"
        "dealt 5 8d\ndealt dealer Td\ndealt 1 Kd\ndealt 2 Kh\ndealt 3 9d\ndealt 4 6d\ndealt 5 8c\nacted 3 stand\n"
        "acted 4 hit\ndealt 4 6c\nacted 5 split\ndealt 5 2d\nacted 5 stand\ndealt 5.2 3d\nacted 5.2 stand\n"
        "dealt dealer 9c\n"
    )
    assert {spot: set(ends.values()) for spot, ends in sides["results"].items()} == {
        "1": {"blackjack"}, "2": {"blackjack"}, "3": {"lose"}, "4": {"lose"}, "5": {None}, "5.2": {None},
    }  # fmt: skip


SWAPPED = "bet 1 100\nbet 2 100\ndealt 2 9s\ndealt 1 Th\n"


@pytest.mark.parametrize(
    ("rest", "results"),
    [
        ("dealer Ad;1 9h;2 As;!1;!2;dealer Kc", "lose lose lose push"),
        ("dealer Td;1 9h;2 As;!1;!2;dealer 6c", "- - - blackjack"),
        ("dealer Td;1 9h;2 As;!1;!2;dealer 7c", "win win win blackjack"),
        ("dealer Td;1 9h;2 As;!1;!2;dealer 6c;dealer 6d", "win win win blackjack"),
        ("dealer Td;1 9h;2 As;!1;!2;dealer 6c;dealer 5d", "lose lose lose blackjack"),
        ("dealer Td;1 8h;2 Ts;!1;2 3c;dealer 6c;dealer 3d", "lose lose lose lose"),
        ("dealer Td;1 8h;2 Ts;!1;2 2c;dealer 6c;dealer 3d", "lose lose win lose"),
        ("dealer Td;1 8h;2 Ts;!1;!2;dealer 8c", "push lose win win"),
        ("dealer Td;1 8h;2 Ts;!1;!2", "- - - -"),
    ],
)
def test_how_a_hand_ends_on_either_side(rest: str, results: str) -> None:
    words = [f"acted {one[1:]} stand" if one[0] == "!" else f"dealt {one}" for one in rest.split(";")]
    sides = regulation(SWAPPED + "\n".join(words))["results"]
    told = [sides[spot][side] or "-" for spot in ("1", "2") for side in ("played", "regulation")]
    assert told == results.split()


def test_a_void_bet_has_its_sides_too_and_a_spot_without_one_has_not() -> None:
    sides = regulation(
        "bet 1 100\nbet 2 100 tender=word\nbet 3 100\ndealt 3 9s\ndealt 1 Th\ndealt dealer Td\ndealt 1 8h\n"
        "dealt 4 Ts\ndealt 3 Td\nacted 1 stand\nacted 3 stand\ndealt dealer 6c\ndealt dealer 3d\n"
    )
    assert set(sides["results"]) == {"1", "2", "3"}
    assert sides["played"]["4"] == ["Ts"]
