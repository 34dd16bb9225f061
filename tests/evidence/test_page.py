"""The log's page in a real browser: anybody's, so without a session."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import LazySettings

from pitboss.casino.cast import Cast
from pitboss.evidence.models import Checkpoint
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.rotate_key import rotate_key
from tests.evidence.night import more, night
from tests.ledger.events import NIGHT
from tests.screens.looking import assert_sound

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module", autouse=True)
def _queries_beside_the_browser() -> Iterator[None]:
    """Playwright's loop runs in this thread; Django would take every query for one made inside it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


def test_the_page_of_the_log_is_read_by_everybody(
    live_server: LiveServer, cast: Cast, browser: Browser, settings: LazySettings
) -> None:
    """In both languages, light and dark, at the desk, on a tablet, and without a fault of accessibility."""
    settings.EVIDENCE_ORIGIN = ""
    settings.EVIDENCE_HOST = "pitboss.casino.example"
    (session,) = night(cast.casino, 40)
    for hour in range(5):
        checkpoint(reason=Checkpoint.Reason.HOURLY, now=NIGHT + timedelta(hours=hour))
        more(session, 30)
    rotate_key(now=NIGHT + timedelta(hours=5))
    for language, theme, size in [
        ("es-cl", "light", (1440, 900)),
        ("en", "dark", (1180, 820)),
        ("es-cl", "light", (390, 844)),
    ]:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
        cookies = {"pitboss_theme": theme, "pitboss_language": language}
        context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
        page = context.new_page()
        page.goto(f"{live_server.url}/evidence/")
        heading = page.locator("h1").inner_text()
        assert heading == ("Registro de evidencia" if language == "es-cl" else "Evidence log")
        assert_sound(page, f"evidence-{language}", [size])
        context.close()
