"""The values of the house rules and the texts they stand on, written a second time.

A value is one word in a table of the engine, and a wrong one plays wrong without raising anything. Each row: profile,
value, what it is, the section and clause of the profile's text that gives it (``silent``: none does).
"""

from __future__ import annotations

from typing import Any

import pytest

from rules import sources
from rules.cards import DECK, VALUE
from rules.house import House
from rules.profiles import BASE, PROFILES, is_silent
from rules.sources import Section

VALUES = """
cl-scj    | decks              | 6                 | Elementos materiales 2
cl-scj    | seats              | 7                 | Elementos materiales 1
cl-scj    | cut_least          | 52                | Verificaciones de cierre 2
cl-scj    | cut_most           | 104               | Verificaciones de cierre 2
cl-scj    | hands_per_seat     | 4                 | Secuencia operativa 3
cl-scj    | resplit_aces       | no                | Secuencia operativa 3
cl-scj    | split_ace_tie      | no                | Secuencia operativa 3
cl-scj    | double_totals      | 9 10 11           | Secuencia operativa 3
cl-scj    | double_soft        | yes               | silent
cl-scj    | double_after_split | yes               | silent
cl-scj    | face_down          | nothing           | Secuencia operativa 2
cl-scj    | natural_stands     | no                | silent
cl-scj    | refused_card       | burn              | Procedimientos ante irregularidades 9
cl-scj    | refusal            | hand              | Procedimientos ante irregularidades 9
cl-scj    | shoe_out           | void              | Procedimientos ante irregularidades 4
cl-scj    | surrender          | yes               | Secuencia operativa 3
cl-scj    | surrender_window   | first_decision    | Secuencia operativa 3
cl-scj    | insurance_window   | acted             | silent
cl-scj    | insurance_exact    | no                | silent
cl-scj    | back_bets          | no                | silent
cl-scj    | round_up           | yes               | silent
cl-scj    | chip               | 1                 | silent
cl-scj    | min                | -                 | silent
cl-scj    | max                | -                 | silent
cl-scj    | currency           | CLP               | silent
cl-scj    | perfect_pairs      | no                | Secuencia operativa 1
cl-scj    | even_money         | yes               | Verificaciones de cierre 3
es-casino | hands_per_seat     | 2                 | Reglas del juego 14
es-casino | resplit_aces       | no                | Reglas del juego 15
es-casino | split_ace_tie      | no                | Reglas del juego 15
es-casino | double_totals      | 9 10 11           | Reglas del juego 16
es-casino | face_down          | nothing           | Reglas del juego 2
es-casino | surrender          | yes               | Reglas del juego 17
es-casino | surrender_window   | third_card        | Reglas del juego 17
es-casino | insurance_window   | third_card        | Reglas del juego 11
es-casino | insurance_exact    | no                | Reglas del juego 12
ar-casino | hands_per_seat     | 2                 | Apertura de pares 2
ar-casino | resplit_aces       | no                | Apertura de ases 4
ar-casino | split_ace_tie      | yes               | Apertura de ases 3
ar-casino | double_totals      | 9 10 11           | Doble abajo 1
ar-casino | face_down          | double,split_ace  | Doble abajo 2
ar-casino | surrender          | no                | silent
ar-casino | insurance_window   | third_card        | Seguro 2
ar-casino | insurance_exact    | no                | Seguro 3
lccartas  | decks              | 6                 | 1.3 Baraja 1
lccartas  | seats              | 7                 | 1.1 Introducción 3
lccartas  | back_bets          | yes               | 1.1 Introducción 5
lccartas  | hands_per_seat     | 4                 | 1.6 Desarrollo de una partida 7
lccartas  | resplit_aces       | no                | 1.6 Desarrollo de una partida 9
lccartas  | split_ace_tie      | no                | 1.6 Desarrollo de una partida 10
lccartas  | double_totals      | 9 10 11           | 1.6 Desarrollo de una partida 11
lccartas  | double_after_split | yes               | 1.6 Desarrollo de una partida 11
lccartas  | face_down          | nothing           | 1.6 Desarrollo de una partida 2
lccartas  | natural_stands     | yes               | 1.6 Desarrollo de una partida 12
lccartas  | surrender          | no                | silent
lccartas  | insurance_window   | acted             | 1.6 Desarrollo de una partida 3
lccartas  | insurance_exact    | yes               | 1.6 Desarrollo de una partida 3
cl-casino | decks              | 6                 | Elementos del juego 1
cl-casino | seats              | 7                 | Elementos del juego 4
cl-casino | hands_per_seat     | 2                 | c) Los pares 4
cl-casino | resplit_aces       | no                | c) Los pares 4
cl-casino | split_ace_tie      | no                | Tabla de pagos 2
cl-casino | double_totals      | 9 10 11           | d) Apuesta doble 1
cl-casino | double_after_split | yes               | d) Apuesta doble 3
cl-casino | face_down          | nothing           | Desarrollo 1
cl-casino | surrender          | yes               | e) Retiro 1
cl-casino | surrender_window   | after_deal        | e) Retiro 1
us-sd     | refused_card       | pass_on           | 20:18:15:28 Irregularities 3
us-sd     | refusal            | round             | 20:18:15:28 Irregularities 3
us-sd     | shoe_out           | reshuffle         | 20:18:15:28 Irregularities 8
"""
ROWS = [tuple(cell.strip() for cell in line.split("|")) for line in VALUES.split("\n")[1:-1]]
SECTIONS = {
    ("SCJ, Catálogo de Juegos, Black Jack", "seed 000"): {
        "Elementos materiales", "Valores de las Cartas", "Regla de la Banca", "Pagos", "Pagos Perfect Pairs",
        "Secuencia operativa", "Reglas de conducta estrictas", "Procedimientos ante irregularidades",
        "Resolución Final", "Verificaciones de cierre",
    },
    ("Casino español, Black Jack", "seed 001"): {"Reglas del juego"},
    ("Casino argentino, reglamento de Black Jack", "seed 002"): {
        "El juego", "Doble abajo", "Apertura de pares", "Apertura de ases", "Seguro",
    },
    ("LcCartas, Black Jack", "seed 003"): {"1.1 Introducción", "1.3 Baraja", "1.6 Desarrollo de una partida"},
    ("Casino chileno, reglamento de Black Jack", "seed 004"): {
        "Elementos del juego", "Desarrollo", "c) Los pares", "d) Apuesta doble", "e) Retiro", "Tabla de pagos",
    },
    ("South Dakota, ARSD 20:18:15", "as read 2026"): {"20:18:15:28 Irregularities"},
    ("pitboss, contrato de eventos", "1"): {"Catálogo 3b"},
    ("pitboss, contrato de eventos", "1.1"): {"Contrato 1.1"},
}  # fmt: skip


