"""Pages of complaints in a browser: accessibility, widths, and taking one by keyboard while the player waits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from pitboss.complaints.models import Complaint
from pitboss.complaints.verbs.receive import Who
from tests.complaints.front import answered, give_receipt, take
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def taken(cast: Cast, play: Callable[..., list[Incident]]) -> Complaint:
    """Overdue, answered and late ones, and one about an incident; Rosa has handed over its receipt."""
    take(
        cast, ago=timedelta(days=40), who=Who("Ana Fuentealba"), claim="El croupier me trató mal", table=None, seat=None
    )
    answered(cast, ago=timedelta(days=4), who=Who("Luis Cea"))
    take(cast, event_at=timezone.now() - timedelta(days=18), who=Who("Elena Ríos"), asked=120_000)
    complaint = take(cast, incidents=play("exposed-card", "burned-during-the-deal"))
    give_receipt(cast, complaint)
    return complaint


def test_a_complaint_is_taken_by_keyboard_and_no_page_has_a_fault(taken: Complaint, opened: Opened) -> None:
    page = opened("/complaints/", who="marta", bypass_csp=True)
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    assert_sound(page, "complaints-list")
    base = page.url.split("/complaints/")[0]
    page.goto(f"{base}/complaints/CDE/{taken.folio}/")
    page.evaluate("document.querySelectorAll('details.act').forEach(one => { one.open = true; })")
    assert_sound(page, "complaints-one-open")
    page.goto(f"{base}/incidents/CDE/{taken.incidents.get().folio}/")
    assert_sound(page, "complaints-incident")
    page.locator("#complaints").get_by_role("link", name="Tomar un reclamo").press("Enter")
    page.get_by_label("Nombre").fill("Pedro Díaz")
    page.get_by_label("Sobre").select_option("payment")
    page.get_by_label("Lo que dice el jugador").fill("Con A♠ y K♦ me pagaron uno a uno")
    assert_sound(page, "complaints-new")
    page.get_by_role("button", name="Guardar el reclamo").press("Enter")
    expect(page.locator("#id_wish:invalid")).to_have_count(1)
    page.get_by_label("Lo que pide").select_option("payment")
    page.get_by_label("Monto que pide").fill("15000")
    page.get_by_label("Monto que pide").press("Enter")
    page.wait_for_url("**/complaints/CDE/R-*/")
    expect(page.locator("main")).to_contain_text("Comprobante entregado", use_inner_text=True)
    assert_sound(page, "complaints-taken")
    assert refused == []
