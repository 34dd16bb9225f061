"""Clauses and house rules as they are printed, to the letter."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.clauses import Clause, Source, carriers, example_at, faults, listing, rows, texts
from rules.examples import Example
from rules.profiles.words import profile_rows
from rules.rulebook import Rulebook
from rules.rulebooks import elsewhere, rulebook
from rules.rulebooks.cl_scj import GAP, MISFIT, RULES

CLAUSE = Clause(
    id="X-01",
    section="S",
    number=2,
    es="uno",
    en="one",
    code=("exposed-card", "shuffle"),
    value=("decks", "no_such"),
    event=("dealt.card",),
    settle=("main win", "insurance lose"),
    example=("a:b", "c:d"),
)
DEFINED = Clause(
    id="X-02", section="S", number=3, es="dos", en="two", nature="definition", why_es="porque", why_en="because"
)


def test_what_carries_a_clause_is_told_in_short() -> None:
    assert carriers(CLAUSE, "en") == [
        "exposed-card", "shuffle", "Decks (decks)", "no_such", "dealt.card", "main:win", "insurance:lose",
    ]  # fmt: skip
    assert carriers(CLAUSE, "es")[2] == "Barajas (decks)"
    assert carriers(DEFINED, "es") == ["Definición: porque"]
    assert carriers(DEFINED, "en") == ["Definition: because"]


def test_the_listing_is_one_text_after_another_and_the_sum() -> None:
    lines = list(listing(lang="en"))
    assert lines[:6] == [
        "SCJ, Catálogo de Juegos, Black Jack  ·  cl-scj",
        "000-MAT-01  The table is a half-moon with the players' places marked on it.  (Elementos materiales, no. 1)",
        "            → Definition: A thing of the table that does not change in play: no event shows it.",
        "000-MAT-02  Seven players may sit, no more.  (Elementos materiales, no. 1)",
        "            → seat-limit, Seats (seats)",
        "              seat_limit:seventh-spot-of-seven, seat_limit:sixth-spot-of-five",
    ]
    heads = [
        at
        for at, line in enumerate(lines)
        if line in {f"{t.source}  ·  {t.profile or 'every profile'}" for t in texts()}
    ]
    assert len(heads) == len(texts())
    assert [lines[at - 1] for at in heads[1:]] == [""] * (len(heads) - 1)
    assert lines[-2] == ""
    clauses = [clause for text in texts() for clause in text.clause]
    carried = sum(clause.is_carried for clause in clauses)
    assert lines[-1] == f"{len(clauses)} clauses: {carried} carried, {len(clauses) - carried} only explained"


def test_the_listing_of_one_profile_has_its_own_text_and_what_holds_in_all() -> None:
    lines = list(listing("lccartas"))
    assert lines[0] == "LcCartas, Black Jack  ·  lccartas"
    assert "pitboss, contrato de eventos  ·  todos los perfiles" in lines
    clauses = [clause for text in texts("lccartas") for clause in text.clause]
    carried = sum(clause.is_carried for clause in clauses)
    assert lines[-1] == f"{len(clauses)} cláusulas: {carried} sostenidas, {len(clauses) - carried} solo explicadas"
    assert sum("  (1." in line and "n.º" in line for line in lines) > 30


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_rows_give_every_field_of_a_clause(lang: str) -> None:
    listed = [(text, clause) for text in texts("lccartas") for clause in text.clause]
    for row, (text, clause) in zip(rows("lccartas", lang), listed, strict=True):
        assert row == {
            "id": clause.id,
            "profile": text.profile or None,
            "source": text.source,
            "section": clause.section,
            "clause": clause.number,
            "text": clause.es if lang == "es" else clause.en,
            "code": list(clause.code),
            "value": list(clause.value),
            "event": list(clause.event),
            "settle": list(clause.settle),
            "nature": clause.nature,
            "why": (clause.why_es if lang == "es" else clause.why_en) or None,
            "example": list(clause.example),
        }


def test_an_example_is_found_by_its_file_and_name() -> None:
    found = example_at("exposed_card:burned-during-the-deal")
    assert isinstance(found, Example)
    assert found.name == "burned-during-the-deal"
    assert example_at("tests/rules/test_house.py:test_x") is None
    assert example_at("exposed_card:no-such") is None
    assert example_at("irregularities/scj/exposed_card:burned-during-the-deal") is None
    assert example_at("readings:a16-the-dealer-stands-on-sixteen") is not None


def test_the_faults_of_a_list_are_told_one_by_one() -> None:
    text = Source(seed="9", profile="", source="x", clause=(CLAUSE, DEFINED, replace(DEFINED, why_en="")))
    told = [fault for fault in faults([*texts(), text]) if fault.startswith("X-")]
    assert told == [
        "X-01: no value no_such",
        "X-01: no example a:b",
        "X-01: no example c:d",
        "X-02: stands twice",
        "X-02: nothing carries it, and it does not say why",
    ]
    bad = replace(CLAUSE, value=(), example=(), settle=("main win win", "side win", "main draw"), event=("dealt.at.x",))
    text = Source(seed="9", profile="", source="x", clause=(bad,))
    assert [fault for fault in faults([*texts(), text]) if fault.startswith("X-")] == [
        "X-01: no example shows it",
        "X-01: no event dealt.at.x",
        "X-01: no settlement main win win",
        "X-01: no settlement side win",
        "X-01: no settlement main draw",
    ]


def test_a_citation_where_no_clause_names_it_is_told_for_every_rule_and_value() -> None:
    bare = [
        replace(text, clause=tuple(replace(clause, code=(), value=()) for clause in text.clause)) for text in texts()
    ]
    told = [fault for fault in faults(bare) if ": cites " in fault]
    place = "SCJ, Catálogo de Juegos, Black Jack, Procedimientos ante irregularidades, no. 1, where no clause names it"
    assert f"exposed-card: cites {place}" in told
    cited = sum(len(rule.cites) for rule in rulebook("cl-scj").rules)
    assert len([fault for fault in told if "." not in fault.partition(":")[0]]) == cited
    place = "LcCartas, Black Jack, 1.6 Desarrollo de una partida, no. 3, where no clause names it"
    assert f"lccartas.insurance_exact: cites {place}" in told
    assert f"lccartas.insurance_window: cites {place}" in told
    assert not any(fault.startswith(("us-sd.", "lccartas.surrender:")) for fault in told)


def test_a_house_rule_is_said_with_its_clause_or_that_none_gives_it() -> None:
    spanish = {field: (value, where) for field, value, where in profile_rows("ar-casino", "es")}
    text = "Casino argentino, reglamento de Black Jack"
    inherited = "texto en silencio: se hereda de cl-scj"
    assert spanish["Manos de un puesto"] == ("2", f"{text}, Apertura de pares, n.º 2")
    assert spanish["21 sobre ases separados empata con el Black Jack de la banca"][0] == "sí"
    assert spanish["Se dobla con"] == ("9, 10, 11", f"{text}, Doble abajo, n.º 1")
    assert spanish["Cartas boca abajo"] == ("la del doble, las de ases separados", f"{text}, Doble abajo, n.º 2")
    assert spanish["Retiro"] == ("no", "El texto no conoce el retiro.")
    assert spanish["Apuesta máxima"] == ("sin límite", inherited)
    assert spanish["Momento del retiro"] == ("primera decisión de la mano", inherited)
    english = {field: (value, where) for field, value, where in profile_rows("cl-scj", "en")}
    option = "The text does not say: a house option, with the settled reading as its default."
    assert english["Smallest chip"] == ("1", option)
    assert english["Currency"] == ("CLP", option)
    assert english["A-8 and A-9 double as 9 and 10"] == ("yes", option)
    assert english["Minimum bet"] == ("none", option)
    assert english["Cards face down"] == ("none", "SCJ, Catálogo de Juegos, Black Jack, Secuencia operativa, no. 2")
    assert english["A refused card"][0] == "is burned"


def test_a_rulebook_is_named_and_refuses_a_code_twice_or_without_a_citation() -> None:
    book = rulebook("cl-scj")
    assert (book.name, book.regulator) == ("cl-scj", "scj")
    assert (rulebook("us-sd").name, rulebook("us-sd").regulator) == ("us-sd", "us_sd")
    assert rulebook("lccartas") is rulebook("no-such") or rulebook("lccartas").rules == book.rules
    with pytest.raises(ValueError, match=r"^rulebook x: a code stands twice$"):
        Rulebook("x", "x", [*RULES, RULES[0]], MISFIT, GAP, {})

    class Bare(type(RULES[0])):  # type: ignore[misc]
        cites = ()

    with pytest.raises(ValueError, match=r"^rulebook x: exposed-card cites nothing$"):
        Rulebook("x", "x", [Bare()], MISFIT, GAP, {})


def test_what_others_prescribe_is_asked_from_any_book() -> None:
    assert [(name, rule.code) for name, rule in elsewhere("exposed-card")] == [("us-sd", "exposed-card")]
    assert [(name, rule.code) for name, rule in elsewhere("exposed-card", "us-sd")] == [("cl-scj", "exposed-card")]
    assert [(name, rule.code) for name, rule in elsewhere("exposed-card", "lccartas")] == [("us-sd", "exposed-card")]
    assert list(elsewhere("record-gap")) == []
    assert list(elsewhere("card-face", "us-sd")) == [("cl-scj", rulebook("cl-scj").by_code["card-face"])]
