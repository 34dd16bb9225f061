from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pitboss.audit.telling import ICONS
from rules.events import KINDS

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident
    from tests.played import Play

SignIn = Callable[["Person"], Client]
QUERIES = 24


def at(incident: Incident) -> str:
    return f"/incidents/CDE/{incident.folio}/"


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_every_kind_of_event_has_an_icon_that_the_sprite_holds() -> None:
    from django.template.loader import render_to_string

    sprite = render_to_string("drawing/_sprite.html")
    assert set(ICONS) == set(KINDS)
    assert all(f'id="i-{icon}"' in sprite for icon in ICONS.values())


def test_the_heading_says_what_happened_and_whether_it_was_put_right(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("deal-order", "nobody-put-it-right")
    page = sign_in(cast.marta).get(at(incident)).content.decode()
    heading = text_of(page[page.index("<h1>") : page.index("</h1>")])
    assert "por orden le tocaba" in heading
    assert "no se hizo lo prescrito" in heading


def test_played_order_stands_beside_the_regulation_order(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("deal-order", "nobody-put-it-right")
    page = sign_in(cast.marta).get(at(incident))
    (shown, *_) = page.context["case"].findings
    assert shown.compared is not None
    assert any(card.moved for _, played, _ in shown.compared.rows for card in played.cards)
    assert "Orden reglamentario" in page.content.decode()


def test_prescribed_and_done_are_kept_apart(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("dealer-card-over-17", "hard-17-burned")
    shown = sign_in(cast.marta).get(at(incident)).context["case"].findings[0]
    assert any("Quemar" in step for step in shown.steps)
    assert any("quema" in one.text for one in shown.done)


def test_nothing_done_says_when_the_time_for_it_ended(cast: Cast, play: Play, sign_in: SignIn) -> None:
    incidents = play("dealer-card-over-17", "kept-and-a-twenty-collected")
    page = sign_in(cast.marta).get(at(incidents[0]))
    assert "no se hizo lo prescrito" in page.content.decode()


def test_money_shows_what_was_due_what_was_done_and_the_difference(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("wrong-payout", "natural-paid-at-evens")
    page = sign_in(cast.marta).get(at(incident))
    money = page.context["case"].money
    assert money.owed == incident.owed > 0
    assert money.overpaid == 0
    (row,) = [row for row in money.rows if row.difference]
    assert row.expected - row.actual == row.difference


def test_the_step_that_raised_the_finding_is_shown_first(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    step = sign_in(cast.marta).get(at(incident)).context["step"]
    assert step.here.entry.kind == "exposed"
    assert [one.how for one in step.spoken] == ["raised"]


@pytest.mark.parametrize(("wanted", "number"), [("1", 1), ("3", 3), ("0", 1)])
def test_any_step_can_be_asked_for_by_its_address(
    wanted: str, number: int, cast: Cast, play: Play, sign_in: SignIn
) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    assert sign_in(cast.marta).get(at(incident) + f"?step={wanted}").context["step"].number == number


def test_a_step_beyond_the_end_is_the_last_and_one_that_is_none_is_the_finding(
    cast: Cast, play: Play, sign_in: SignIn
) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    browser = sign_in(cast.marta)
    beyond = browser.get(at(incident) + "?step=99999").context["step"]
    assert beyond.number == beyond.last
    odd = browser.get(at(incident) + "?step=x").context["step"]
    assert odd.ticks[odd.number - 1].hot


def test_a_script_gets_the_stage_the_words_and_the_rules(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    piece = sign_in(cast.marta).get(at(incident) + "?step=2", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in piece
    assert all(f'<div id="{name}">' in piece for name in ("stage", "now", "spoke"))


def test_the_proof_is_computed_anew(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    page = sign_in(cast.marta).get(at(incident))
    proof = page.context["case"].proof
    assert proof.holds
    assert proof.last_hash in page.content.decode()


def test_an_incident_outside_any_round_has_its_page(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident, *_) = play("cut-depth", "too-shallow-cut-again")
    assert incident.round is None
    page = sign_in(cast.marta).get(at(incident))
    assert page.status_code == 200
    assert page.context["step"].here.entry.kind == "cut"


def test_history_is_told_and_its_first_step_says_nothing_that_is_nothing(
    cast: Cast, play: Play, sign_in: SignIn
) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    history = sign_in(cast.marta).get(at(incident)).context["case"].history
    assert history[0].step.number == 1
    assert not any("$0" in detail for detail in history[0].details)


def test_the_rule_is_cited_by_source_section_and_clause(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    page = text_of(sign_in(cast.marta).get(at(incident)).content.decode())
    assert "Procedimientos ante irregularidades, n.º 1" in page


def test_the_page_is_english_after_the_switch(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("deal-order", "nobody-put-it-right")
    browser = sign_in(cast.marta)
    browser.post("/language/", {"language": "en", "next": at(incident)})
    page = text_of(browser.get(at(incident)).content.decode())
    assert "the prescription was not followed" in page
    assert "Regulation order" in page


@pytest.mark.parametrize(
    "code_and_name", [("exposed-card", "played-as-if-nothing"), ("player-without-cards", "stake-collected")]
)
def test_the_page_keeps_to_its_queries(
    code_and_name: tuple[str, str],
    cast: Cast,
    play: Play,
    sign_in: SignIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    incident = play(*code_and_name)[0]
    browser = sign_in(cast.marta)
    with django_assert_max_num_queries(QUERIES):
        assert browser.get(at(incident)).status_code == 200
