"""Re-audits in a browser: accessibility, widths, no refusals, asked with the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reaudit.conftest import asked, done, evening, planned, take
from tests.screens.conftest import Opened
from tests.screens.looking import assert_sound, listening

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from pitboss.casino.cast import Cast
    from pitboss.reaudit.models import Reaudit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def two(live_server: LiveServer, cast: Cast) -> tuple[Reaudit, Reaudit]:
    """One that is done, with every kind of difference, and one whose parts wait for a worker."""
    take(evening("BJ-04"))
    overlay = {"values": {"min": 20000, "chip": 500}, "without": ["unexplained-burn"]}
    over = done(asked(cast.marta, name="Mínima 20.000, sin quemas", overlay=overlay, why="Acta 31 de la SCJ"))
    waits = asked(cast.marta, name="2026.1", why="Otra vez, por el cambio de edición")
    assert planned(waits)
    return over, waits


def test_no_page_has_an_accessibility_fault_is_too_wide_or_breaks_its_policy(
    two: tuple[Reaudit, Reaudit], opened: Opened
) -> None:
    over, waits = two
    page = opened("/", bypass_csp=True)
    base = page.url.split("/incidents/")[0]
    for name, address in [
        ("form", f"/reaudits/?from={over.pk}"),
        ("over", f"/reaudits/{over.pk}/"),
        ("running", f"/reaudits/{waits.pk}/"),
    ]:
        page.goto(base + address)
        assert_sound(page, f"reaudit-{name}")


def test_the_auditor_asks_with_the_keyboard_alone_and_sees_it_end(two: tuple[Reaudit, Reaudit], opened: Opened) -> None:
    page = opened("/reaudits/")
    said = listening(page)
    for field, text in (("since", "2026-11-27"), ("until", "2026-11-30")):
        page.locator(f"#{field}").fill(text)
    page.locator("#why").focus()
    page.keyboard.type("acta 32")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".reaudit__scope").wait_for()
    page.locator("button[value=ask]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/reaudits/3/")
    from pitboss.reaudit.models import Reaudit

    done(Reaudit.objects.get(pk=3))
    # The page asks every two seconds, and shows the difference when it is over
    page.locator(".reaudit__tiles").wait_for()
    assert said == []
