"""Personal data, the export and the set-up, in a browser under the policy that the pages are served with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from playwright.sync_api import expect

from pitboss.privacy.verbs.hold import hold
from tests.screens.conftest import Opened
from tests.screens.looking import DESK, WIDE, assert_sound, picture

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

SET_UP = ("", "casino/pit/", "casino/table/", "accounts/person/", "accounts/person/add/", "casino/housesetting/add/")


def test_the_pages_have_no_fault_and_fit_the_window(desk: list[Incident], cast: Cast, opened: Opened) -> None:
    hold(incident=desk[0], by=cast.marta, why="Juicio en curso, rol 1234", now=timezone.now())
    cast.marta.memberships.create(casino=cast.casino, role="administrator")
    page = opened("/privacy/", bypass_csp=True)
    base = page.url.split("/privacy/")[0]
    for language in ("es-cl", "en"):
        cast.marta.language = language
        cast.marta.save(update_fields=["language"])
        for name in ("privacy", "incidents/export", "setup-log"):
            page.goto(f"{base}/{name}/")
            assert_sound(page, f"{name.replace('/', '-')}-{language}")


def test_a_term_is_set_and_a_hold_lifted_with_the_forms_of_the_page(
    desk: list[Incident], cast: Cast, opened: Opened
) -> None:
    hold(incident=desk[0], by=cast.ana, why="Juicio", now=timezone.now())
    page = opened("/privacy/", who="ana")
    page.get_by_text("Fijar un plazo").click()
    page.get_by_label("Qué").select_option("witnesses")
    page.get_by_label("Días (vacío: el plazo por defecto)").fill("100")
    page.locator("form[action*='/term/']").get_by_label("Motivo").fill("Acta 3")
    page.get_by_role("button", name="Fijar", exact=True).click()
    expect(page.get_by_text("Se guarda al menos 240 días.")).to_be_visible()
    page.get_by_label("Días (vacío: el plazo por defecto)").fill("300")
    page.get_by_role("button", name="Fijar", exact=True).click()
    expect(page.get_by_text("«Acta 3»")).to_be_visible()
    page.get_by_label(f"Levantar la retención de {desk[0].folio}").click()
    page.locator("form[action*='/lift/']").get_by_label("Motivo").fill("Terminó")
    page.get_by_role("button", name="Levantar", exact=True).click()
    expect(page.get_by_text("Ninguna: todos los casos siguen los plazos.")).to_be_visible()


def test_the_set_up_works_under_the_policy_of_our_pages(desk: list[Incident], cast: Cast, opened: Opened) -> None:
    page = opened("/setup/", who="ana")
    base = page.url.split("/setup/")[0]
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    page.on("response", lambda got: refused.append(f"{got.status} {got.url}") if got.status > 399 else None)
    page.on("pageerror", lambda why: refused.append(str(why)))
    for width, height in (DESK, WIDE):
        page.set_viewport_size({"width": width, "height": height})
        for address in SET_UP:
            page.goto(f"{base}/setup/{address}")
            picture(page, f"setup-{address.strip('/').replace('/', '-') or 'index'}-{width}")
    page.goto(f"{base}/setup/casino/pit/add/")
    page.get_by_label("Casino:").select_option(label="Casino de ejemplo")
    page.get_by_label("Nombre:").fill("Foso 7")
    page.locator("input[name=_save]").click()
    expect(page.locator(".success")).to_contain_text("Foso 7", use_inner_text=True)
    page.goto(f"{base}/setup-log/")
    expect(page.locator("tbody tr").first).to_contain_text("Foso 7", use_inner_text=True)
    expect(page.locator("tbody tr").first).to_contain_text("Ana Pinto", use_inner_text=True)
    assert refused == []
