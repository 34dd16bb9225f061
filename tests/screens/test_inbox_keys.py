"""The inbox by keyboard alone: walking, marking, giving cases to somebody, saving a filter, and the list of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pitboss.audit.models import SavedFilter
from pitboss.incidents.models import Incident, Verb
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def focused_folio(page: Page) -> str:
    return str(page.evaluate("document.activeElement.closest('tr')?.querySelector('[data-row]').innerText"))


def test_cases_are_marked_and_given_to_somebody_by_keyboard_alone(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/", bypass_csp=True)
    folios = page.locator("[data-row]").all_inner_texts()
    for key in ("j", "x"):
        page.keyboard.press(key)
    expect(page.locator("#told")).to_have_text("1 caso marcado", use_inner_text=True)
    for key in ("j", "j", "Shift+X"):
        page.keyboard.press(key)
    expect(page.locator("#told")).to_have_text("3 casos marcados", use_inner_text=True)
    assert focused_folio(page) == folios[2]
    assert_sound(page, "inbox-marked")
    page.keyboard.press("a")
    page.keyboard.type("Lucía")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("3 casos asignados a Lucía Paredes.").wait_for()
    assert page.locator(".who").all_inner_texts().count("LP") == 3
    assert_sound(page, "inbox-given")
    given = Incident.objects.filter(assigned__username="lucia")
    assert {incident.folio for incident in given} == set(folios[:3])
    assert all(incident.steps.filter(verb=Verb.ASSIGNED).count() == 1 for incident in given)


def test_letters_go_places_and_escape_takes_marks_away(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/", bypass_csp=True)
    page.keyboard.press("t")
    expect(page.locator("#told")).to_have_text(
        f"{page.locator('[data-row]').count()} casos marcados", use_inner_text=True
    )
    page.keyboard.press("Escape")
    expect(page.locator("#told")).to_have_text("Ningún caso marcado", use_inner_text=True)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Teclas")
    expect(keys).to_be_visible()
    assert_sound(page, "inbox-keys")
    page.keyboard.press("j")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    # Letters in a field are letters, also those that go somewhere
    page.keyboard.press("/")
    page.keyboard.type("gr?xa")
    expect(page.locator("#text")).to_have_value("gr?xa")
    assert page.url.endswith("/incidents/")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.wait_for_url("**/ledger/")
    page.keyboard.press("g")
    page.keyboard.press("i")
    page.wait_for_url("**/incidents/")
    page.keyboard.press("?")
    page.locator("[data-keys-off]").press("Space")
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement === document.body")


def test_a_letter_alone_leads_nowhere_on_a_page_that_has_just_opened(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/")
    page.evaluate(
        """() => {
            Object.defineProperty(Event.prototype, "timeStamp", { get: () => 100 });
            window.followed = [];
            document.addEventListener("click", (event) => {
                event.preventDefault();
                window.followed.push(event.target.href);
            });
        }"""
    )
    letters = page.locator("[data-go]").evaluate_all("links => links.map(link => link.dataset.go)")
    assert len(letters) >= 5
    for letter in letters:
        page.keyboard.press(letter)
    assert page.evaluate("window.followed") == []


def test_a_filter_is_saved_under_a_name_and_stands_in_the_side_bar(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/?outcome=contrary&text=distribucion", bypass_csp=True)
    # Of the second case it is another finding's title that says it
    assert page.locator("mark").all_inner_texts() == ["distribución", "distribución"]
    page.locator("summary", has_text="Guardar filtro").press("Enter")
    page.get_by_label("Nombre del filtro").fill("Repartos contrarios")
    page.get_by_label("Quién lo ve").select_option("CDE")
    assert_sound(page, "inbox-saving")
    page.get_by_label("Nombre del filtro").press("Enter")
    beside = page.locator(".side__saved a[aria-current=page]")
    beside.wait_for()
    assert beside.inner_text().split() == ["Repartos", "contrarios", "2"]
    assert SavedFilter.objects.get().casino is not None
    page.goto(page.url.split("/incidents/")[0] + "/incidents/filters/")
    assert_sound(page, "inbox-filters")
    page.get_by_role("button", name="Borrar el filtro Repartos contrarios").press("Enter")
    page.get_by_text("Filtro borrado").wait_for()
    assert not SavedFilter.objects.exists()
