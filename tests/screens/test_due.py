"""The page of what falls due and that of the clocks, by machine: accessibility, widths, keyboard."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from pitboss.casino.clocks import Clock
from pitboss.casino.set_clock import set_clock
from pitboss.reminders.look import look
from pitboss.reminders.verbs.set_target import set_target
from tests.reminders.conftest import lapsing
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house(cast: Cast) -> None:
    """A case of each nearness, reminded of; a clock and two targets that Ana set."""
    now = timezone.now()
    lefts = (timedelta(days=-2), timedelta(hours=20), timedelta(hours=50), timedelta(days=9))
    for place, left in enumerate(lefts, start=1):
        lapsing(now, left, table=f"CDE/BJ-0{place}")
    told: dict[str, Any] = {"casino": cast.casino, "by": cast.ana, "now": now}
    set_clock(clock=Clock.COMPLAINT_ANSWER, value=8, why="Compromiso de servicio, acta 31", valid_from=now, **told)
    set_target(role="surveillance", channel="email", address="vigilancia@casino.example", why="Acta 31", **told)
    set_target(role="", channel="webhook", address="https://video.casino.example/hooks", why="Video", **told)
    look(now=now)


@pytest.mark.parametrize(("language", "theme"), [("es-cl", "light"), ("en", "dark")])
def test_both_pages_are_sound(language: str, theme: str, house: None, opened: Opened) -> None:
    page = opened("/due/", who="lucia", language=language, theme=theme, bypass_csp=True)
    expect(page.locator("tbody tr")).to_have_count(4)
    assert_sound(page, f"due-{theme}")
    page = opened("/due/clocks/", who="ana", language=language, theme=theme, bypass_csp=True)
    page.evaluate("document.querySelectorAll('details.act').forEach(one => { one.open = true; })")
    assert_sound(page, f"clocks-{theme}")


def test_a_filter_and_a_clock_are_set_by_keyboard(house: None, opened: Opened) -> None:
    page = opened("/due/", who="lucia")
    page.locator("#near").select_option("lapsed")
    page.get_by_role("button", name="Aplicar").press("Enter")
    page.wait_for_url("**/due/?*near=lapsed*")
    expect(page.locator("tbody tr")).to_have_count(1)
    page = opened("/due/clocks/", who="ana")
    page.locator("summary", has_text="Cambiar un plazo").press("Enter")
    page.get_by_label("Plazo", exact=True).select_option("appeal_window")
    page.get_by_label("Valor; vacío").fill("5")
    page.locator("#set-why").fill("Prueba")
    page.get_by_role("button", name="Cambiar un plazo").press("Enter")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^El regulador fija este plazo"), use_inner_text=True)
