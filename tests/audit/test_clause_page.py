"""Clause coverage as a page: every clause in it, its rules a step away, no hole in sight."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from pitboss.replay.catalogue import catalogue
from pitboss.replay.coverage import coverage, holes, profiles
from rules.examples import examples_of

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]
CLAUSES = [clause for text in coverage("es") for clause in text.clauses]


@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_every_clause_is_told_once_in_the_readers_language(language: str, cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    browser.post("/language/", {"language": language, "next": "/"})
    answer = browser.get("/rules/clauses/")
    page = answer.content.decode()
    assert re.findall(r'<tr id="([^"]+)"', page) == [clause.id for clause in CLAUSES]
    told = [clause.text for text in coverage(language) for clause in text.clauses]
    assert [clause.text for text in answer.context["texts"] for clause in text.clauses] == told
    assert ("Clause coverage" if language == "en" else "Cobertura de cláusulas") in page


def test_the_page_says_that_there_is_no_hole(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.ivan).get("/rules/clauses/").content.decode()
    assert holes() == 0
    assert "Sin huecos" in page


def test_the_page_says_it_where_there_is_a_hole(cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.audit.views.clauses.holes", lambda: 2)
    page = sign_in(cast.ivan).get("/rules/clauses/").content.decode()
    assert "Hay 2 huecos" in page
    assert "Sin huecos" not in page


def test_the_catalogue_leads_to_the_clauses_and_every_link_of_theirs_to_a_page(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    assert 'href="/rules/clauses/"' in browser.get("/rules/").content.decode()
    page = browser.get("/rules/clauses/").content.decode()
    targets = set(re.findall(r'href="(/rules/[a-z0-9-]+/)(?:#([^"]+))?"', page)) - {("/rules/clauses/", "")}
    examples = {rule.code: {one.name for one in examples_of(rule.code)} | {""} for rule in catalogue("es")}
    assert [(path, name) for path, name in targets if name not in examples.get(path.split("/")[2], ())] == []
    assert 'id="the-dealer-chose"' in browser.get("/rules/stuck-cards/").content.decode()


def test_a_profile_narrows_the_page_to_its_text_and_what_holds_everywhere(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    for name, title in profiles("es"):
        answer = browser.get(f"/rules/clauses/?profile={name}")
        assert [text.profile for text in answer.context["texts"]] == [name, ""]
        assert title in answer.content.decode()
    assert len(browser.get("/rules/clauses/?profile=no-such").context["texts"]) == len(coverage("es"))


def test_a_value_is_told_as_the_profile_has_it() -> None:
    told = {text.profile: dict(value for clause in text.clauses for value in clause.values) for text in coverage("en")}
    assert told["cl-scj"]["Hands from one seat"] == "4"
    assert told["es-casino"]["Hands from one seat"] == "2"


def test_words_narrow_the_rows_and_none_is_told(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    found = browser.get("/rules/clauses/?text=PEGADAS+jugador").context["texts"]
    assert [clause.id for text in found for clause in text.clauses] == ["000-IRR-04"]
    assert "Nada con esas palabras" in browser.get("/rules/clauses/?text=zzz").content.decode()


def test_only_who_has_signed_in_reads_it(client: Client, cast: Cast) -> None:
    assert client.get("/rules/clauses/").status_code == 302
