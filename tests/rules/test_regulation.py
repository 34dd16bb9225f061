"""The deal as it should have been, from the real order of the cards, beside the deal as played."""

from __future__ import annotations

from typing import Any

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
