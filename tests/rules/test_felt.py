"""What a table answers about the moment: nothing before it is opened, and hand by hand in a round."""

from __future__ import annotations

import pytest

from rules.notation import events_of
from rules.replay import replay
from rules.scene import scene
from rules.table import IDLE, Table
from rules.watching import Watching
from tests.rules.plays import played, settled

MANY = (
    "bet 1 100; bet 2 100; bet 3 100; bet 4 100 tender=word; bet 5 100; dealt 1 Th; dealt 2 9h; dealt 3 8h; "
    "dealt 5 Ts; dealt dealer 9d; dealt 1 7c; dealt 2 6c; dealt 3 8c; dealt 5 6s; acted 1 stand; acted 2 hit; "
    "dealt 2 Kh; acted 3 surrender; acted 5 stand; dealt dealer 8d; paid 5 100"
)
"""A hand that stands, a bust one, one that surrendered, a word without cards, and one that is paid."""


def test_a_table_that_nobody_has_opened_knows_nothing() -> None:
    table = Table()
    assert (table.house.profile, table.phase, table.round, table.seq) == ("cl-scj", IDLE, None, 0)
    assert (table.dealer_name, table.pit_boss, table.at, table.paying, table.last_hand) == (None,) * 5
    told = [table.opened, table.was_closed, table.round_open, table.bets_closed, table.dealer_played, table.play_begun]
    decks = [table.decks_checked, table.sealed, table.chemin, table.normal, table.shoe_empty, table.reshuffling]
    marks = [table.disordered, table.doubtful, table.window_closed, table.third_card, table.settled_early]
    asked = [table.early, table.uncertain, table.finding_is_open, table.reshuffled, table.all_settled]
    assert not any([*told, *decks, *marks, *asked])
    assert table.decks_are_good is True
    assert (table.shoe.decks, table.shoe.number, table.cards_out, table.shoe_empty_at) == (6, 1, 0, 0)
    lists = [table.hands, table.order, table.drawn, table.cardless, table.dropped, table.extra_row]
    assert [len(one) for one in lists] == [0] * 6
    assert (table.bets, table.last_bets, table.excluded, table.disputed, table.raised) == ({}, {}, set(), set(), set())
    assert (table.dealer_shows, table.next_recipient, table.needs_cards()) == (None, None, False)


def test_a_new_round_clears_the_felt_and_keeps_the_bets_of_the_last_one_that_had_any() -> None:
    table = played(f"{MANY}; round_closed; round_opened 2").table
    assert sorted(spot for spot, _, _ in table.last_bets) == ["1", "2", "3", "4", "5"]
    assert (table.bets, table.hands, table.drawn, table.order, table.cardless) == ({}, {}, [], [], [])
    marks = [table.bets_closed, table.play_begun, table.dealer_played, table.window_closed, table.third_card]
    assert not any([*marks, table.early, table.uncertain, table.settled_early, table.paying, table.last_hand])
    assert (table.cards_out, table.dealer.cards, table.raised) == (0, [], set())
    table = played(f"{MANY}; round_closed; round_opened 2; round_closed; round_opened 3").table
    assert len(table.last_bets) == 5


def test_the_dealers_cards_matter_for_hands_with_a_bet_that_stand_and_are_not_settled() -> None:
    table = played(MANY).table
    assert [hand.spot for hand in table.live_hands] == ["1"]
    assert not table.every_hand_out
    assert not table.all_settled
    assert table.dealer_shows == "9"


def test_a_card_in_front_of_a_spot_without_a_bet_is_no_hand_for_the_dealer() -> None:
    table = played("bet 2 100; dealt 1 9h; dealt 2 5h; dealt dealer As; dealt 2 6c").table
    assert [hand.spot for hand in table.live_hands] == ["2"]
    assert table.dealer_shows == "A"


@pytest.mark.parametrize(
    ("play", "out"),
    [
        ("bet 1 100; dealt 1 Th; dealt dealer 9d; dealt 1 6c; acted 1 hit; dealt 1 Ks", True),
        ("bet 1 100; bet 2 9 tender=word; dealt 1 Th; dealt dealer 9d; dealt 1 6c; acted 1 hit; dealt 1 Ks", True),
        ("bet 1 100; dealt 1 Th; dealt dealer Ad; dealt 1 6c; acted 1 insurance; acted 1 hit; dealt 1 Ks", False),
        ("bet 1 9; bet 2 9; dealt 1 Th; dealt 2 9s; dealt dealer 9d; dealt 1 6c; dealt 2 9c; acted 1 hit; dealt 1 Ks",
         False),
    ],
)  # fmt: skip
def test_every_hand_is_out_when_none_with_a_bet_stands_and_no_insurance_waits(play: str, out: bool) -> None:
    assert played(play).table.every_hand_out is out


def test_only_a_shoe_that_ran_out_is_reshuffled_and_only_where_the_house_does_so() -> None:
    play = "bet 1 100; dealt 1 Th; dealt dealer 9d; dealt 1 6c; acted 1 hit"
    assert not played(play, "us-sd").table.reshuffled
    assert played(f"{play}; shoe_empty", "us-sd").table.reshuffled
    assert not played(f"{play}; shoe_empty").table.reshuffled


@pytest.mark.parametrize("shuffles", ["shuffled chemin", "shuffled normal passes=2", "shuffled normal passes=3"])
def test_half_a_shuffle_of_decks_that_nobody_checked_is_told(shuffles: str) -> None:
    text = f"table_opened cl-scj\n{shuffles}\ncut 60\nburned - first\nround_opened 1"
    run = replay([(seq, event) for seq, event, _ in events_of(text)])
    assert [finding.code for finding in run.findings] == ["deck-check", "shuffle"]


def test_a_dispute_before_any_table_was_open_comes_out_of_sequence() -> None:
    run = replay([(seq, event) for seq, event, _ in events_of("disputed 1")])
    assert [finding.code for finding in run.findings] == ["out-of-sequence"]
    assert scene(run.table)["dealer_name"] is None
    assert scene(run.table)["pit_boss"] is None


def test_a_finding_that_was_not_watched_is_dropped_without_ado() -> None:
    (finding,) = played("cards_collected left_to_right").findings
    watching = Watching()
    watching.drop(finding)
    assert not watching


def test_a_shoe_that_ran_out_gives_the_stakes_back_and_pays_the_naturals() -> None:
    run = played(
        "bet 1 100; bet 2 100; dealt 1 Th; dealt 2 As; dealt dealer Td; dealt 1 7c; dealt 2 Ks; acted 1 stand; "
        "shoe_empty"
    )
    assert settled(run) == ["1 main void returned 100", "2 main blackjack paid 150"]
