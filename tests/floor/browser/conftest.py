"""The floor's pages in a real browser on a real server process, with real tables behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from pitboss.accounts import pins
from pitboss.casino.cast import Cast
from pitboss.floor.devices import COOKIE, enrol, make_code
from tests.floor.live.serving import Server, arrived
from tests.floor.live.tablets import Tablet

PIN = "730518"
SIZES = [(1180, 820), (820, 1180), (390, 844)]
Opened = Callable[..., Page]


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
def shoe(own_database: str, cast: Cast) -> Callable[[str], Tablet]:
    """``shoe("BJ-02")``: whatever feeds that table; it speaks to the API and has no screen."""
    fed: dict[str, Tablet] = {}

    def at(name: str) -> Tablet:
        if name not in fed:
            fed[name] = Tablet(cast.tables[f"CDE/{name}"], name=f"Lector {name}", person=cast.rosa)
        return fed[name]

    return at


@pytest.fixture(scope="module")
def engine() -> bool:
    """Does the tablet's own engine start? Where a file of tests only looks at pages, it need not: until it is there
    the pictures are the server's, and each start takes seconds."""
    return True


@pytest.fixture
def opened(browser: Browser, served: Server, cast: Cast, engine: bool) -> Iterator[Opened]:
    """``opened("/floor/", name="Tableta 1", language="es-cl", theme="dark", size=(1180, 820), person=True)``: that
    page on a tablet of the first pit. The same name again is the same tablet; `complaints` has what its page
    complained of."""
    contexts: dict[str, BrowserContext] = {}
    with ExitStack() as until_the_end:

        def open_page(
            path: str,
            *,
            name: str = "Tableta 1",
            language: str = "es-cl",
            theme: str = "dark",
            size: tuple[int, int] = (1180, 820),
            person: bool = False,
            browser: Browser = browser,
            **options: Any,
        ) -> Page:
            if name not in contexts:
                kept: dict[str, Any] = {} if engine else {"service_workers": "block"}
                context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **kept, **options)
                until_the_end.callback(context.close)
                if not engine:
                    context.route("**/floor/engine/worker.js*", lambda route: None)
                _, code = make_code(casino=cast.casino, by=None, name=name, pit=cast.table.pit)
                cookies = {
                    COOKIE: enrol(code=code, name=name)[1],
                    "pitboss_language": language,
                    "pitboss_floor_theme": theme,
                }
                context.add_cookies(
                    [{"name": key, "value": kept, "url": served.address} for key, kept in cookies.items()]
                )
                contexts[name] = context
            page = contexts[name].new_page()
            listen(page)
            if person:
                cast.rosa.language = language
                cast.rosa.save(update_fields=["language"])
                sign_in(page, served, cast, path)
            else:
                page.goto(served.address + path)
            return page

        yield open_page


_SAID: dict[Page, list[str]] = {}
OUR_DOING = "Service Worker registration blocked by Playwright"


def listen(page: Page) -> None:
    said: list[str] = []
    _SAID[page] = said
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)


def complaints(page: Page) -> list[str]:
    """Errors and warnings of the page so far, of scripts, of the network and of the security policy."""
    return [one for one in _SAID.get(page, []) if one != OUR_DOING]


def sign_in(page: Page, served: Server, cast: Cast, path: str) -> None:
    """Rosa enters badge and PIN as people do, and lands on that page."""
    if not cast.rosa.pin:
        pins.give_pin(person=cast.rosa, pin=PIN, by=None, must_change=False)
    page.goto(f"{served.address}/floor/sign-in/?next={path}")
    page.fill("#pin-badge", cast.rosa.badge)
    page.keyboard.press("Enter")
    enter_pin(page)
    arrived(page, path)


def enter_pin(page: Page) -> None:
    """On the pad that is shown, key by key."""
    for digit in PIN:
        page.locator(f"[data-digit='{digit}']").click()
