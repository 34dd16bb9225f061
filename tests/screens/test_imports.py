"""The mapping of a file in a browser: accessibility, widths, no refusals, done with the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pitboss.jobs.perform import perform
from tests.imports.conftest import evening, kept, taken, tried
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound, listening

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]
expect.set_options(timeout=20_000)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))
    return tmp_path


def test_columns_are_mapped_with_the_keyboard_alone_and_suits_are_asked(
    live_server: LiveServer, home: Path, cast: Cast, opened: Opened
) -> None:
    file = kept(cast, evening())
    page = opened(f"/imports/{file.pk}/")
    said = listening(page)
    missing = page.locator("#missing")
    expect(missing).to_contain_text("Falta decir en qué idioma están los palos.")
    expect(page.locator("#preview")).to_contain_text("Se ve cuando no falte nada.")
    # What a C would be, in each language, beside each other
    table = page.locator(".imports__suits")
    for language, card in (("Inglés", "diez de tréboles"), ("Español", "diez de corazones")):
        row = table.get_by_role("row", name=language).first
        expect(row.get_by_role("img").first).to_have_accessible_name(card)
    page.locator("#suits-en").focus()
    page.keyboard.press("ArrowDown")
    expect(missing).not_to_contain_text("idioma")
    expect(page.locator("#suits-es")).to_be_checked()
    expect(page.locator("#suits-es")).to_be_focused()
    page.locator("#from-why").focus()
    page.keyboard.type("siempre")
    page.keyboard.press("Tab")
    page.locator("#const-why").focus()
    page.keyboard.type("first")
    page.keyboard.press("Tab")
    expect(missing).not_to_contain_text("Por qué se quema")
    page.locator("#marks-dot").focus()
    page.keyboard.press("Space")
    expect(missing).to_contain_text("No falta nada")
    expect(page.locator("#preview")).to_contain_text("card: Th")
    # A changed name draws the form anew, and the key that was gone to keeps the focus
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#name").fill("Sistema de la casa")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
    expect(page.locator("#do-try")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/imports/trials/*/")
    trial = file.trials.get()
    assert trial.job_id is not None
    assert perform(trial.job_id)
    # The page asks every two seconds, and shows what was found
    page.get_by_role("button", name="Importar").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/imports/done/*/")
    trial.refresh_from_db()
    assert trial.taken.job_id is not None
    assert perform(trial.taken.job_id)
    expect(page.locator("#job")).to_contain_text("eventos nuevos en el registro")
    assert said == []


def test_no_page_has_an_accessibility_fault_is_too_wide_or_breaks_its_policy(
    live_server: LiveServer, home: Path, cast: Cast, opened: Opened
) -> None:
    file = kept(cast, evening())
    lame = evening().replace(b"SE PLANTA", b"OTRA COSA")
    made = taken(cast, tried(cast, kept(cast, lame, "otra.csv")))
    page = opened("/", bypass_csp=True)
    base = page.url.split("/incidents/")[0]
    for name, address in [
        ("list", "/imports/"),
        ("open", f"/imports/{file.pk}/?mapping=0"),
        ("mapped", f"/imports/{file.pk}/?mapping={made.trial.mapping_id}"),
        ("trial", f"/imports/trials/{made.trial_id}/"),
        ("done", f"/imports/done/{made.pk}/"),
    ]:
        page.goto(base + address)
        assert_sound(page, f"imports-{name}")
