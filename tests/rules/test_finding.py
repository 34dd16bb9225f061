"""A finding as the contract's object, what is announced, and what the table keeps beside the felt."""

from __future__ import annotations

import pytest

from rules.examples import SHOE
from rules.hand import Hand
from rules.notation import events_of
from rules.replay import Replay
from tests.rules.plays import played

SPLIT_ORDER = "bet 1 100; bet 2 100; dealt 2 Th; dealt 1 9h; acted 1 hit"


def test_a_finding_is_the_object_of_the_contract() -> None:
    (found,) = played("bet 1 100; exposed Kd; dealt 1 Kd").findings
    assert found.as_dict() == {
        "code": "exposed-card",
        "round": 1,
        "spot": None,
        "events": [8],
        "severity": "minor",
        "standing": "prescribed",
        "decides": "dealer",
        "prescribed": [{"do": "burn", "card": "Kd"}, {"do": "continue"}],
        "outcome": "contrary",
        "cctv": True,
        "cctv_reasons": ["contrary"],
        "money": [],
        "cites": [
            {
                "source": "SCJ, Catálogo de Juegos, Black Jack",
                "section": "Procedimientos ante irregularidades",
                "clause": 1,
                "edition": "seed 000",
                "from": "2020-01-01",
                "to": None,
            }
        ],
        "words": {
            "es": {
                "message": "K♦ salió descubierta del sabot; la esperaba la casilla 1.",
                "steps": ["Quemar K♦.", "Seguir el pase."],
            },
            "en": {
                "message": "K♦ came out of the shoe face up; spot 1 was waiting for it.",
                "steps": ["Burn K♦.", "Go on with the round."],
            },
        },
    }
    assert tuple(found.footage) == (30, 60)
    assert (found.title("es"), found.title("en")) == ("Carta descubierta en el sabot", "Card face up in the shoe")
    assert found.say("en") == "Card exposed: it is burned and we go on."


def test_a_deal_out_of_order_has_both_sides_beside_it() -> None:
    (found,) = [one for one in played(SPLIT_ORDER).findings if one.code == "deal-order"]
    told = found.as_dict()
    assert told["regulation"] == found.regulation
    assert told["regulation"]["played"] == {"1": ["9h"], "2": ["Th"]}
    assert found.say("es") == "Hubo un error al distribuir: las cartas se reordenan según salieron."


def test_a_rule_without_an_announcement_says_nothing() -> None:
    (found,) = played("bet 1 100; dealt 1 Th; dealt dealer 9d; dealt 1 9c; acted 2 stand").findings
    assert found.say("es") is None
    assert "regulation" not in found.as_dict()


@pytest.mark.parametrize(("cards", "bust"), [("Th 9s 2c", False), ("Th 9s 3c", True), ("As Td", False)])
def test_a_hand_beyond_21_is_bust(cards: str, bust: bool) -> None:
    hand = Hand("1")
    for card in cards.split():
        hand.take(card)
    assert hand.bust is bust


def test_the_table_keeps_who_works_at_it_and_who_may_not_play() -> None:
    play = "dealer_changed Iván; bet 1 100; excluded 3 pit_boss; dropped Kd from=1; dropped 5s; picked_up Kd pit_boss"
    table = played(play, table="dealer=Ana pit_boss=Rosa").table
    assert (table.dealer_name, table.pit_boss) == ("Iván", "Rosa")
    assert table.excluded == {"3"}
    assert table.dropped == ["5s"]


def test_a_new_shoe_has_a_new_number_and_all_its_cards() -> None:
    play = (
        "bet 1 100; dealt 1 Th; dealt dealer 9d; dealt 1 9c; acted 1 stand; dealt dealer 8c; paid 1 100; round_closed"
    )
    shoe = played(play).table.shoe
    assert (shoe.number, shoe.decks, shoe.size, shoe.drawn, shoe.left, shoe.rounds) == (1, 6, 312, 5, 307, 1)
    assert {card: shoe.copies[card] for card in ("Th", "9d", "9c", "8c", "Kd")} == {
        "Th": 5, "9d": 5, "9c": 5, "8c": 5, "Kd": 6,
    }  # fmt: skip
    shoe = played(play + "; shoe_ended").table.shoe
    assert (shoe.number, shoe.drawn, shoe.left, shoe.dealt, shoe.first_burned) == (2, 0, 312, False, False)


def test_stuck_and_exposed_cards_leave_the_shoe_by_name() -> None:
    shoe = played("bet 1 100; stuck Kd,5s 1; exposed 2c; burned 2c exposed; burned 9h other").table.shoe
    assert shoe.drawn == 5
    assert {card: shoe.copies[card] for card in ("Kd", "5s", "2c", "9h")} == {"Kd": 5, "5s": 5, "2c": 5, "9h": 5}
    assert shoe.burned == [None, "2c", "9h"]


def test_discards_shuffled_in_play_are_a_shoe_without_what_lies_on_the_felt() -> None:
    play = "bet 1 100; dealt 1 Th; dealt dealer 9d; dealt 1 2c; shoe_empty; shuffled machine; dealt 1 5c"
    run = played(play, "us-sd")
    shoe = run.table.shoe
    assert (shoe.number, shoe.drawn, shoe.dealt, shoe.first_burned, shoe.rounds) == (2, 4, True, True, 1)
    assert not run.table.reshuffling
    assert [(finding.code, finding.outcome) for finding in run.findings] == [("cut-card-missed", "pending")]


def test_a_profile_from_outside_stays_when_the_table_is_opened_again() -> None:
    run = Replay("lccartas")
    for seq, event, _ in events_of(SHOE.format(profile="es-casino", table=" seats=5")):
        run.feed(seq, event)
    assert (run.table.house.profile, run.table.house.pinned, run.table.house.seats) == ("lccartas", True, 5)


def test_a_line_that_could_not_be_read_takes_its_place() -> None:
    run = Replay()
    run.rejected(None)
    run.rejected(5)
    assert run.last_seq == 5
    run.rejected(7)
    assert run.last_seq == 5
    run.rejected(6)
    assert run.last_seq == 6
    for seq, event, _ in events_of("table_opened cl-scj\ndecks_checked 52 r no seq=8"):
        run.feed(seq + 6 if seq == 1 else seq, event)
    assert [finding.code for finding in run.findings] == ["deck-check"]


def test_what_nothing_can_change_any_more_is_taken_out_in_the_order_raised() -> None:
    run = played("bet 1 100; exposed Kd; burned Kd exposed; dealt 1 Th; dealt dealer 9d; dealt 1 9c; acted 1 stand")
    assert run.drain() == []
    for seq, event, _ in events_of("dealt dealer 8c\npaid 1 100\ncards_collected left_to_right\nround_closed"):
        run.feed(14 + seq - 1, event)
    for seq, event, _ in events_of("round_opened 2\nexposed 2c"):
        run.feed(18 + seq - 1, event)
    assert [finding.code for finding in run.drain()] == ["exposed-card", "clearing-order"]
    assert [finding.code for finding in run.findings] == ["exposed-card"]
    assert run.changed() == []
