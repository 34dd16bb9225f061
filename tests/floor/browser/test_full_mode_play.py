"""Full mode away from the straight road: undo, disorder, decisions, money put right, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.floor.browser.conftest import enter_pin
from tests.floor.browser.sitting import SHOTS, Floor, Sitting, floor  # noqa: F401
from tests.floor.live.plays import READY
from tests.screens.looking import violations

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZES = [(1180, 820), (820, 1180), (390, 844)]


def cards(at: Sitting, *told: str) -> None:
    for card in told:
        at.hand.card(card)


def begun(floor: Floor, *bets: tuple[str, int]) -> Sitting:  # noqa: F811
    """A table whose shoe is ready, with these bets proposed by hand."""
    at = floor.table(*READY)
    for spot, amount in bets:
        at.hand._change_bet(spot, "main", amount)
    return at


def words(at: Sitting) -> str:
    return at.page.inner_text(".full__next").replace("\n\n", "\n")


def test_a_table_is_opened_and_its_shoe_made_ready_with_one_tap_a_step(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = floor.table()
    at.shot("open")
    at.hand.key("open-table", "open")
    for name in ("decks_checked", "chemin-normal"):
        at.shot(f"prepare-{name}")
        at.hand.step(name)
    at.shot("cut")
    at.hand.cut(78)
    assert words(at) == "Quemar la primera carta\nSi se vio, tocar cuál"
    at.shot("burn")
    at.hand.card("2c")
    assert at.hand.now["step"] == "between"
    at.shot("between-empty")
    assert at.findings(tmp_path) == []
    assert at.ledger()[-1]["why"] == "first"


def test_the_first_card_writes_the_bets_that_are_shown_and_the_next_round_repeats_them(floor: Floor) -> None:  # noqa: F811
    at = begun(floor, ("2", 10000), ("5", 25000), ("6", 5000))
    at.hand._change_bet("5", "main", 0)
    at.hand._change_bet("6", "main", 7000)
    at.shot("bets")
    assert "2 apuestas y «no va más»" in words(at)
    at.hand.card("Ts")
    assert [(e["kind"], e.get("spot"), e.get("amount")) for e in at.ledger()[-5:-1]] == [
        ("round_opened", None, None), ("bet", "2", 10000), ("bet", "6", 7000), ("bets_closed", None, None),
    ]  # fmt: skip
    cards(at, "9h", "6d", "9s", "Th")
    assert words(at) == "Carta para el croupier\nSe plantan 2 (19), 6 (19)"
    at.shot("implied")
    cards(at, "Td", "5s")
    at.shot("settle")
    at.hand.key("confirm", "payments")
    assert at.hand.now["seats"]["2"] == "main:10000"
    at.shot("between")
    at.hand.card("4s")
    assert at.ledger()[-3]["amount"] == 7000
    assert at.hand.now["to"] == "6"


def test_undo_says_what_it_takes_back_and_takes_back_several(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000), ("3", 10000))
    cards(at, "Ts", "9h", "6d")
    assert at.page.inner_text("#undo") == "Deshacer\n6♦ a croupier"
    at.hand.key("undo", "undo")
    assert at.page.inner_text("#undo") == "Deshacer\n9♥ a la 3"
    at.hand.key("undo", "undo")
    assert at.hand.now["to"] == "3"
    cards(at, "8h", "6d", "9s", "Th")
    assert [e["to"] for e in at.ledger() if e["kind"] == "dealt"] == ["1", "3", "dealer", "3", "dealer", "1", "3"]
    assert at.findings(tmp_path) == []
    for _ in range(5):
        at.hand.key("undo", "undo")
    # the first card took the bets with it, and they are proposed again
    assert at.hand.now["step"] == "between"
    assert at.hand.now["seats"]["3"] == "main:10000"


def test_a_card_out_of_order_is_put_in_order_from_the_band(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000), ("2", 10000), ("4", 10000))
    at.hand.card("Ts")
    at.hand.spot("4", "recipient")
    assert words(at).startswith("Carta para la casilla 4")
    at.hand.card("8c")
    band = at.page.locator(".band")
    band.get_by_text("Error de distribución").wait_for()
    at.shot("deal-order")
    band.locator(".key--best").click()
    enter_pin(at.page)
    band.wait_for(state="detached")
    at.hand.look()
    cards(at, "5d")
    assert at.findings(tmp_path) == [("deal-order", "followed")]


def test_a_dealer_card_over_17_is_burned_from_the_band(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("2", 10000))
    cards(at, "Ts", "Ad", "9s", "6c")
    at.hand.key("more-cards", "recipient")
    assert words(at) == "Carta para el croupier\nNadie espera una carta: sería extra"
    at.hand.card("5s")
    burn = at.page.locator(".band .key--best")
    expect(burn).to_have_text("Quemar 5", use_inner_text=True)
    at.shot("over-17")
    assert at.page.get_attribute("#confirm", "data-legal") == "no"
    burn.click()
    at.page.locator(".band").wait_for(state="detached")
    at.page.wait_for_function("() => document.querySelector('#confirm')?.dataset.legal !== 'no'")
    at.hand.key("confirm", "payments")
    assert at.findings(tmp_path) == [("dealer-card-over-17", "followed")]


def test_every_decision_has_its_key(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000), ("2", 10000), ("3", 10000), ("4", 10000))
    cards(at, "8s", "6h", "Td", "9c", "9d", "8h", "5h", "6s", "2c")
    at.hand.key("act-split", "decision")
    at.shot("split")
    cards(at, "Tc", "Ts")
    assert "Se plantan 1 (18), 1.2 (18)" in words(at)
    at.hand.key("act-double", "decision")
    cards(at, "9h")
    at.hand.key("act-surrender", "decision")
    at.hand.key("act-stand", "decision")
    assert at.hand.now["to"] == "dealer"
    cards(at, "Jd")
    at.shot("settle-many")
    at.hand.key("confirm", "payments")
    said = [(e["spot"], e["action"]) for e in at.ledger() if e["kind"] == "acted"]
    assert said == [("1", "split"), ("2", "double"), ("3", "surrender"), ("4", "stand")]
    assert at.findings(tmp_path) == []


def test_insurance_is_for_any_spot_while_it_is_open(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000), ("2", 15000))
    cards(at, "Ts", "9s", "Ah", "9d", "8d")
    at.hand.key("act-insurance", "decision")
    at.shot("insurance")
    at.hand.tap('.sub [data-whom="2"]', "decision")
    assert {"spot": "2", "amount": 7500}.items() <= at.ledger()[-1].items()
    cards(at, "Kh")
    at.hand.key("confirm", "payments")
    assert at.findings(tmp_path) == []


def test_a_double_that_is_not_allowed_is_written_and_flagged(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000))
    cards(at, "Ts", "9d", "2s")
    assert at.page.get_attribute("#act-double", "data-legal") == "no"
    at.hand.key("act-double", "decision")
    at.page.locator(".band").wait_for()
    at.shot("double-not-allowed")
    assert [code for code, _ in at.findings(tmp_path)] == ["double-not-allowed"]
    assert at.hand.now["to"] == "1"


def test_another_card_goes_to_the_hand_that_would_stand(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000), ("2", 10000))
    cards(at, "Ts", "Th", "6d", "7s", "2h")
    assert "Se planta la 1 (17)" in words(at)
    at.hand.key("another-1", "another card")
    assert words(at) == "Carta para la casilla 1"
    at.hand.card("3c")
    assert at.ledger()[-1]["to"] == "1"
    assert at.hand.now["to"] == "2"
    assert at.findings(tmp_path) == []


def test_a_payment_that_was_another_is_written_as_it_was(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("2", 10000), ("3", 10000))
    cards(at, "Ts", "Th", "9d", "9s", "6h", "5c", "9c")
    at.hand.tap('[data-row^="2 main"]', "payments")
    at.shot("payment")
    at.hand.digits(12000, "payments")
    assert "cambiado" in at.page.inner_text('[data-row^="2 main"]')
    at.hand.key("confirm", "payments")
    assert ("paid", "2", 12000) in [(e["kind"], e.get("spot"), e.get("amount")) for e in at.ledger()]
    assert [code for code, _ in at.findings(tmp_path)] == ["wrong-payout"]


def test_an_earlier_card_of_the_round_is_put_right(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("2", 10000))
    cards(at, "Ts", "9d", "8s")
    at.hand.spot("2", "correct")
    at.shot("armed")
    at.hand.key("correct-spot", "correct")
    at.hand.tap('.sub [data-entry="Ts"]', "correct")
    at.hand.key("other-card", "correct")
    at.hand.card("Th")
    assert "diez de corazones" in str(at.page.get_attribute("#felt svg", "aria-label"))
    assert at.ledger()[-1]["instead"]["card"] == "Th"
    assert at.findings(tmp_path) == []


def test_what_no_card_says_is_under_otra_cosa(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("2", 10000))
    at.hand.card("Ts")
    at.hand.key("other", "other")
    at.shot("other")
    at.hand.key("o-exposed", "other")
    at.shot("asking")
    at.hand.card("Kd")
    at.page.locator(".band .key--best").click()
    at.page.locator(".band").wait_for(state="detached")
    at.hand.look()
    at.hand.other("stuck", "other")
    cards(at, "4s", "4d")
    at.hand.key("asked", "other")
    at.page.locator(".band").wait_for()
    at.shot("stuck")
    assert [e["kind"] for e in at.ledger()[-3:]] == ["exposed", "burned", "stuck"]
    assert at.findings(tmp_path) == [("exposed-card", "followed"), ("stuck-cards", "pending")]


def test_a_round_is_played_from_the_keyboard(floor: Floor, tmp_path: Path) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000), ("2", 10000))

    def typed(keys: str) -> None:
        for one in keys.split():
            at.page.keyboard.press(one)
            at.page.wait_for_function("() => document.querySelector('.full').getAttribute('aria-busy') !== 'true'")

    # picas, corazones, diamantes, tréboles, as they are called here
    typed("1 p K c 9 d 5 p 4 c 1 0 d Backspace 7 d p 0 t")
    assert [e.get("card") for e in at.ledger() if e["kind"] == "dealt"] == [
        "Ts",
        "Kh",
        "9d",
        "5s",
        "4h",
        "Td",
        "7d",
        "Tc",
    ]
    typed("Enter")
    assert at.ledger()[-1]["kind"] == "round_closed"
    assert at.findings(tmp_path) == []


def states_of(at: Sitting) -> Iterator[str]:
    """One round with a look at each thing that full mode can show."""
    yield "bets"
    at.hand.key("seat-3", "look")
    yield "seat"
    at.hand.key("sub-back", "look")
    cards(at, "8s", "Kh", "5d", "Ts", "Ad", "8h", "9d", "6c", "2h")
    yield "play"
    at.hand.key("other", "look")
    yield "other"
    at.hand.key("sub-back", "look")
    at.hand.key("act-split", "look")
    cards(at, "Tc", "Td")
    at.hand.spot("3", "look")
    yield "armed"
    at.hand.key("cancel", "look")
    at.hand.spot("dealer", "look")
    cards(at, "Qd")
    yield "settle"
    at.hand.key("more-cards", "look")
    cards(at, "3d")
    at.page.locator(".band").wait_for()
    yield "irregular"


def test_it_fits_every_screen_and_nothing_keeps_anybody_out(floor: Floor) -> None:  # noqa: F811
    at = begun(floor, ("1", 10000), ("3", 25000), ("4", 15000), ("7", 500000))
    for name in states_of(at):
        for width, height in SIZES:
            at.page.set_viewport_size({"width": width, "height": height})
            at.page.wait_for_timeout(50)
            if SHOTS:
                at.page.screenshot(path=f"{SHOTS}/at-{name}-{width}.png", full_page=width < 500)
            assert at.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (name, width)
            small = at.page.evaluate(SMALL)
            assert small == [], (name, width)
        at.page.set_viewport_size({"width": 1180, "height": 820})
        assert violations(at.page) == [], name
        at.page.wait_for_timeout(50)
        at.hand.look()
    assert floor.complaints == []


SMALL = """() => [...document.querySelectorAll(".full button, .full input, .full select")]
    .filter(e => e.getClientRects().length)
    .filter(e => e.getBoundingClientRect().width < 43.5 || e.getBoundingClientRect().height < 43.5)
    .map(e => `${e.id || e.textContent} ${e.getBoundingClientRect().width} ${e.getBoundingClientRect().height}`)"""


def test_a_card_is_asked_for_its_spot_while_the_picture_is_behind(floor: Floor) -> None:  # noqa: F811
    """Without rules of its own the tablet shows what the server answers, and a slow network answers late: the next
    card's place cannot be told from the picture before, and is not guessed."""
    held: list[Route] = []
    floor.context.route("**/floor/api/engine/", lambda route: route.fulfill(json={"engine": None}))
    try:
        at = begun(floor, ("2", 10000), ("3", 10000))
        slow = [True]
        at.page.route(
            "**/floor/api/tables/*/events/", lambda route: held.append(route) if slow[0] else route.continue_()
        )
        at.page.locator(".pad [data-card='Ts']").click()
        next_card = at.page.locator(".full__next")
        expect(next_card).to_contain_text("elegir a quién va cada carta", timeout=15_000)
        at.page.locator(".pad [data-card='9d']").click()
        at.page.locator(".sub [data-whom='3']").click()
        slow[0] = False
        for route in held:
            route.continue_()
        expect(next_card).to_contain_text("Carta para el croupier", timeout=15_000)
        assert [e["to"] for e in at.ledger() if e["kind"] == "dealt"] == ["2", "3"]
    finally:
        floor.context.unroute("**/floor/api/engine/")
