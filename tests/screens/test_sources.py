"""Two sources beside each other, and a round entered from its video by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pitboss.replay.models import Round
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound

if TYPE_CHECKING:
    from pitboss.incidents.models import Incident

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mismatch(play: Callable[..., list[Incident]]) -> Incident:
    (found,) = play("source-mismatch", "the-shoe-saw-another-card")
    return found


def test_what_parts_is_named_and_leads_to_its_case(mismatch: Incident, opened: Opened) -> None:
    page = opened("/sources/")
    assert_sound(page, "sources")
    page.get_by_role("link", name="BJ-01").click()
    row = page.get_by_role("row").filter(has_text="Carta cambiada")
    expect(row).to_contain_text("croupier")
    assert_sound(page, "beside")
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="Ver las dos fuentes").first.click()
    expect(page).to_have_url(re.compile(r"source=shoe&round=1$"))


def test_a_round_is_entered_from_its_video_by_keyboard(
    play: Callable[..., list[Incident]], mismatch: Incident, opened: Opened
) -> None:
    this = Round.objects.get()
    page = opened(f"/sources/{this.session_id}/rounds/{this.number}/video/", who="lucia", size=(1180, 820))
    assert_sound(page, "video")
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
    assert_sound(page, "beside-video")
