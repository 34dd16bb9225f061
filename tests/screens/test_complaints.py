"""Pages of complaints in a browser: accessibility, widths, and taking one by keyboard while the player waits."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from pitboss.complaints.models import Complaint
from pitboss.complaints.verbs.receive import Who
from tests.complaints.front import answered, give_receipt, take
from tests.screens.conftest import Opened, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SIZES = [(1440, 900), (1180, 820), (820, 1180)]


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
    look(page, "list")
    base = page.url.split("/complaints/")[0]
    page.goto(f"{base}/complaints/CDE/{taken.folio}/")
    page.evaluate("document.querySelectorAll('details.act').forEach(one => { one.open = true; })")
    look(page, "one-open")
    page.goto(f"{base}/incidents/CDE/{taken.incidents.get().folio}/")
    look(page, "incident")
    page.locator("#complaints").get_by_role("link", name="Tomar un reclamo").press("Enter")
    page.get_by_label("Nombre").fill("Pedro Díaz")
    page.get_by_label("Sobre").select_option("payment")
    page.get_by_label("Lo que dice el jugador").fill("Con A♠ y K♦ me pagaron uno a uno")
    look(page, "new")
    page.get_by_role("button", name="Guardar el reclamo").press("Enter")
    expect(page.locator("#id_wish:invalid")).to_have_count(1)
    page.get_by_label("Lo que pide").select_option("payment")
    page.get_by_label("Monto que pide").fill("15000")
    page.get_by_label("Monto que pide").press("Enter")
    page.wait_for_url("**/complaints/CDE/R-*/")
    expect(page.locator("main")).to_contain_text("Comprobante entregado", use_inner_text=True)
    look(page, "taken")
    assert refused == []


def look(page: Page, name: str) -> None:
    """axe, and no page wider than its window; with PITBOSS_SHOTS set, pictures of it."""
    assert violations(page) == [], name
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        if folder := os.environ.get("PITBOSS_SHOTS"):
            page.screenshot(path=Path(folder) / f"complaints-{name}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1440, "height": 900})