@pytest.mark.parametrize(("name", "field", "value", "clause"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_a_value_is_the_one_its_clause_gives(name: str, field: str, value: str, clause: str) -> None:
    given = PROFILES[name].values[field]
    assert _written(given.value) == value
    assert clause == ("silent" if given.cite is None else f"{given.cite.section} {given.cite.clause}")
    assert given.cite is None or given.cite.source == _text_of(name)
    assert (given.note is None) == (given.cite is not None)
    assert is_silent(name, field) == (given.cite is None)


def test_a_profile_is_found_by_its_name() -> None:
    assert list(PROFILES) == ["cl-scj", "es-casino", "ar-casino", "lccartas", "cl-casino", "us-sd"]
    assert all(name == profile.name and profile.source == _text_of(name) for name, profile in PROFILES.items())
    assert BASE.name == "cl-scj"
    assert is_silent("ar-casino", "decks")


def test_the_texts_and_their_sections_are_named_and_dated() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for section in vars(sources).values():
        if isinstance(section, Section):
            found.setdefault((section.source, section.edition), set()).add(section.title)
            assert section.in_force_from == ("2026-11-01" if section.edition in ("1", "1.1") else "2020-01-01")
            assert section.in_force_to is None
    assert found == SECTIONS


def test_a_citation_says_text_section_clause_and_dates() -> None:
    section = Section("A text", "Its part", "as read", "2020-01-01", "2025-12-31")
    cite = section.clause(3)
    assert cite.as_dict() == {
        "source": "A text",
        "section": "Its part",
        "clause": 3,
        "edition": "as read",
        "from": "2020-01-01",
        "to": "2025-12-31",
    }
    assert cite.words("es") == "A text, Its part, n.º 3"
    assert cite.words("en") == "A text, Its part, no. 3"
    other = Section("B text", "1", "e", "2020-01-01").clause(1)
    assert sources.cited((cite, other, section.clause(4)), "en") == (
        "A text: Its part, no. 3; Its part, no. 4; B text: 1, no. 1"
    )


@pytest.mark.parametrize(
    ("one", "field"),
    [
        (House.of("cl-scj"), "chip"),
        (sources.SCJ_BANK, "title"),
        (sources.SCJ_BANK.clause(1), "clause"),
        (BASE, "name"),
        (next(iter(BASE.values.values())), "value"),
    ],
    ids=["house", "section", "citation", "profile", "value"],
)
def test_nobody_changes_a_table_that_all_sessions_share(one: Any, field: str) -> None:
    with pytest.raises(AttributeError):
        setattr(one, field, None)


def test_six_decks_of_52_cards_and_what_each_is_worth() -> None:
    assert "".join(DECK) == "".join(rank + suit for suit in "shdc" for rank in "A23456789TJQK")
    assert {card: VALUE[card] for card in DECK if card[1] == "s"} == {
        "As": 1, "2s": 2, "3s": 3, "4s": 4, "5s": 5, "6s": 6, "7s": 7, "8s": 8, "9s": 9,
        "Ts": 10, "Js": 10, "Qs": 10, "Ks": 10,
    }  # fmt: skip
    assert all(VALUE[card] == VALUE[f"{card[0]}s"] for card in DECK)


def _text_of(name: str) -> str:
    return {
        "cl-scj": "SCJ, Catálogo de Juegos, Black Jack",
        "es-casino": "Casino español, Black Jack",
        "ar-casino": "Casino argentino, reglamento de Black Jack",
        "lccartas": "LcCartas, Black Jack",
        "cl-casino": "Casino chileno, reglamento de Black Jack",
        "us-sd": "South Dakota, ARSD 20:18:15",
    }[name]


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, frozenset):
        return ",".join(sorted(value)) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
