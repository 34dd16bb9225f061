"""Findings, rules and words as a person reads them, to the letter."""

from __future__ import annotations

from typing import get_args

import pytest

from rules import words
from rules.events import On, Role
from rules.examples import examples_of
from rules.irregularity import Outcome, Severity, Standing
from rules.pages import catalogue_lines, profile_lines, rule_lines
from rules.profiles.words import profile_rows
from rules.rulebooks import rulebook
from rules.scene import scene
from rules.told import OUTCOME, REASONS, SEVERITY, STANDING, finding_lines, label
from tests.rules.plays import played

PAID = "bet 1 10000; dealt 1 Th; dealt dealer 9d; dealt 1 9c; acted 1 stand; dealt dealer 8c; paid 1 5000; disputed 1"


def test_a_finding_is_told_in_a_few_lines() -> None:
    (found,) = played(PAID + "; round_closed").findings
    assert list(finding_lines(found, "en")) == [
        "[round 1 · spot 1] Wrong payout (wrong-payout): major, contrary",
        "    Main bet at spot 1: $10,000 is due, $5,000 has moved.",
        "    Prescribed: 1. Pay $5,000 to spot 1 (main bet).",
        "    Rule: SCJ, Catálogo de Juegos, Black Jack: Pagos, no. 1; Pagos Perfect Pairs, no. 1;",
        "      Verificaciones de cierre, no. 6 (the text is silent)",
        "    CCTV: a look is advised (by the kind of irregularity, there is a difference of money, it is",
        "      disputed, the prescription was not followed)",
        "    Money: spot 1, main bet: due $10,000, moved $5,000, difference $5,000",
    ]
    assert list(finding_lines(found, "es")) == [
        "[pase 1 · casilla 1] Pago distinto del que corresponde (wrong-payout): grave, contraria",
        "    Apuesta principal de la casilla 1: corresponde $10.000, se movió $5.000.",
        "    Prescrito: 1. Pagar $5.000 a la casilla 1 (apuesta principal).",
        "    Regla: SCJ, Catálogo de Juegos, Black Jack: Pagos, n.º 1; Pagos Perfect Pairs, n.º 1;",
        "      Verificaciones de cierre, n.º 6 (texto en silencio)",
        "    CCTV: se aconseja revisar (por el tipo de irregularidad, hay una diferencia de dinero, hay una",
        "      disputa, no se hizo lo prescrito)",
        "    Dinero: la casilla 1, apuesta principal: corresponde $10.000, se movió $5.000, diferencia $5.000",
    ]


def test_a_finding_of_the_table_outside_a_round_is_told_without_a_spot_and_its_steps_are_numbered() -> None:
    (found,) = [one for one in played("round_closed; decks_checked 52 r no").findings if one.code == "deck-check"]
    assert next(iter(finding_lines(found, "en"))) == "[—] Deck check (deck-check): critical, pending"
    assert list(finding_lines(found, "en"))[2:4] == [
        "    Prescribed: 1. Stop the table.",
        "    2. Check the decks.",
    ]


def test_money_that_is_even_is_not_told() -> None:
    run = played("bet 1 100; dealt 1 As; dealt dealer Td; dealt 1 Kd; paid 1 150; dealt dealer 9c; round_closed")
    (found,) = run.findings
    assert found.money
    assert not any("Money" in line for line in finding_lines(found, "en"))


def test_the_catalogue_is_a_line_a_rule() -> None:
    lines = list(catalogue_lines(rulebook("cl-scj"), "en"))
    assert lines[0] == "exposed-card                 minor     Card face up in the shoe"
    assert lines[9] == "deck-check                   critical  Deck check"
    assert len(lines) == 48
    assert next(catalogue_lines(rulebook("us-sd"), "es")) == (
        "exposed-card                 leve      Carta descubierta en el sabot"
    )


def test_a_house_is_a_page_with_its_values() -> None:
    lines = list(profile_lines("ar-casino", "en"))
    assert lines[:3] == ["Argentine casino  ·  ar-casino", "Casino argentino, reglamento de Black Jack", ""]
    rows = list(profile_rows("ar-casino", "en"))
    assert lines[3:] == [line for field, value, where in rows for line in (f"{field}: {value}", f"    {where}")]


