"""One table's page in a real browser: the felt, the band of a finding, notices, and a device's choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from pitboss.ledger.models import Entry
from tests.floor.browser.conftest import SIZES, Opened, complaints, enter_pin
from tests.floor.browser.test_wall_page import EXPOSED, ROUND, WRONG_PLACE, say
from tests.floor.live.plays import READY
from tests.floor.live.tablets import Tablet
from tests.screens.looking import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Shoe = Callable[[str], Tablet]


@pytest.fixture(scope="module")
def engine() -> bool:
    """The server's pictures will do."""
    return False


@pytest.fixture
def round_one(shoe: Shoe) -> Tablet:
    """BJ-01, dealing: spot 2 has a ten, spot 5 a nine, the dealer a six."""
    tablet = shoe("BJ-01")
    say(tablet, *READY, *ROUND)
    return tablet


def table(opened: Opened, cast: Cast, **options: Any) -> Page:
    page = opened(f"/floor/tables/{cast.table.pk}/", **options)
    page.locator("#felt:not([aria-busy])").wait_for()
    return page


def kinds() -> list[str]:
    return list(Entry.objects.order_by("number").values_list("kind", flat=True))


def test_the_frame_says_table_round_dealer_and_connection(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    page = table(opened, cast, person=True)
    expect(page.locator("h1")).to_have_text("BJ-01", use_inner_text=True)
    assert page.locator("#facts").inner_text().split() == ["Pase", "1", "Croupier", "I.", "Rojas"]
    page.get_by_text("En línea · todo enviado").wait_for()
    expect(page.locator("#connection")).to_have_attribute("role", "status")
    expect(page.locator("#rail")).to_contain_text("Nada por resolver", use_inner_text=True)
    expect(page.locator("#rail")).to_contain_text("Carta para la casilla 2", use_inner_text=True)
    assert [line for line in complaints(page) if "404" not in line] == []


def test_spots_are_buttons_with_names_that_work_by_keyboard(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    page = table(opened, cast, person=True)
    page.evaluate(
        "() => { window.tapped = []; document.addEventListener('floor:spot', (e) => tapped.push(e.detail.spot)); }"
    )
    felt = page.locator("#felt")
    assert [
        one.get_attribute("data-spot") for one in felt.get_by_role("button").all() if one.get_attribute("data-spot")
    ] == [
        *"1234567",
        "dealer",
    ]
    second = felt.get_by_role(
        "button", name="Casilla 2, apuesta $10.000, diez de picas, total 10, recibe la próxima carta"
    )
    second.click()
    felt.get_by_role("button", name="Croupier").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.evaluate("tapped") == ["2", "dealer", "dealer"]
    for name in "1234567":
        box = felt.locator(f"[data-spot='{name}']").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 88


def test_the_view_can_be_turned_and_stays_turned(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    page = table(opened, cast, person=True)

    def left_to_right() -> list[str]:
        return sorted("1234567", key=lambda spot: page.locator(f"[data-spot='{spot}']").bounding_box()["x"])  # type: ignore[index]

    assert left_to_right() == [*"1234567"]
    page.get_by_role("button", name="Girar la vista de la mesa").click()
    assert left_to_right() == [*"7654321"]
    page.reload()
    page.locator("#felt:not([aria-busy])").wait_for()
    assert left_to_right() == [*"7654321"]
    inside = page.evaluate(
        """() => { const felt = document.querySelector("#felt > svg").getBoundingClientRect();
            const leaves = ({ top, right, bottom, left }) =>
                top < felt.top - 1 || bottom > felt.bottom + 1 || left < felt.left - 1 || right > felt.right + 1;
            return [...document.querySelectorAll("#felt > svg :is(text, .card, .tbl__pill)")]
                .filter((one) => leaves(one.getBoundingClientRect())).map((one) => one.outerHTML) }"""
    )
    assert inside == []


def test_a_finding_has_its_steps_its_sentence_and_one_key_that_answers_it(
    round_one: Tablet, opened: Opened, cast: Cast
) -> None:
    page = table(opened, cast, person=True)
    say(round_one, EXPOSED)
    band = page.locator(".band")
    band.wait_for()
    expect(band.locator("h2")).to_have_text("Carta descubierta en el sabot", use_inner_text=True)
    expect(band).to_contain_text("Leve", use_inner_text=True)
    assert band.locator(".steps li").count() >= 1
    assert band.locator(".say p").inner_text().startswith("«")
    expect(page.locator("#alert")).to_contain_text("Leve", use_inner_text=True)
    expect(band.locator(".cite p")).to_be_hidden()
    band.locator(".cite summary").click()
    expect(band.locator(".cite p")).to_contain_text("SCJ", use_inner_text=True)
    key = band.get_by_role("button", name="Quemar nueve de diamantes")
    box = key.bounding_box()
    assert box is not None
    assert box["height"] >= 88
    key.click()
    page.get_by_text("Nada por resolver").wait_for()
    page.get_by_text("En línea · todo enviado").wait_for()
    assert kinds()[-1] == "burned"
    expect(page.locator("#rail")).to_contain_text("Cumplida", use_inner_text=True)


def test_a_decision_of_the_pit_boss_is_signed_with_the_pin(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    page = table(opened, cast, person=True)
    say(round_one, WRONG_PLACE)
    key = page.locator(".band .key--best")
    key.click()
    page.get_by_role("button", name="Cancelar").click()
    expect(key).to_be_enabled()
    expect(page.locator(".band__failed")).to_have_text("", use_inner_text=True)
    key.click()
    enter_pin(page)
    page.get_by_text("Nada por resolver").wait_for()
    page.get_by_text("En línea · todo enviado").wait_for()
    assert kinds()[-1] == "reordered"
    expect(page.locator(".note"), "the server took the signature").to_have_count(0)


def test_of_two_open_findings_each_can_be_turned_to(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    say(round_one, WRONG_PLACE, EXPOSED)
    page = table(opened, cast, person=True)
    band = page.locator(".band")
    expect(band).to_contain_text("1 de 2", use_inner_text=True)
    first = band.get_attribute("data-finding")
    page.get_by_role("button", name="Irregularidad siguiente").click()
    expect(band).to_contain_text("2 de 2", use_inner_text=True)
    assert band.get_attribute("data-finding") != first
    assert page.evaluate("document.activeElement.id") == "band-next"


def test_only_the_tablet_that_came_second_is_told_of_the_other(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    one = table(opened, cast, name="Tableta A", person=True)
    one.get_by_text("En línea · todo enviado").wait_for()
    other = table(opened, cast, name="Tableta B", person=True)
    notice = other.get_by_text("Otra tableta ya registraba en esta mesa: Tableta A (Rosa Soto).")
    notice.wait_for()
    expect(one.locator(".note")).to_have_count(0)
    other.get_by_role("button", name="Entendido").click()
    expect(other.locator(".note")).to_have_count(0)


def test_an_entry_that_the_server_refuses_stays_until_somebody_read_it(
    round_one: Tablet, opened: Opened, cast: Cast
) -> None:
    page = table(opened, cast, person=True)
    page.evaluate(
        """async (pk) => {
            const { openTable } = await import("/static/pitboss/floor/js/store.js");
            window.kept = await openTable(pk, { lang: "es", person: () => ({ badge: "R-1042", role: "pit_boss" }) });
            await window.kept.say({ kind: "ruled", by_role: "pit_boss", ruling: "other", spot: "2" });
        }""",
        cast.table.pk,
    )
    page.wait_for_function("() => window.kept.state.unsent === 0")
    page.reload()
    notice = page.locator(".note--bad")
    notice.wait_for()
    expect(notice).to_have_attribute("role", "alert")
    expect(notice).to_contain_text("signed", use_inner_text=True)
    page.reload()
    notice.wait_for()
    notice.get_by_role("button", name="Descartar").click()
    notice.wait_for(state="detached")


def test_whoever_has_not_signed_in_is_asked_to(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    page = table(opened, cast)
    page.locator(".pin").wait_for()


def test_hand_light_and_mode_are_choices_of_the_device_and_kept(round_one: Tablet, opened: Opened, cast: Cast) -> None:
    page = table(opened, cast, person=True)
    rail, felt = page.locator("#rail"), page.locator("#felt")
    assert rail.bounding_box()["x"] > felt.bounding_box()["x"]  # type: ignore[index]
    page.locator("#settings").click()
    page.get_by_role("group", name="Mano que toca").get_by_role("button", name="Izquierda").click()
    page.get_by_role("group", name="Pantalla").get_by_role("button", name="Clara").click()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "settings"
    for _ in range(2):
        assert rail.bounding_box()["x"] < felt.bounding_box()["x"]  # type: ignore[index]
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        page.reload()
        page.locator("#felt:not([aria-busy])").wait_for()


@pytest.mark.parametrize("language", ["es-cl", "en"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_table_has_no_accessibility_fault(
    language: str, theme: str, round_one: Tablet, opened: Opened, cast: Cast
) -> None:
    page = table(opened, cast, person=True, language=language, theme=theme, bypass_csp=True)
    assert violations(page) == []
    say(round_one, WRONG_PLACE)
    page.locator(".band").wait_for()
    assert violations(page) == []
    page.locator("#settings").click()
    assert violations(page) == []


def test_the_page_is_no_wider_than_its_screen_and_keeps_the_keys_in_sight(
    round_one: Tablet, opened: Opened, cast: Cast
) -> None:
    page = table(opened, cast, person=True)
    say(round_one, WRONG_PLACE)
    page.locator(".band").wait_for()
    for width, height in [*SIZES, (1024, 768), (1366, 1024)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") == width, (width, height)
        if width > 390:
            box = page.locator(".band__do").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (width, height)


def test_large_letters_are_not_cut(
    round_one: Tablet, opened: Opened, cast: Cast, browser: Browser, chromium: str
) -> None:
    large = browser.browser_type.launch(
        executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"]
    )
    try:
        page = table(opened, cast, person=True, browser=large)
        say(round_one, WRONG_PLACE)
        page.locator(".band").wait_for()
        for width, height in SIZES[:2]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (width, height)
            assert page.evaluate(CUT) == [], (width, height)
    finally:
        large.close()


CUT = """() => [...document.querySelectorAll("h1, h2, p, li > span, .chip, .key, .pill")]
    .filter((e) => e.offsetParent && !e.closest(".vh") && getComputedStyle(e).display !== "inline")
    .filter((e) => e.scrollWidth > e.clientWidth + 2)
    .map((e) => e.outerHTML.slice(0, 120))"""
