"""Pages for looking into many rounds at once, in a browser: accessibility, widths, no refusals, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pitboss.incidents import patterns
from tests.replay.test_affected import evening, take
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound, listening, picture, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

    from pitboss.casino.cast import Cast
    from pitboss.casino.models import TableSession

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DAYS = "since=2026-11-28&until=2026-11-29"


@pytest.fixture
def shift(live_server: LiveServer, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> TableSession:
    """Table BJ-04 of the demo's evening. So little play has limits only here."""
    monkeypatch.setattr(patterns, "FEWEST_ROUNDS", 20)
    return take(cast, evening("BJ-04"))


def addresses(shift: TableSession) -> list[str]:
    return [
        f"/affected/?session={shift.pk}",
        f"/affected/?session={shift.pk}&from=100&to=700&detail=hands",
        f"/affected/?session={shift.pk}&from=1&to=2",
        f"/patterns/?{DAYS}",
        f"/patterns/?{DAYS}&names=yes#open",
        "/patterns/?since=2026-01-01&until=2026-01-02",
    ]


@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_no_page_has_an_accessibility_fault_is_too_wide_or_breaks_its_policy(
    language: str, shift: TableSession, opened: Opened
) -> None:
    page = opened("/", language=language, bypass_csp=True)
    said = listening(page)
    base = page.url.split("/incidents/")[0]
    for place, address in enumerate(addresses(shift)):
        page.goto(base + address)
        open_tables(page, address)
        assert_sound(page, f"study-{place}-{language}")
    assert said == []


def test_dark_pages_have_contrast_enough(shift: TableSession, opened: Opened) -> None:
    page = opened("/", theme="dark", bypass_csp=True)
    base = page.url.split("/incidents/")[0]
    for place, address in enumerate(addresses(shift)):
        page.goto(base + address)
        assert violations(page, {"type": "rule", "values": ["color-contrast"]}) == [], address
        picture(page, f"study-{place}-dark")


def test_our_own_policy_refuses_nothing_of_these_pages(shift: TableSession, opened: Opened) -> None:
    page = opened("/")
    said = listening(page)
    base = page.url.split("/incidents/")[0]
    for address in addresses(shift):
        page.goto(base + address)
        page.wait_for_load_state("networkidle")
    assert said == []


def test_a_stretch_is_picked_with_the_keyboard_alone(shift: TableSession, opened: Opened) -> None:
    page = opened(f"/affected/?session={shift.pk}")
    before = page.locator("tbody tr").count()
    page.locator("#from").focus()
    # The second half of the evening begins after the first shoe
    page.locator("#from").press("End")
    for _ in range(3):
        page.locator("#from").press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/affected/?session=*&from=*&to=*")
    assert 0 < page.locator("tbody tr").count() < before


def open_tables(page: Page, address: str) -> None:
    if address.endswith("#open"):
        for place in range(page.locator(".study__table > summary").count()):
            page.locator(".study__table > summary").nth(place).press("Enter")