def test_a_rule_is_a_page_with_its_text_its_neighbour_and_its_examples() -> None:
    lines = list(rule_lines(rulebook("cl-scj").by_code["exposed-card"], "en", rulebook("cl-scj")))
    assert lines[:13] == [
        "Card face up in the shoe  ·  exposed-card",
        "",
        "A card that comes out of the shoe face up is burned and the round goes on with the next one.",
        "",
        "Rule: SCJ, Catálogo de Juegos, Black Jack, Procedimientos ante irregularidades, no. 1 (seed 000)",
        "prescribed · minor · Decides: dealer",
        "Announce: «Card exposed: it is burned and we go on.»",
        "Keep video: 30 s before, 60 s after",
        "",
        "South Dakota, USA: A card that lies face up in the shoe is not used: it goes to the discard rack.",
        "    South Dakota, ARSD 20:18:15: 20:18:15:28 Irregularities, no. 1",
        "",
        "Worked examples:",
    ]
    assert lines[13:18] == [
        "",
        "1. It comes out face up during the deal, is burned, and the round goes on with the next card.",
        "     bet 1 10000",
        "     bet 2 10000",
        "     exposed Kd            ! exposed-card[-] followed",
    ]


def test_a_rule_that_is_not_announced_and_has_no_neighbour_says_less() -> None:
    lines = list(rule_lines(rulebook("cl-scj").by_code["card-face"], "es", rulebook("cl-scj")))
    assert lines[4:8] == [
        "Regla: SCJ, Catálogo de Juegos, Black Jack, Secuencia operativa, n.º 2 (seed 000)",
        "falta de procedimiento · leve · Decide: croupier",
        "Conservar video: 30 s antes, 30 s después",
        "",
    ]
    assert lines[8] == "Ejemplos:"
    assert label("played", "en") == "as played"


@pytest.mark.parametrize(
    ("card", "sign", "spanish", "english"),
    [
        ("Th", "10♥", "diez de corazones", "ten of hearts"),
        ("As", "A♠", "as de picas", "ace of spades"),
        ("7c", "7♣", "siete de tréboles", "seven of clubs"),
        ("2d", "2♦", "dos de diamantes", "two of diamonds"),
        ("Qs", "Q♠", "reina de picas", "queen of spades"),
    ],
)
def test_a_card_has_a_sign_and_a_name(card: str, sign: str, spanish: str, english: str) -> None:
    assert words.card_sign(card) == sign
    assert (words.card_name(card, "es"), words.card_name(card, "es-cl")) == (spanish, spanish)
    assert words.card_name(card, "en") == english


@pytest.mark.parametrize(
    ("spot", "spanish", "english", "label_es", "label_en"),
    [
        (None, "la mesa", "the table", "mesa", "table"),
        ("dealer", "el croupier", "the dealer", "croupier", "dealer"),
        ("none", "nadie", "nobody", "nadie", "nobody"),
        ("3", "la casilla 3", "spot 3", "casilla 3", "spot 3"),
        ("3.2", "la casilla 3, mano 2", "spot 3, hand 2", "casilla 3, mano 2", "spot 3, hand 2"),
    ],
)
def test_a_place_has_a_name_and_a_heading(
    spot: str | None, spanish: str, english: str, label_es: str, label_en: str
) -> None:
    assert (words.spot_name(spot, "es"), words.spot_name(spot, "en")) == (spanish, english)
    assert (words.spot_label(spot, "es-cl"), words.spot_label(spot, "en")) == (label_es, label_en)


def test_money_has_its_marks_in_either_language() -> None:
    assert [words.money(n, "es") for n in (0, 999, 1234567, -5000)] == ["$0", "$999", "$1.234.567", "−$5.000"]
    assert [words.money(n, "en") for n in (0, 999, 1234567, -5000)] == ["$0", "$999", "$1,234,567", "−$5,000"]


def test_spanish_joins_what_it_joins() -> None:
    assert words.contracted("va a el croupier y viene de el croupier ", "es") == "va al croupier y viene del croupier "
    assert words.contracted("to a el b", "en") == "to a el b"


@pytest.mark.parametrize(
    ("key", "value", "spanish", "english"),
    [
        ("spot", "3", "la casilla 3", "spot 3"),
        ("to", "dealer", "el croupier", "the dealer"),
        ("seat", "2", "la casilla 2", "spot 2"),
        ("from", "none", "nadie", "nobody"),
        ("expected_to", "1", "la casilla 1", "spot 1"),
        ("cards", ["Th", "5s"], "10♥ 5♠", "10♥ 5♠"),
        ("amount", 5000, "$5.000", "$5,000"),
        ("due", -5000, "−$5.000", "−$5,000"),
        ("limit", 1000, "$1.000", "$1,000"),
        ("actual_amount", 0, "$0", "$0"),
        ("on", "insurance", "seguro", "insurance"),
        ("total", 17, "17", "17"),
        ("what", words.Text("uno", "one"), "uno", "one"),
        ("what", {"es": "uno", "en": "one"}, "uno", "one"),
    ],
)
def test_a_fact_is_said_by_what_its_name_says(key: str, value: object, spanish: str, english: str) -> None:
    assert words.spoken(value, key, "es") == spanish
    assert words.spoken(value, key, "en") == english


