"""Every page of the desk, looked at by machine: accessibility, widths, keys, large text, and no script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.screens.conftest import Opened
from tests.screens.looking import SIZES, STANDARDS, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from pitboss.incidents.models import Incident

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CHROMIUM = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync")  # fmt: skip


def addresses(desk: list[Incident]) -> list[str]:
    first, second = desk[0], desk[1]
    return [
        "/incidents/",
        "/incidents/?outcome=contrary&table=BJ-02",
        "/incidents/?text=zzz",
        f"/incidents/CDE/{first.folio}/",
        f"/incidents/CDE/{second.folio}/?step=9",
        "/ledger/",
        f"/ledger/{first.session_id}/",
        "/upload/",
        "/rules/",
        "/rules/card-face/",
        "/rules/clauses/?profile=lccartas",
        "/rules/profiles/es-casino/",
        "/nothing-here/",
    ]


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_no_page_has_an_accessibility_fault(language: str, desk: list[Incident], opened: Opened) -> None:
    page = opened("/", language=language, bypass_csp=True)
    assert _faults(page, addresses(desk), STANDARDS) == {}


@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_dark_pages_have_contrast_enough(language: str, desk: list[Incident], opened: Opened) -> None:
    page = opened("/", language=language, theme="dark", bypass_csp=True)
    assert _faults(page, addresses(desk), {"type": "rule", "values": ["color-contrast"]}) == {}


def _faults(page: Page, addresses: list[str], standards: object) -> dict[str, list[str]]:
    base = page.url.split("/incidents/")[0]
    wrong = {}
    for address in addresses:
        page.goto(base + address)
        if found := violations(page, standards):
            wrong[address] = found
    return wrong


@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_the_door_has_no_accessibility_fault(language: str, desk: list[Incident], opened: Opened) -> None:
    page = opened("/sign-in/", who=None, language=language, bypass_csp=True)
    assert violations(page) == []
    page.fill("#id_username", "marta")
    page.fill("#id_password", "wrong")
    page.locator("main .button--primary").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []


def test_no_page_is_wider_than_its_screen(desk: list[Incident], opened: Opened) -> None:
    page = opened("/")
    base = page.url.split("/incidents/")[0]
    wide = {}
    for address in addresses(desk):
        page.goto(base + address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if (needed := page.evaluate("document.documentElement.scrollWidth")) > width:
                wide[address, width] = needed
    assert wide == {}


def test_no_page_breaks_its_own_security_policy(desk: list[Incident], opened: Opened) -> None:
    page = opened("/")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    base = page.url.split("/incidents/")[0]
    for address in addresses(desk):
        page.goto(base + address)
        page.wait_for_load_state("networkidle")
    assert [line for line in said if "404" not in line] == []


CUT = """() => [...document.querySelectorAll("h1, h2, h3, p, dd, dt, li, th, .chip, .button, .token")]
    .filter(e => e.offsetParent && !e.closest(".what, .vh, .scroll") && e.scrollWidth > e.clientWidth + 2)
    .filter(e => !["visible"].includes(getComputedStyle(e).overflowX) && getComputedStyle(e).display !== "inline")
    .map(e => e.outerHTML.slice(0, 120))"""


def test_a_page_zoomed_to_twice_its_size_needs_no_sideways_scrolling(desk: list[Incident], opened: Opened) -> None:
    page = opened("/")
    base = page.url.split("/incidents/")[0]
    for address in addresses(desk):
        page.goto(base + address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width // 2, "height": height // 2})
            assert page.evaluate(CUT) == [], (address, width)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (address, width)


def test_a_reader_with_large_letters_gets_them_without_anything_cut(
    desk: list[Incident], opened: Opened, browser: Browser, chromium: str
) -> None:
    known = opened("/")
    base = known.url.split("/incidents/")[0]
    large = browser.browser_type.launch(
        executable_path=chromium, args=[*CHROMIUM, "--blink-settings=defaultFontSize=32"]
    )
    try:
        context = large.new_context(
            viewport={"width": 1440, "height": 900}, storage_state=known.context.storage_state()
        )
        page = context.new_page()
        for address in addresses(desk):
            page.goto(base + address)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
            assert page.evaluate(CUT) == [], address
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address
    finally:
        large.close()


def test_the_list_is_walked_and_opened_by_keyboard(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    second = page.evaluate("document.activeElement.innerText")
    page.keyboard.press("k")
    first = page.evaluate("document.activeElement.innerText")
    assert first != second
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{first}/")
    assert heading(page)


def test_the_slash_goes_to_the_search_and_letters_typed_there_are_letters(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/")
    page.keyboard.press("/")
    page.keyboard.type("jkf")
    expect(page.locator("#text")).to_have_value("jkf")
    page.keyboard.press("Enter")
    page.wait_for_url("**/incidents/?text=jkf")


def test_a_changed_filter_is_applied_at_once_and_kept_in_the_address(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/")
    page.keyboard.press("f")
    page.select_option("#f_outcome", "contrary")
    page.wait_for_url("**/incidents/?outcome=contrary")
    expect(page.locator(".token", has_text="Contraria")).to_be_visible()
    page.reload()
    assert page.locator("[data-row]").count() < len(desk)


def test_the_round_is_stepped_through_by_keyboard(desk: list[Incident], opened: Opened) -> None:
    page = opened(f"/incidents/CDE/{desk[0].folio}/?step=3")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/?step=4")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/?step=5")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/?step=4")
    expect(page.locator("#timeline [aria-current=step]")).to_have_count(1)
    expect(page.locator("#transport")).to_have_attribute("data-step", "4")
    expect(page.locator("#now")).to_contain_text("Paso 4 de", use_inner_text=True)


def test_the_round_plays_by_itself_until_it_is_stopped(desk: list[Incident], opened: Opened) -> None:
    page = opened(f"/incidents/CDE/{desk[0].folio}/?step=2")
    page.locator("[data-play]").click()
    page.wait_for_url("**/?step=4", timeout=5000)
    page.wait_for_selector("[data-play][aria-pressed=true]")
    page.locator("[data-play]").click()
    expect(page.locator("[data-play]")).to_have_attribute("aria-pressed", "false")


def test_everything_works_without_a_script(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/", java_script_enabled=False)
    expect(page.locator(".needs-script").first).to_be_hidden()
    page.locator("summary", has_text="Filtrar").click()
    page.select_option("#f_outcome", "contrary")
    page.locator(".filters button.button--primary").click()
    expect(page).to_have_url(re.compile(r"/incidents/\?outcome=contrary$"))
    page.locator("[data-row]").first.click()
    expect(page.locator("h1")).to_be_visible()
    before = page.url
    page.locator("#step-next").click()
    expect(page).to_have_url(re.compile("step="))
    assert page.url != before
    page.locator("button[value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_whole_row_opens_the_case(desk: list[Incident], opened: Opened) -> None:
    page = opened("/incidents/")
    box = page.locator("tbody tr").first.locator(".c-out").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    page.wait_for_url("**/incidents/CDE/*/")


def test_a_file_is_uploaded_and_its_result_read(desk: list[Incident], opened: Opened) -> None:
    page = opened("/upload/")
    page.set_input_files(
        "#file", {"name": "turno.ndjson", "mimeType": "application/x-ndjson", "buffer": b"{not an event\n"}
    )
    page.locator("main .button--primary").click()
    expect(page.get_by_text("No se guardó ninguna línea")).to_be_visible()
    expect(page.locator("td", has_text="1").first).to_be_visible()


def test_a_chain_is_verified_with_one_key(desk: list[Incident], opened: Opened) -> None:
    page = opened(f"/ledger/{desk[0].session_id}/")
    page.locator("main .button--primary").click()
    expect(page.get_by_text("La cadena está entera")).to_be_visible()
