"""A real browser on a real server, with incidents in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

from tests.second_factor import both_factors

Opened = Callable[..., "Page"]


@pytest.fixture(scope="module", autouse=True)
def _queries_beside_the_browser() -> Iterator[None]:
    """Playwright keeps a loop running in this thread as long as its browser is there.

    Django would take every query of a test for one made inside that loop.
    """
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def desk(live_server: LiveServer, cast: Cast, play: Callable[..., list[Incident]]) -> list[Incident]:
    """A small desk: contrary and followed, money owed, money overpaid, footage about to lapse."""
    return [
        *play("deal-order", "nobody-put-it-right", ago=timedelta(days=1), at="CDE/BJ-02"),
        *play("player-without-cards", "stake-collected", ago=timedelta(days=2), at="CDE/BJ-03"),
        *play("wrong-payout", "natural-overpaid-by-twenty-five", ago=timedelta(days=13), at="CDE/BJ-01"),
        *play("exposed-card", "burned-during-the-deal", ago=timedelta(days=3), at="CDE/BJ-04"),
    ]


@pytest.fixture
def opened(browser: Browser, live_server: LiveServer, cast: Cast) -> Iterator[Opened]:
    """``opened("/incidents/", who="marta", language="es-cl", theme="light", size=(1440, 900))``: that page."""
    contexts: list[BrowserContext] = []

    def open_page(
        path: str,
        *,
        who: str | None = "marta",
        language: str = "es-cl",
        theme: str = "light",
        size: tuple[int, int] = (1440, 900),
        **options: Any,
    ) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        cookies = {"pitboss_theme": theme, "pitboss_language": language}
        if who is not None:
            person = cast.people[who]
            person.language = language
            person.save(update_fields=["language"])
            client = Client()
            both_factors(client, person)
            cookies["pitboss_session"] = client.cookies["pitboss_session"].value
        context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
        page = context.new_page()
        page.goto(live_server.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