def test_a_role_or_a_bet_is_named() -> None:
    assert (words.role_name("pit_boss", "es"), words.role_name("pit_boss", "en")) == ("jefe de mesa", "pit boss")
    assert words.role_name("stranger", "en") == "stranger"
    assert (words.bet_name("main", "es"), words.bet_name("main", "en")) == ("apuesta principal", "main bet")


@pytest.mark.parametrize(
    ("key", "value", "spanish", "english"),
    [
        ("other", "Th", "10♥", "10♥"),
        ("stake", 1000, "$1.000", "$1,000"),
        ("least", 1000, "$1.000", "$1,000"),
        ("most", 1000, "$1.000", "$1,000"),
        ("role", "floor", "piso", "floor"),
        ("by_role", "player", "jugador", "player"),
        ("chosen_by", "3.2", "la casilla 3, mano 2", "spot 3, hand 2"),
        ("chosen_by", "pit_boss", "jefe de mesa", "pit boss"),
        ("what", (1, 2, 3), "(1, 2, 3)", "(1, 2, 3)"),
        ("what", (1, 2), "(1, 2)", "(1, 2)"),
    ],
)
def test_facts_of_other_rules_are_said_too(key: str, value: object, spanish: str, english: str) -> None:
    assert words.spoken(value, key, "es") == spanish
    assert words.spoken(value, key, "en") == english


def test_the_picture_of_a_table_has_its_people_and_its_shoe() -> None:
    felt = scene(played("bet 1 100; dealt 1 Th", table="dealer=Ana pit_boss=Rosa").table)
    assert (felt["dealer_name"], felt["pit_boss"], felt["round"], felt["turn"]) == ("Ana", "Rosa", 1, None)
    assert felt["shoe"] == {"left": 310, "decks": 6, "behind": 60, "cut_out": False}
    run = played("bet 1 100; dealt 1 Th")
    run.table.shoe.drawn = 400
    assert scene(run.table)["shoe"]["left"] == 0


def test_the_other_regulators_page_has_its_own_neighbour_and_examples() -> None:
    lines = list(rule_lines(rulebook("us-sd").by_code["exposed-card"], "es", rulebook("us-sd")))
    assert "Chile, regulador SCJ: La carta que sale descubierta del sabot se quema y el pase sigue con la" in lines
    assert "    SCJ, Catálogo de Juegos, Black Jack: Procedimientos ante irregularidades, n.º 1" in lines
    numbers = range(1, len(examples_of("exposed-card", "us_sd")) + 1)
    assert [line[:2] for line in lines if line[1:2] == "."] == [f"{number}." for number in numbers]


def test_every_degree_outcome_standing_and_reason_has_its_words() -> None:
    assert set(SEVERITY) == set(get_args(Severity))
    assert set(OUTCOME) == set(get_args(Outcome))
    assert set(STANDING) == set(get_args(Standing))
    assert set(REASONS) == {"code", "contrary", "disputed", "money"}
    for text in (*SEVERITY.values(), *OUTCOME.values(), *STANDING.values(), *REASONS.values()):
        assert text.es != text.en


def test_cards_that_nobody_named_and_words_of_both_languages_are_said() -> None:
    assert (words.spoken([], "cards", "es"), words.spoken([], "cards", "en")) == ("las cartas", "the cards")
    both = {"es": "uno", "en": "one"}
    assert [words.spoken(both, "what", lang) for lang in ("es", "es-cl", "en")] == ["uno", "uno", "one"]


def test_every_role_and_every_bet_of_the_wire_has_a_name_of_its_own() -> None:
    assert {name: (role.es, role.en) for name, role in words.ROLES.items()} == {
        "dealer": ("croupier", "dealer"),
        "pit_boss": ("jefe de mesa", "pit boss"),
        "section_head": ("jefe de sección", "section head"),
        "player": ("jugador", "player"),
        "floor": ("piso", "floor"),
    }
    assert set(words.ROLES) == set(get_args(Role))
    assert set(words.BETS) == set(get_args(On))


def test_every_rank_and_suit_is_spoken() -> None:
    english = "ace two three four five six seven eight nine ten jack queen king"
    spanish = "as dos tres cuatro cinco seis siete ocho nueve diez jota reina rey"
    ranks = "A23456789TJQK"
    assert [words.card_name(f"{rank}s", "en") for rank in ranks] == [f"{name} of spades" for name in english.split()]
    assert [words.card_name(f"{rank}c", "es") for rank in ranks] == [f"{name} de tréboles" for name in spanish.split()]
    assert [words.card_name(f"2{suit}", "en") for suit in "hdc"] == ["two of hearts", "two of diamonds", "two of clubs"]
    assert [words.card_sign(f"2{suit}") for suit in "shdc"] == ["2♠", "2♥", "2♦", "2♣"]
