"""A real server process and real tablets on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from pitboss.casino.cast import Cast
from tests.floor.live.serving import Screen, Server

Screens = Callable[..., Screen]


@pytest.fixture(scope="module", autouse=True)
def _queries_beside_the_browser() -> Iterator[None]:
    """Playwright keeps a loop running in this thread; Django would take every query for one made inside of it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def served(own_database: str) -> Iterator[Server]:
    process = Server()
    process.start()
    yield process
    process.kill()


@pytest.fixture
def screens(browser: Browser, served: Server, cast: Cast) -> Iterator[Screens]:
    """``screens("Tableta 1", badge="R-1042")``: another tablet, at the cast's first table unless one is given."""
    with ExitStack() as until_the_end:

        def another(name: str, badge: str = "R-1042", table: str | None = None) -> Screen:
            at = cast.table if table is None else cast.tables[table]
            context = browser.new_context(viewport={"width": 1180, "height": 820})
            until_the_end.callback(context.close)
            return Screen(context, served, at, name, badge)

        yield another


@pytest.fixture
def tablet(screens: Screens) -> Screen:
    return screens("Tableta 1")
