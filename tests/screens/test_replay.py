"""The replay of an incident, by keyboard alone, and its page while others work on the case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from pitboss.incidents.models import Incident
from pitboss.incidents.picks import Ruling
from pitboss.incidents.verbs.comment import comment
from pitboss.incidents.verbs.rule import rule
from tests.screens.conftest import Opened
from tests.screens.looking import DESK, WIDE, picture, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def case(cast: Cast, play: Callable[..., list[Incident]]) -> Incident:
    play("wrong-payout", "natural-paid-at-evens")
    return play("deal-order", "nobody-put-it-right")[0]


@pytest.fixture
def page(case: Incident, opened: Opened) -> Iterator[Page]:
    shown = opened(f"/incidents/CDE/{case.folio}/", bypass_csp=True)
    yield shown
    for width, height in (DESK, WIDE):
        shown.set_viewport_size({"width": width, "height": height})
        picture(shown, f"incident-{width}")


def at(page: Page) -> int:
    return int(page.locator("#transport").get_attribute("data-step") or 0)


def shows(page: Page, number: int) -> None:
    """The step is drawn, and told in words."""
    page.wait_for_function("n => document.querySelector('#now').textContent.includes(`Paso ${n} de`)", arg=number)
    assert at(page) == number


def test_the_replay_is_walked_played_and_scrubbed_by_keyboard_alone(page: Page) -> None:
    raised = at(page)
    last = int(page.locator("#transport").get_attribute("data-last") or 0)
    expect(page.locator("#spoke")).to_contain_text("Habla la regla", use_inner_text=True)
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.id") == "replay"
    page.keyboard.press("Home")
    shows(page, 1)
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    page.keyboard.press("ArrowLeft")
    shows(page, 1)
    page.keyboard.press("n")
    shows(page, raised)
    assert page.locator("#spoke .steps li").count() >= 1
    expect(page.locator("#spoke a[href='/rules/deal-order/']")).to_have_count(1)
    page.keyboard.press("End")
    shows(page, last)
    # Played twice as fast, from the last step on: it begins again
    page.locator("#step-speed").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#step-play").focus()
    page.keyboard.press(" ")
    expect(page.locator("#step-play")).to_have_attribute("aria-pressed", "true")
    step = "Number(document.querySelector('#transport').dataset.step)"
    page.wait_for_function(f"last => {step} >= 3 && {step} < last", arg=last)
    page.keyboard.press(" ")
    expect(page.locator("#step-play")).to_have_attribute("aria-pressed", "false")
    stopped = at(page)
    shows(page, stopped)
    # The slider has the keys of any slider, and says the step in words
    page.locator("#step-range").focus()
    page.keyboard.press("ArrowRight")
    shows(page, stopped + 1)
    told = page.locator("#step-range").get_attribute("aria-valuetext") or ""
    assert told.startswith(f"Paso {stopped + 1} de {last}: ")
    page.keyboard.press("n")
    assert at(page) != stopped + 1
    assert page.url.endswith(f"?step={at(page)}")
    assert page.locator("#timeline .is-here").count() >= 1
    assert violations(page) == []


def test_an_open_page_hears_what_others_do_and_keeps_what_is_being_written(
    cast: Cast, case: Incident, page: Page
) -> None:
    page.locator("summary", has_text="Comentar").press("Enter")
    page.get_by_label("Comentario").fill("A medio escribir")
    rule(incident=case, by=cast.rosa, now=timezone.now(), ruling=Ruling.AS_PRESCRIBED)
    comment(incident=case, by=cast.sergio, now=timezone.now(), words="Hablado con el turno")
    page.evaluate("document.activeElement.blur()")
    page.locator("#timeline", has_text="Hablado con el turno").wait_for(timeout=15_000)
    expect(page.get_by_label("Comentario")).to_have_value("A medio escribir")
    expect(page.locator("#changed")).to_be_visible()
    page.locator("#kind-note").press(" ")
    shown = [line for line in page.locator("#timeline li").all() if line.is_visible()]
    assert ["Hablado con el turno" in line.inner_text() for line in shown] == [True]
    assert violations(page) == []


def test_without_a_script_every_step_is_a_page_and_all_are_listed(case: Incident, opened: Opened) -> None:
    page = opened(f"/incidents/CDE/{case.folio}/?step=1", java_script_enabled=False)
    expect(page.locator("#step-range")).to_be_hidden()
    page.locator("#step-next").click()
    expect(page.locator("#now")).to_contain_text("Paso 2 de", use_inner_text=True)
    page.locator("summary", has_text="uno por uno").click()
    page.locator("#steps a").nth(4).click()
    expect(page.locator("#now")).to_contain_text("Paso 5 de", use_inner_text=True)
