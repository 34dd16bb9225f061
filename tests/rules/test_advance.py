"""The table after an event: what the kinds of card, decision and payment leave behind for the rules to ask."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.plays import pictured, played

TWO = "bet 1 100; bet 2 100; dealt 1 8h; dealt 2 Th; dealt dealer 9d; dealt 1 8c; dealt 2 6h"
PLAIN = "bet 1 100; dealt 1 Th; dealt dealer Td; dealt 1 6c"

FLAGS = [
    (TWO, "third_card window_closed play_begun dealer_played settled_early disordered doubtful", ""),
    (f"{TWO}; acted 1 hit", "third_card window_closed play_begun", "window_closed play_begun"),
    (f"{TWO}; acted 1 hit; dealt 1 2c", "third_card window_closed play_begun settled_early",
     "third_card window_closed play_begun"),
    (f"{TWO}; dealt 1 2c", "third_card window_closed play_begun", "third_card window_closed play_begun"),
    (f"{TWO}; acted 1 split; dealt 1 2c", "third_card dealer_played settled_early", "third_card"),
    (f"{TWO}; acted 1 stand; dealt 1 2c", "third_card dealer_played settled_early", "third_card"),
    (f"{TWO}; acted 1 stand; acted 2 stand; dealt 1 2c", "third_card settled_early dealer_played",
     "third_card settled_early"),
    (f"{TWO}; dealt dealer 2c", "third_card window_closed dealer_played play_begun settled_early",
     "third_card window_closed dealer_played play_begun"),
    (f"{PLAIN}; dealt dealer 7c; dealt dealer 2c", "dealer_played play_begun", "dealer_played play_begun"),
    ("bet 1 100; dealt 1 Th; dealt dealer Td; dealt 1 6c; dealt dealer 7c; taken 1 100; dealt dealer 2c",
     "settled_early dealer_played", "dealer_played"),
    (f"{PLAIN}; acted 1 hit; dealt 1 2c; refused 1", "settled_early", "settled_early"),
    (f"{PLAIN}; acted 1 stand; dealt 1 2c; accepted 1", "settled_early", "settled_early"),
    (f"{PLAIN}; acted 1 stand; dealt 1 2c; burned 2c other; accepted 1", "settled_early", ""),
    ("bet 1 100; dealt dealer Th; dealt 1 9d; dealt 1 8c; acted 1 stand", "disordered doubtful", "disordered doubtful"),
    ("bet 1 100; bet 2 100; dealt 1 Th; dealt dealer 9d; dealt 1 8c; acted 1 stand", "disordered doubtful",
     "disordered"),
    ("bet 1 9; dealt dealer Th; dealt 1 9d; reordered pit_boss yes Th:dealer>1,9d:1>dealer; dealt 1 8c; acted 1 stand",
     "disordered doubtful settled_early", "settled_early"),
    ("bet 1 100; bet 2 100; dealt 1 Th; dealt 1 9d; dealt dealer 8c; dealt 2 7c; dealt 2 6c; acted 1 stand",
     "disordered doubtful", "disordered doubtful"),
]  # fmt: skip


@pytest.mark.parametrize(("play", "asked", "true"), FLAGS)
def test_what_a_moment_leaves_behind(play: str, asked: str, true: str) -> None:
    table = played(play).table
    assert [name for name in asked.split() if getattr(table, name)] == true.split()


HANDS = [
    (f"{TWO}; acted 1 hit", "1", {"asked": True, "decided": True, "stood": False}),
    (f"{TWO}; acted 1 hit; dealt 1 2c", "1", {"asked": False, "opted": True, "decided": True}),
    (f"{TWO}; dealt 1 2c", "1", {"asked": False, "opted": False, "decided": True}),
    (f"{TWO}; acted 1 split; dealt 1 2c", "1", {"asked": False, "opted": True, "split": True}),
    (f"{TWO}; acted 1 stand; dealt 1 2c", "1", {"asked": False, "opted": False, "stood": True}),
    (f"{TWO}; acted 2 stand; acted 1 hit; dealt 1 2c", "1", {"asked": False, "opted": True}),
    (f"{TWO}; acted 2 stand; dealt 1 2c", "1", {"asked": False, "opted": False}),
    ("bet 1 9; dealt 1 As; dealt dealer 9d; dealt 1 Ad; acted 1 split", "1", {"ended": False, "split_aces": True}),
    ("bet 1 9; dealt 1 As; dealt dealer 9d; dealt 1 Ad; acted 1 split; dealt 1 2c", "1", {"ended": True, "out": False}),
    ("bet 1 9; dealt 1 As; dealt dealer Ad; dealt 1 Kc; acted 1 even_money", "1", {"out": True, "invalid": False}),
    ("bet 1 9; bet 2 9; dealt 1 Th; dealt dealer 9d; dealt 1 8c; acted 1 stand", "2", {"out": True, "invalid": True}),
    (f"{TWO}; acted 2 surrender", "2", {"surrendered": True, "claimed": False, "decided": True}),
    (f"{TWO}; acted 1 stand; acted 1 surrender", "1", {"surrendered": False, "claimed": True}),
    (f"{TWO}; acted 1 surrender; acted 2 stand; dealt 1 2c", "1", {"total": 16}),
    (f"{TWO}; acted 1 hit; dealt 1 2c; refused 1; acted 2 stand; dealt 1 3c", "1", {"frozen": True, "total": 16}),
    ("bet 1 9; bet 2 9; dealt 1 As; dealt 2 Th; dealt dealer Ad; dealt 1 Kc; dealt 2 6h; acted 1 even_money",
     "1", {"even_money": True, "total": 21}),
    ("bet 1 100; bet 2 100; dealt 2 Th; dealt 1 9d; dealt dealer 8c; dealt 1 7c; dealt 2 6c; acted 2 stand", "2",
     {"initial": ("Th", "6c"), "invalid": False}),
]  # fmt: skip


@pytest.mark.parametrize(("play", "spot", "stands"), HANDS)
def test_how_a_hand_stands_after_it(play: str, spot: str, stands: dict[str, Any]) -> None:
    hand = played(play).table.hands[spot]
    assert {name: getattr(hand, name) for name in stands} == stands


def test_a_card_that_nobody_held_is_put_into_the_deal() -> None:
    run = played("bet 1 100; bet 2 100; exposed 2c; dealt 2 Th; reordered pit_boss yes 2c:none>1")
    (lying,) = run.table.hands["1"].lying
    assert (lying.card, lying.to, lying.dealt_to, lying.order, lying.seq) == ("2c", "1", "none", 0, 11)
    assert (lying.face, lying.counts, run.table.hands["1"].total) == ("up", True, 2)
    assert "waiting nothing" in pictured(run)[0]


def test_a_card_dealt_to_nobody_and_then_placed_keeps_its_place_in_the_order_drawn() -> None:
    run = played(
        "bet 1 100; dealt 1 Th; dealt none 9d; reordered pit_boss yes 9d:none>dealer; dealt 1 8c; acted 1 stand"
    )
    (lying,) = run.table.dealer.lying
    assert (lying.card, lying.order, lying.seq, lying.face, lying.dealt_to) == ("9d", 2, 9, "up", "none")
    assert not run.table.disordered


def test_a_card_set_aside_after_the_round_can_be_put_into_the_next_deal() -> None:
    run = played("dealt none 2c; bet 1 100; dealt dealer Th; reordered pit_boss yes 2c:none>1,Th:dealer>none")
    assert [lying.card for lying in run.table.hands["1"].lying] == ["2c"]
    assert run.table.shoe.limbo == ["Th"]


def test_two_equal_cards_move_one_each() -> None:
    run = played("bet 1 100; bet 2 100; dealt 2 Th; dealt 2 Th; reordered pit_boss yes Th:2>1,Th:2>dealer")
    assert [[lying.card for lying in hand.lying] for hand in run.table.everyone()] == [["Th"], [], ["Th"]]


def test_an_insurance_is_told_by_the_event_that_said_it() -> None:
    run = played("bet 1 100; dealt 1 Th; dealt dealer Ad; dealt 1 6c; acted 1 insurance")
    stake = run.table.bets["1", "insurance", None]
    assert (stake.seqs, stake.stake, stake.void) == ([11], 50, 0)


@pytest.mark.parametrize(
    ("said", "stake", "void"), [("", 50, 0), (" amount=50", 50, 0), (" amount=49", 0, 49), (" amount=60", 50, 10)]
)
def test_where_insurance_is_exactly_half_less_is_none(said: str, stake: int, void: int) -> None:
    run = played(f"bet 1 100; dealt 1 Th; dealt dealer Ad; dealt 1 6c; acted 1 insurance{said}", "lccartas")
    bet = run.table.bets["1", "insurance", None]
    assert (bet.stake, bet.void) == (stake, void)


def test_a_table_opened_again_keeps_what_was_done_to_its_decks_and_nothing_else() -> None:
    run = played("excluded 1 pit_boss; table_closed; decks_checked 52,52,52,52,52,52 r,r,r,b,b,b no; "
                 "shuffled machine; cut 70; table_opened cl-scj")  # fmt: skip
    table = run.table
    assert (table.decks_checked, table.decks_are_good, table.chemin, table.normal) == (True, True, True, True)
    assert (table.shoe.behind, table.was_closed, table.excluded, table.opened) == (70, False, set(), True)


@pytest.mark.parametrize(
    ("moves", "paid", "taken", "returned", "gone", "touched"),
    [
        ("paid 1 100", 100, 0, 0, 0, True),
        ("paid 1 100; taken 1 100", 100, 100, 0, 0, False),
        ("paid 1 100; taken 1 60", 100, 60, 0, 0, True),
        ("paid 1 100; taken 1 130", 100, 130, 0, 30, True),
        ("taken 1 100", 0, 100, 0, 100, True),
        ("taken 1 40; taken 1 40", 0, 80, 0, 80, True),
        ("taken 1 170", 0, 170, 0, 100, True),
        ("returned 1 40; paid 1 60; taken 1 60", 60, 60, 40, 40, True),
        ("returned 1 40; returned 1 40", 0, 0, 80, 80, True),
    ],
)
def test_where_the_chips_of_a_bet_are(
    moves: str, paid: int, taken: int, returned: int, gone: int, touched: bool
) -> None:
    play = f"bet 1 100; dealt 1 Th; dealt dealer Td; dealt 1 9c; acted 1 stand; dealt dealer 8c; {moves}"
    stake = played(play).table.bets["1", "main", None]
    assert (stake.paid, stake.taken, stake.returned, stake.gone, stake.touched) == (
        paid, taken, returned, gone, touched,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "stake", "void", "returned"),
    [
        ("returned 1 40", 100, 10, 0),
        ("returned 1 50", 100, 0, 0),
        ("returned 1 120", 30, 0, 0),
        ("returned 1 170; bet 1 100", 100, 0, 20),
        ("returned 1 160; returned 1 5; bet 1 100", 100, 0, 15),
    ],
)
def test_a_bet_taken_back_before_the_first_card(moves: str, stake: int, void: int, returned: int) -> None:
    bet = played(f"bet 1 100; bet 1 50 tender=word; {moves}").table.bets["1", "main", None]
    assert (bet.stake, bet.void, bet.returned) == (stake, void, returned)
