"""Every state of exception mode: accessible by axe, nothing cut or wider than the screen, in three sizes, with letters
twice as large; and the whole of it by keyboard, in English."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pitboss.replay.models import Finding
from tests.floor.browser.conftest import PIN, SIZES, Opened, complaints
from tests.floor.browser.irregularities import Hand, at_table
from tests.floor.browser.test_wall_page import CUT
from tests.screens.looking import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHOTS = os.environ.get("PITBOSS_SHOTS")
"""A folder for pictures of every state in every size, for whoever wants to look."""
SMALL = """() => [...document.querySelectorAll("#exception button, #exception summary, #exception input")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44)
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""


@pytest.fixture(scope="module")
def engine() -> bool:
    """The server's pictures will do."""
    return False


def states(page: Page) -> Iterator[str]:
    """From one to the next, each left as it is for whoever looks."""
    hand = Hand(page)
    hand.tap("#irregularity")
    page.locator("#pick-exposed-card").wait_for()
    yield "picker"
    hand.tap("#pick-exposed-card")
    page.locator(".chooser .pad").wait_for()
    yield "card"
    hand.tap("[data-card='9d']", "#to-5")
    page.locator("#imperative", has_text="Quemar").wait_for()
    yield "prescription"
    hand.tap(".rx__rule summary")
    yield "rule"
    hand.tap("#other")
    yield "other"
    page.locator("#other-back").click()
    choose(page, "#pick-stuck-cards")
    hand.tap("#to-3", "[data-card='4c']", "[data-card='Jh']", "#card-Jh")
    page.locator("#imperative", has_text="repartir").wait_for()
    yield "cards"
    choose(page, "#more-play")
    page.locator("#search").fill("pago distinto")
    yield "codes"
    hand.tap("#pick-wrong-payout", "#spot-3", "#moved-paid", "#chip-5000")
    yield "amount"
    hand.tap("#number-done", "#owed-paid", "#chip-10000", "#number-done")
    page.locator("#imperative").wait_for()
    yield "money"
    hand.tap("#later")
    page.locator(".recorded__where b").wait_for()
    yield "recorded"


def choose(page: Page, what: str) -> None:
    """From whatever is shown to another code; the narrow screens show one side at a time."""
    if not page.locator(what).is_visible():
        page.locator("#change-what").click()
    page.locator(what).click()


def test_every_state_is_accessible_and_fits(opened: Opened, cast: Cast) -> None:
    cast.casino.retention_days = 14
    cast.casino.save(update_fields=["retention_days"])
    page = at_table(opened, cast)
    wrong: list[str] = []
    for name in states(page):
        wrong += [f"{name}: {one}" for one in violations(page)]
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{name} {width}: {one}" for one in misfits(page)]
            shot(page, f"{name}-{width}")
        page.set_viewport_size({"width": 1180, "height": 820})
    assert not wrong, "\n".join(wrong)
    assert complaints(page) == []


def misfits(page: Page) -> list[str]:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"{wide} too wide"] * (wide > 0) + list(page.evaluate(CUT)) + list(page.evaluate(SMALL))


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


@pytest.mark.parametrize("size", SIZES[:2])
def test_large_letters_are_not_cut(
    opened: Opened, cast: Cast, browser: Browser, chromium: str, size: tuple[int, int]
) -> None:
    large = browser.browser_type.launch(
        executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"]
    )
    try:
        page = at_table(opened, cast, browser=large, size=size)
        wrong: list[str] = []
        for name in states(page):
            wrong += [f"{name}: {one}" for one in misfits(page)]
            shot(page, f"large-{name}-{size[0]}")
        assert not wrong, "\n".join(wrong)
    finally:
        large.close()


def test_light_left_handed_and_in_english_by_keyboard_alone(opened: Opened, cast: Cast) -> None:
    page = at_table(opened, cast, language="en", theme="light")
    press: Callable[..., None] = page.keyboard.press
    page.locator("#irregularity").focus()
    press("Enter")
    page.locator("#pick-exposed-card").wait_for()
    expect(page.locator("#what")).to_have_text("What happened?", use_inner_text=True)
    assert focused(page) == "what"
    for _ in range(8):
        press("Tab")
    assert focused(page) == "pick-dealer-card-over-17"
    press("Enter")
    page.locator("#total-18").wait_for()
    reach(page, "total-18")
    press("Space")
    # the pad is typed on: rank, then suit
    page.locator(".chooser .pad button").first.focus()
    press("5")
    press("s")
    page.locator("#imperative", has_text="total stays 18").wait_for()
    assert focused(page) == "imperative"
    assert "5" in page.locator("#told").inner_text() or "five" in page.locator("#told").inner_text()
    reach(page, "done")
    press("Enter")
    page.locator("dialog.pinwall[open]").wait_for()
    for digit in PIN:
        press(digit)
    page.locator(".recorded__title", has_text="Recorded").wait_for()
    assert focused(page) == "recorded-title"
    page.locator(".recorded__where b").wait_for()
    reach(page, "to-table")
    press("Enter")
    page.locator("#exception").wait_for(state="hidden")
    assert focused(page) == "irregularity"
    assert Finding.objects.get().outcome == "followed"
    assert violations(page) == []


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def reach(page: Page, name: str) -> None:
    """By the tabulator, as often as it takes; never out of a hundred."""
    for _ in range(100):
        page.keyboard.press("Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"{name} is out of the keyboard's reach")
