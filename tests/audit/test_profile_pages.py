"""Profiles of house rules as pages: every value with its origin, every worked example drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from pitboss.casino.set_option import set_option
from pitboss.replay.coverage import coverage
from pitboss.replay.profiles import examples_by, profile, profiles
from rules.examples import FIXTURES, page, pages
from rules.profiles import PROFILES, values_of

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]
LANGUAGES = [("es-cl", "El texto calla: rige el de cl-scj."), ("en", "The text is silent: that of cl-scj holds.")]


@pytest.mark.parametrize(("language", "silent"), LANGUAGES)
def test_every_profile_has_a_page_with_all_its_values_and_examples(
    language: str, silent: str, cast: Cast, sign_in: SignIn
) -> None:
    browser = sign_in(cast.ivan)
    browser.post("/language/", {"language": language, "next": "/"})
    catalogue = browser.get("/rules/").content.decode()
    for name in PROFILES:
        assert f'href="/rules/profiles/{name}/"' in catalogue
        answer = browser.get(f"/rules/profiles/{name}/")
        shown = answer.content.decode()
        assert re.findall(r'<tr id="([a-z_]+)"', shown) == list(values_of(name))
        assert (silent in shown) is (name not in ("cl-scj", "us-sd"))
        assert len(re.findall(r'<details class="panel example"', shown)) == len(examples_by(name))
        assert shown.count('<svg class="tbl"') == sum(1 for one in examples_by(name) if one.scene)


def test_the_examples_of_every_file_of_profiles_are_shown() -> None:
    files = {page(path).profile: page(path) for path in sorted((FIXTURES / "profiles").glob("*.toml"))}
    assert len(files) == 4
    for name, told in files.items():
        assert [one.name for one in examples_by(name)] == [one.name for one in told.example]
        assert [len(one.due) for one in examples_by(name)] == [
            len((one.settle or "").strip().splitlines()) for one in told.example
        ]


def test_an_example_of_another_regulator_is_judged_by_its_own_rulebook() -> None:
    put_away = next(one for one in examples_by("us-sd") if one.name == "put-away")
    assert put_away.spoken is not None
    assert put_away.spoken.outcome == "followed"
    assert len(examples_by("us-sd")) == sum(len(told.example) for told in pages("us_sd")) > 0


def test_a_value_says_whether_its_own_text_gives_it() -> None:
    values = {value.field: value for value in profile("es-casino", "es").values}
    assert (values["hands_per_seat"].origin, values["hands_per_seat"].standing) == ("own", "prescribed")
    assert values["hands_per_seat"].cited == "Casino español, Black Jack, Reglas del juego, n.º 14"
    assert (values["decks"].origin, values["decks"].standing) == ("inherited", "to_confirm")
    assert values["decks"].behind == "SCJ, Catálogo de Juegos, Black Jack, Elementos materiales, n.º 2"
    assert (values["double_soft"].origin, values["double_soft"].open) == ("settled", True)
    assert {value.origin for value in profile("cl-scj", "es").values} == {"own", "settled"}
    assert not any(value.open for value in profile("lccartas", "es").values if value.field == "double_after_split")
    assert "no leída" in next(value.cited for value in profile("us-sd", "es").values if value.field == "decks")


def test_every_own_value_of_a_listed_text_leads_to_its_clause() -> None:
    ids = {text.profile: {clause.id for clause in text.clauses} for text in coverage("es")}
    for one in profiles("es"):
        if one.name in ids:
            assert {value.clause for value in one.values if value.origin == "own"} <= ids[one.name]
        assert {value.clause for value in one.values if value.origin == "inherited"} <= ids["cl-scj"]


def test_a_clause_leads_to_the_example_on_its_profiles_page(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    links = set(
        re.findall(r'href="/rules/profiles/([a-z-]+)/#([^"]+)"', browser.get("/rules/clauses/").content.decode())
    )
    assert links
    assert [pair for pair in links if pair[1] not in {one.name for one in examples_by(pair[0])}] == []


def test_what_the_house_has_set_stands_with_its_date_and_its_author(cast: Cast, sign_in: SignIn) -> None:
    now = timezone.now()
    for value, days, why in ((False, -10, "Acta 3"), (True, -1, "Acta 4"), (False, 5, "Acta 5")):
        set_option(casino=cast.casino, option="double_after_split", value=value, valid_from=now + timedelta(days=days),
                   by=cast.ana, why=why, now=now)  # fmt: skip
    browser = sign_in(cast.ivan)
    states = {one.shown.why: one.state for one in browser.get("/rules/profiles/cl-scj/").context["settings"]}
    assert states == {"Acta 3": "replaced", "Acta 4": "holds", "Acta 5": "to_come"}
    barred = browser.get("/rules/profiles/lccartas/")
    assert {one.shown.why: one.state for one in barred.context["settings"]}["Acta 4"] == "barred"
    assert "aquí lo da el texto" in barred.content.decode()
    assert "Ana Pinto" in barred.content.decode()
    assert browser.get("/rules/profiles/cl-scj/").content.decode().count("Acta") == 3
    assert sign_in(cast.tomas).get("/rules/profiles/cl-scj/").context["settings"] == []


def test_an_unknown_profile_is_not_there(cast: Cast, sign_in: SignIn) -> None:
    assert sign_in(cast.ivan).get("/rules/profiles/no-such/").status_code == 404
