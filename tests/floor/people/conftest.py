"""A tablet of the casino, people with PINs, and what they can do with them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client

from pitboss.accounts import pins
from pitboss.floor.devices import COOKIE, enrol, make_code
from tests.floor.live.serving import Server, arrived

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from pitboss.casino.cast import Cast
    from pitboss.floor.device_models import Device

SHOTS = os.environ.get("PITBOSS_SHOTS")
"""A folder for pictures of the screens, where somebody wants to look at them."""
New = Callable[..., "Page"]
PINS = {"rosa": "730518", "ivan": "260947", "sergio": "518093", "lucia": "904172", "ana": "381604"}


@pytest.fixture
def staff(cast: Cast) -> Cast:
    """The cast; Rosa has a PIN of her own choice, and `enter` gives the others theirs (argon2 takes its time)."""
    pins.give_pin(person=cast.rosa, pin=PINS["rosa"], by=cast.ana, must_change=False)
    return cast


@pytest.fixture
def enrolled(staff: Cast) -> tuple[Device, Client]:
    """A tablet of pit 1 and its browser."""
    return tablet(staff, "Tableta 1")


def tablet(cast: Cast, name: str) -> tuple[Device, Client]:
    _, code = make_code(casino=cast.casino, by=cast.ana, name=name, pit=cast.table.pit)
    device, token = enrol(code=code, name=name)
    client = Client()
    client.cookies[COOKIE] = token
    return device, client


def post(client: Client, path: str, body: object) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/floor/api/{path}", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def enter(client: Client, cast: Cast, who: str) -> dict[str, Any]:
    """Sign in with the right PIN; what the tablet is given."""
    person = cast.people[who]
    if not person.pin:
        pins.give_pin(person=person, pin=PINS[who], by=cast.ana, must_change=False)
    status, said = post(client, "sign-in/", {"badge": cast.people[who].badge, "pin": PINS[who]})
    assert status == 200, said
    return said


def event(by: str, **fields: Any) -> dict[str, Any]:
    """A ruling as a tablet writes it."""
    return {
        "id": str(uuid4()),
        "at": datetime.now(UTC).isoformat(),
        "kind": "ruled",
        "by": by,
        "by_role": "pit_boss",
        "ruling": "as_prescribed",
        "spot": "3",
        **fields,
    }


@pytest.fixture(scope="module")
def queries_beside_the_browser() -> Iterator[None]:
    """Playwright keeps a loop running in this thread; Django would take every query for one made inside of it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def served(queries_beside_the_browser: None, own_database: str) -> Iterator[Server]:
    process = Server()
    process.start()
    yield process
    process.kill()


@pytest.fixture
def new_page(browser: Browser, served: Server, staff: Cast) -> Iterator[New]:
    """``new_page("/floor/sign-in/", name="Tableta 1", size=(1180, 820))``: a page on a tablet of its own. A script
    error or a refusal of the content policy on it fails the test."""
    for who in ("ivan", "sergio"):
        pins.give_pin(person=staff.people[who], pin=PINS[who], by=staff.ana, must_change=False)
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def page_of(
        path: str | None,
        *,
        name: str | None = "Tableta 1",
        size: tuple[int, int] = (1180, 820),
        theme: str = "dark",
        language: str = "es-cl",
    ) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, bypass_csp=False, has_touch=True)
        contexts.append(context)
        cookies = {"pitboss_floor_theme": theme, "pitboss_language": language}
        if name is not None:
            _, code = make_code(casino=staff.casino, by=staff.ana, name=name, pit=staff.table.pit)
            cookies[COOKIE] = enrol(code=code, name=name)[1]
        context.add_cookies([{"name": key, "value": value, "url": served.address} for key, value in cookies.items()])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        if path is not None:
            page.goto(served.address + path)
        return page

    yield page_of
    for context in contexts:
        context.close()
    assert complaints == []


def tap(page: Page, pin: str) -> None:
    """Six taps on the pad."""
    for digit in pin:
        page.locator(f".pin__keys [data-digit='{digit}']").tap()


def by_taps(page: Page, badge: str, pin: str, language: str = "es-cl") -> None:
    """Badge typed, PIN tapped, as somebody whom the tablet does not know."""
    from playwright.sync_api import expect

    spanish = language == "es-cl"
    other = page.get_by_role("button", name="Otra credencial" if spanish else "Another badge")
    field = page.get_by_label("Credencial" if spanish else "Badge", exact=True)
    expect(other.or_(field)).to_be_visible()
    if other.is_visible():
        other.tap()
    field.fill(badge)
    page.get_by_role("button", name="Continuar" if spanish else "Continue").tap()
    tap(page, pin)


def signed_in(new_page: New, path: str = "/floor/handover/", **options: object) -> Page:
    """Rosa at the page."""
    from playwright.sync_api import expect

    page = new_page(f"/floor/sign-in/?next={path}", **options)
    by_taps(page, "R-1042", PINS["rosa"])
    arrived(page, path)
    expect(page.locator("#who")).to_be_visible()
    return page


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")
