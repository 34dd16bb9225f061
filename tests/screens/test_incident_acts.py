"""The forms of an incident's page, all opened, by machine: accessibility, widths, and doing something by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from pitboss.accounts.pins import give_pin
from pitboss.incidents.picks import Reason, Ruling
from pitboss.incidents.verbs.rule import rule
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def case(cast: Cast, play: Callable[..., list[Incident]]) -> Incident:
    """Ruled by Rosa; Lucía has a PIN to sign with."""
    give_pin(person=cast.lucia, pin="482915", by=None, must_change=False)
    (incident,) = play("deal-order", "nobody-put-it-right")
    rule(
        incident=incident, by=cast.rosa, now=timezone.now(), ruling=Ruling.OTHERWISE, reason=Reason.LATE,
        words="Se advirtió con la mano terminada",
    )  # fmt: skip
    return incident


def unfold(page: Page) -> Page:
    page.evaluate("document.querySelectorAll('details.act').forEach(one => { one.open = true; })")
    return page


@pytest.mark.parametrize(("who", "language"), [("rosa", "es-cl"), ("lucia", "en"), ("marta", "es-cl")])
def test_no_form_has_an_accessibility_fault_or_runs_over(
    who: str, language: str, case: Incident, opened: Opened
) -> None:
    page = unfold(opened(f"/incidents/CDE/{case.folio}/", who=who, language=language, bypass_csp=True))
    assert page.locator("details.act[open]").count() >= 2
    assert_sound(page, f"acts-{who}")


def test_a_refused_form_stands_open_with_its_reason(case: Incident, opened: Opened) -> None:
    page = opened(f"/incidents/CDE/{case.folio}/", who="marta", bypass_csp=True)
    page.locator("summary", has_text="Revisar").press("Enter")
    page.get_by_label("Revisión", exact=True).select_option("approved")
    page.get_by_role("button", name="Revisar").press("Enter")
    page.get_by_role("alert").first.wait_for()
    expect(page.locator("details.act[open]")).to_contain_text("Falta el hallazgo de CCTV", use_inner_text=True)
    assert violations(page) == []


def test_surveillance_signs_from_its_page(case: Incident, opened: Opened) -> None:
    page = opened(f"/incidents/CDE/{case.folio}/", who="lucia")
    page.locator("summary", has_text="Firmar lo que muestra").press("Enter")
    page.get_by_label("Hallazgo", exact=True).select_option("no_footage")
    page.get_by_label("Lo que se ve").fill("La cámara 12 estaba en mantención")
    page.get_by_label("Su PIN, para firmar").fill("482915")
    page.get_by_label("Su PIN, para firmar").press("Enter")
    page.wait_for_url("**/#life")
    expect(page.locator("#life")).to_contain_text("Lucía Paredes", use_inner_text=True)
    expect(page.locator("#timeline")).to_contain_text("No hay video", use_inner_text=True)
