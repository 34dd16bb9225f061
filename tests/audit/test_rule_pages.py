from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from pitboss.replay.catalogue import catalogue
from pitboss.replay.worked import worked

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]
CODES = [rule.code for rule in catalogue("es")]


def test_every_code_is_listed_and_leads_to_its_page(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.ivan).get("/rules/").content.decode()
    assert all(f'href="/rules/{code}/"' in page for code in CODES)


@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_every_rule_has_a_page_with_its_examples(language: str, cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    browser.post("/language/", {"language": language, "next": "/"})
    for code in CODES:
        answer = browser.get(f"/rules/{code}/")
        assert answer.status_code == 200, code
        assert len(answer.context["examples"]) == len(worked(code)) > 0, code


def test_an_unknown_code_is_not_there(cast: Cast, sign_in: SignIn) -> None:
    assert sign_in(cast.ivan).get("/rules/no-such-rule/").status_code == 404


def test_words_and_severity_narrow_the_list(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    assert {rule.code for rule, _ in browser.get("/rules/?text=pegadas").context["rules"]} == {"stuck-cards"}
    severities = {rule.severity for rule, _ in browser.get("/rules/?severity=critical").context["rules"]}
    assert severities == {"critical"}
    assert "Nada con esas palabras" in browser.get("/rules/?text=zzz").content.decode()


def test_an_innocent_example_says_that_the_rule_is_silent() -> None:
    innocent = [one for one in worked("exposed-card") if one.innocent]
    assert innocent
    assert not any(mark == "exposed-card" for one in innocent for line in one.lines for mark, _ in line.marks)


def test_an_example_is_drawn_at_the_moment_the_rule_speaks() -> None:
    shown = next(one for one in worked("dealer-card-over-17") if one.name == "hard-17-burned")
    assert shown.scene is not None
    assert any(card["hot"] for card in shown.scene["dealer"]["cards"])


@pytest.mark.parametrize(
    ("language", "words"),
    [("es-cl", "se barajan y cortan los descartes"), ("en", "the discards are shuffled and cut")],
)
def test_a_rule_says_what_another_regulator_prescribes(language: str, words: str, cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    browser.post("/language/", {"language": language, "next": "/"})
    assert words in browser.get("/rules/cut-card-missed/").content.decode()
    assert words not in browser.get("/rules/card-on-floor/").content.decode()
