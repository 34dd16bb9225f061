"""Paper in a browser: printed, sent, and confirmed beside its picture, with the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound, listening, picture
from tests.sheets.conftest import ROUND, issued, pages_of, photo, scanned, send

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from pitboss.casino.cast import Cast
    from pitboss.sheets.models import Sending, Sheet

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHOWS = {"all": ".sheets__two", "sent": "#found", "one": "#confirm"}
DOUBTS = [
    *ROUND, "card.4.rank.J", "spot.2.did.double", "code.exposed-card.seen", "code.exposed-card.at.2",
    "code.exposed-card.as_prescribed", "code.card-on-floor.at.5", "flag.decks", "flag.shuffled",
]  # fmt: skip


@pytest.fixture
def sent(live_server: LiveServer, cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Sending, Sheet]:
    """A sheet with doubts upside down, one of another table, and a picture of nothing."""
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path / "home"))
    sheet, other = issued(cast), issued(cast, "BJ-02", pages=1)
    front = pages_of(sheet)[0]
    cut = front.copy()
    cut[-400:, -400:] = 255
    doubtful = photo(front, DOUBTS, seed=12, upside_down=True).jpeg
    return send(cast.rosa, doubtful, scanned(pages_of(other)[0], cut), table=sheet.table), sheet


def test_no_page_has_an_accessibility_fault_is_too_wide_or_breaks_its_policy(
    sent: tuple[Sending, Sheet], opened: Opened
) -> None:
    sending, sheet = sent
    page = opened("/sheets/", who="rosa", bypass_csp=True)
    base = page.url.split("/sheets/")[0]
    for name, address in [
        ("all", "/sheets/"),
        ("sent", f"/sheets/sent/{sending.pk}/"),
        ("one", f"/sheets/{sheet.pk}/"),
    ]:
        page.goto(base + address)
        page.locator(SHOWS[name]).wait_for()
        assert_sound(page, f"sheets-{name}")


def test_a_sheet_is_confirmed_with_the_keyboard_once_its_doubts_are_answered(
    sent: tuple[Sending, Sheet], opened: Opened
) -> None:
    from playwright.sync_api import expect

    _, sheet = sent
    page = opened(f"/sheets/{sheet.pk}/", who="rosa")
    said = listening(page)
    left = page.locator("#left")
    expect(left).to_contain_text("Faltan")
    for field, text in (("date", "2026-11-28"), ("time", "22:15"), ("round", "7")):
        page.locator(f"#{field}").fill(text)
    expect(left).to_have_text("Faltan 2 respuestas")
    rank = page.get_by_label("Carta 4", exact=True)
    rank.focus()
    expect(page.locator("[data-here='1']")).not_to_have_attribute("width", "0")
    page.keyboard.type("Q")
    expect(left).to_have_text("Falta 1 respuesta")
    page.locator("input[name='code.card-on-floor.seen'][value='no']").press("Space")
    expect(left).to_have_text("Todo respondido")
    page.get_by_label("Si la mesa no tiene sesión abierta").press("Space")
    page.get_by_role("button", name="Confirmar").press("Enter")
    expect(page.get_by_role("heading", name="Hoja confirmada")).to_be_visible()
    expect(page.get_by_text("salió descubierta").first).to_be_visible()
    picture(page, "sheets-confirmed")
    assert said == []
