"""Exception mode on a real server: each of the nine procedures told, signed and on record; and what is left, resumed,
disputed, asked of CCTV, ruled otherwise, or told without the network."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pitboss.floor.device_models import Signature
from pitboss.incidents.models import Incident
from pitboss.ledger.models import Entry
from pitboss.ledger.sealed import opened as opened_texts
from pitboss.replay.models import Finding
from tests.floor.browser.conftest import Opened, complaints, enter_pin
from tests.floor.browser.irregularities import FACTS, HEADING, Hand, at_table, measured
from tests.floor.browser.test_wall_page import ROUND, WRONG_PLACE, say
from tests.floor.live.plays import READY
from tests.floor.live.tablets import Tablet
from tests.screens.looking import violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST_TAPS = 10
MOST_SECONDS = 20


def kinds() -> list[str]:
    return list(Entry.objects.order_by("number").values_list("kind", flat=True))


def said(kind: str) -> list[dict[str, object]]:
    """As it was said: what may name somebody stands beside the entry."""
    return [json.loads(entry.body) for entry in opened_texts(Entry.objects.filter(kind=kind).order_by("number"))]


def sent(page: Page) -> None:
    page.locator("#connection", has_text="todo enviado").wait_for()


def test_each_of_the_nine_procedures_takes_few_taps_and_is_signed(opened: Opened, cast: Cast) -> None:
    page = at_table(opened, cast)
    rows = []
    for code in FACTS:
        row, folio = measured(page, code)
        rows.append(row)
        incident = Incident.objects.get(folio=folio)
        (finding,) = incident.findings.all()
        assert (finding.code, finding.outcome) == (code, "followed")
        ruled = finding.answered
        assert ruled is not None
        signature = Signature.objects.get(event_id=ruled.event_id)
        assert (signature.person, signature.kind) == (cast.rosa, "ruled")
        page.locator("#to-table").click()
        page.locator("#irregularity").wait_for()
    print("\n".join(["", HEADING, *map(str, rows)]))
    assert all(3 <= row.taps <= MOST_TAPS for row in rows)
    assert all(row.hand < MOST_SECONDS for row in rows)
    # the first one opened the table as well; nothing else was written, and in the order it was told
    assert kinds() == ["table_opened", *["declared", "ruled"] * 9]
    assert [one["code"] for one in said("declared")] == list(FACTS)
    assert said("declared")[0] | {"card": "9d", "to": "5"} == said("declared")[0]
    expect(page.locator("#unfinished button")).to_have_count(0)
    assert complaints(page) == []


def test_what_was_begun_is_resumed_after_a_reload_and_ruled_otherwise(opened: Opened, cast: Cast) -> None:
    page = at_table(opened, cast)
    hand = Hand(page)
    hand.tap("#irregularity", "#pick-dealer-card-over-17", "#total-18")
    page.reload()
    page.get_by_role("heading", name="1 sin terminar").wait_for()
    page.locator("#unfinished button").click()
    expect(page.locator("#total-18")).to_have_attribute("aria-pressed", "true")
    hand.tap("[data-card='5s']", "#other")
    assert page.locator(".other").inner_text().count("CCTV") == 1
    hand.tap("#other-sign")
    expect(page.locator(".other__failed")).to_contain_text("Elegir un motivo", use_inner_text=True)
    hand.tap("#reason-other", "#other-sign")
    expect(page.locator(".other__failed")).to_contain_text("sus palabras", use_inner_text=True)
    page.locator("#other-words").fill("El jugador ya se había ido")
    # changed on the way, then left in the middle of the PIN: nothing is written, nothing is lost
    hand.tap("#other-sign")
    page.locator("[data-cancel]").click()
    assert kinds() == []
    page.locator("#back").click()
    page.locator("#unfinished button").click()
    page.locator("#other").click()
    expect(page.locator("#other-words")).to_have_value("El jugador ya se había ido")
    hand.tap("#other-sign")
    enter_pin(page)
    page.locator(".recorded__title", has_text="Registrado: otra resolución").wait_for()
    folio = page.locator(".recorded__where b").inner_text()
    finding = Incident.objects.get(folio=folio).findings.get()
    assert (finding.outcome, finding.cctv) == ("contrary", True)
    assert said("ruled")[0]["ruling"] == "other: El jugador ya se había ido"
    page.locator("#to-table").click()
    expect(page.locator("#unfinished button")).to_have_count(0)


def test_cctv_and_dispute_are_noted_beside_and_a_dealer_leaves_the_ruling(opened: Opened, cast: Cast) -> None:
    wall = opened("/floor/", name="Muro", person=True)
    page = at_table(opened, cast, cast.ivan)
    hand = Hand(page)
    hand.tell("deal-order")
    expect(page.locator(".rx__role")).to_contain_text("Resolver corresponde al jefe de mesa", use_inner_text=True)
    sizes = page.locator(".rx__do .key").evaluate_all("keys => keys.map(k => k.getBoundingClientRect().height)")
    assert set(sizes) == {88}
    assert violations(page) == []
    # a dealer's PIN does not rule, and he is told so
    hand.tap("#done")
    page.locator("[data-badge='R-2117']").click()
    expect(page.locator(".pin__message")).to_contain_text("Iván Rojas", use_inner_text=True)
    page.locator("[data-cancel]").click()
    assert kinds() == []
    hand.tap("#cctv")
    page.get_by_role("button", name="CCTV pedido").wait_for()
    hand.tap("#dispute")
    page.get_by_role("button", name="En disputa").wait_for()
    # a fact put right after it was written is a correction, not a second case
    hand.tap("#to-4")
    page.locator("#imperative", has_text="casilla 4").wait_for()
    hand.tap("#later")
    page.locator(".recorded__where b").wait_for()
    assert kinds() == ["table_opened", "declared", "cctv_requested", "disputed", "corrected"]
    assert said("disputed")[0]["spot"] == "3"
    finding = Finding.objects.exclude(data__has_key="withdrawn_by").get()
    assert (finding.outcome, set(finding.data["cctv_reasons"])) == ("pending", {"code", "disputed"})
    tile = wall.locator(".tile", has_text="BJ-01")
    tile.locator(".clockline, [data-since]").first.wait_for()
    expect(tile).to_contain_text("CCTV", use_inner_text=True)
    tile.get_by_role("link", name="Ver qué corresponde BJ-01").click()
    band = wall.locator(".band")
    band.wait_for()
    band.get_by_role("button", name="Hecho").click()
    enter_pin(wall)
    wall.get_by_text("Nada por resolver").wait_for()
    sent(wall)
    finding.refresh_from_db()
    assert finding.outcome == "followed"
    assert Signature.objects.get().person == cast.rosa


def test_told_without_the_network_it_is_the_same_finding_afterwards(opened: Opened, cast: Cast) -> None:
    page = at_table(opened, cast)
    page.evaluate(
        """async (pk) => {
            const { openTable } = await import("/static/pitboss/floor/js/store.js");
            window.kept = await openTable(pk, { lang: "es" });
        }""",
        cast.table.pk,
    )
    page.wait_for_function("() => window.kept.state.engine === 'ready'", timeout=60_000)
    hand = Hand(page)
    page.locator("#irregularity").click()
    page.locator("#pick-exposed-card").wait_for()
    page.context.set_offline(True)
    page.locator("#connection", has_text="Sin conexión").wait_for()
    hand.tap("#pick-exposed-card", "[data-card='9d']", "#to-5")
    page.locator("#imperative").wait_for()
    hand.sign()
    expect(page.locator(".recorded__where")).to_contain_text("queda en la bandeja", use_inner_text=True)
    expect(page.locator("#connection")).to_contain_text("3 sin enviar", use_inner_text=True)
    assert kinds() == []
    page.context.set_offline(False)
    page.locator(".recorded__where b").wait_for()
    finding = Finding.objects.get()
    assert (finding.code, finding.outcome) == ("exposed-card", "followed")
    assert kinds() == ["table_opened", "declared", "ruled"]
    shown = page.evaluate("() => window.kept.state.picture.findings.map(({ key, outcome }) => [key, outcome])")
    assert shown == [[finding.key, "followed"]]


def test_with_cards_on_record_their_own_events_are_written(
    shoe: Callable[[str], Tablet], opened: Opened, cast: Cast
) -> None:
    say(shoe("BJ-01"), *READY, *ROUND)
    page = at_table(opened, cast)
    hand = Hand(page)
    hand.tap("#irregularity", "#pick-exposed-card")
    expect(page.locator("#to-2"), "the table knows who waits").to_have_attribute("aria-pressed", "true")
    hand.tap("[data-card='9d']", "#done")
    page.locator(".recorded__title", has_text="Registrado: se hizo lo prescrito").wait_for()
    sent(page)
    assert kinds()[-2:] == ["exposed", "burned"]
    assert [(one.code, one.outcome) for one in Finding.objects.all()] == [("exposed-card", "followed")]


def test_another_resolution_of_what_the_cards_show(shoe: Callable[[str], Tablet], opened: Opened, cast: Cast) -> None:
    say(shoe("BJ-01"), *READY, *ROUND, WRONG_PLACE)
    page = at_table(opened, cast)
    hand = Hand(page)
    page.locator(".band").get_by_role("button", name="Otra resolución").click()
    expect(page.locator(".picker"), "cards are drawn").not_to_contain_text("4♣", use_inner_text=True)
    expect(page.locator(".picker .rx__imperative")).to_be_visible()
    hand.tap("#reason-late", "#other-sign")
    enter_pin(page)
    page.locator("#exception").wait_for(state="hidden")
    sent(page)
    assert (said("ruled")[0]["ruling"], said("ruled")[0]["code"]) == ("late", "deal-order")
