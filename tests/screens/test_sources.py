"""Two sources beside each other, and a round entered from its video by keyboard alone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pitboss.replay.models import Round
from tests.screens.conftest import Opened, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pitboss.incidents.models import Incident

pytestmark = pytest.mark.django_db(transaction=True)
SHOTS = os.environ.get("PITBOSS_SHOTS")
SIZES = [(1440, 900), (1180, 820), (820, 1180)]


def fits(page: Page, name: str) -> None:
    """Nothing hangs over the side, axe finds nothing; a picture where one is asked for."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


@pytest.fixture
def mismatch(play: Callable[..., list[Incident]]) -> Incident:
    (found,) = play("source-mismatch", "the-shoe-saw-another-card")
    return found


@pytest.mark.parametrize("size", SIZES, ids=["desk", "wide", "tall"])
def test_what_parts_is_named_and_leads_to_its_case(mismatch: Incident, opened: Opened, size: tuple[int, int]) -> None:
    page = opened("/sources/", size=size)
    fits(page, f"sources-{size[0]}")
    page.get_by_role("link", name="BJ-01").click()
    row = page.get_by_role("row").filter(has_text="Carta cambiada")
    expect(row).to_contain_text("croupier")
    fits(page, f"beside-{size[0]}")
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="Ver las dos fuentes").first.click()
    expect(page).to_have_url(re.compile(r"source=shoe&round=1$"))


def test_a_round_is_entered_from_its_video_by_keyboard(
    play: Callable[..., list[Incident]], mismatch: Incident, opened: Opened
) -> None:
    this = Round.objects.get()
    page = opened(f"/sources/{this.session_id}/rounds/{this.number}/video/", who="lucia", size=(1180, 820))
    fits(page, "video")
    moment = page.locator(".page__head .muted").inner_text()[-8:]
    page.locator("#camera").focus()
    page.keyboard.type("BJ-01 cenital")
    for place, (rank, suit, to) in enumerate(
        [("1", "c", "1"), ("6", "p", "cr"), ("9", "d", "1"), ("6", "d", "cr"), ("K", "t", "cr")], 1
    ):
        page.locator(f"[name=at-{place}]").focus()
        if place == 1:
            page.keyboard.type(moment)
        for typed in (rank, suit, to):
            page.keyboard.press("Tab")
            page.keyboard.type(typed)
    page.get_by_role("button", name="Guardar").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name=re.compile("cinco de picas seis de picas.*Carta cambiada"))).to_be_visible()
    fits(page, "beside-video")
