"""Every page of people and tablets, looked at by machine in both languages and both themes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from pitboss.accounts import pins
from pitboss.floor.devices import make_code
from tests.floor.live.serving import Server, arrived
from tests.floor.people.conftest import PINS, New, by_taps, shoot
from tests.floor.people.test_handover import OPENING
from tests.played import BACKEND, say
from tests.screens.looking import violations

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZES = [(1180, 820), (820, 1180), (390, 844)]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_no_page_of_people_has_an_accessibility_fault(
    served: Server,
    staff: Cast,
    new_page: New,
    play: Callable[..., object],
    theme: str,
    language: str,
) -> None:
    play("deal-order", "nobody-put-it-right", ago=timedelta(minutes=50), at="CDE/BJ-02")
    say(f"@{(timezone.now() - timedelta(minutes=30)).isoformat()} {OPENING}exposed Kd\n", at="CDE/BJ-01")
    say(
        f"@{(timezone.now() - timedelta(minutes=20)).isoformat()} {OPENING}exposed Kd\nburned Kd exposed\n"
        "cctv_requested pit_boss\n",
        at="CDE/BJ-03",
    )
    staff.rosa.language = staff.ana.language = language
    staff.rosa.save(update_fields=["language"])
    staff.ana.save(update_fields=["language"])
    _, code = make_code(casino=staff.casino, by=staff.ana, name="Tableta 2")
    admin = Client()
    admin.force_login(staff.ana, backend=BACKEND)
    found: dict[str, list[str]] = {}
    pins.give_pin(person=staff.lucia, pin=PINS["lucia"], by=staff.ana)
    for _ in range(5):
        pins.check_pin(person=staff.ivan, pin="918273", place="Tableta 1")
    tablet = new_page(None, theme=theme, language=language)
    desk = new_page(None, name=None, theme=theme, language=language)
    session = admin.cookies["pitboss_session"].value
    desk.context.add_cookies([{"name": "pitboss_session", "value": session, "url": served.address}])
    stranger = new_page(None, name=None, theme=theme, language=language)
    look = [
        (stranger, "/floor/sign-in/", "stranger"),
        (stranger, f"/floor/enrol/{code}/", "enrol"),
        (stranger, "/floor/enrol/nothing/", "gone"),
        (tablet, "/floor/sign-in/", "sign-in"),
        (tablet, "/floor/handover/", "handover"),
        (tablet, "/floor/handover/", "switch"),
        (desk, "/floor/devices/", "devices"),
        (desk, "/floor/people/", "people"),
    ]
    for page, path, name in look:
        page.goto(served.address + path)
        if name == "sign-in":
            by_taps(page, "R-1042", PINS["rosa"], language)
            arrived(page, "/floor/")
            page.goto(served.address + path)
            page.wait_for_selector(".pin__person")
        if name == "switch":
            page.locator("#who").click()
            page.wait_for_selector(".pin")
        if name == "devices":
            page.locator("form[action='/floor/devices/new/'] button").click()
            page.wait_for_selector(".qr")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.setdefault(name, []).append(f"wider than {width}")
            if theme == "dark" and language == "es-cl":
                shoot(page, f"{name}-{width}")
        small = page.evaluate(
            """() => [...document.querySelectorAll("main button, main a.key, dialog button")]
            .filter((one) => one.checkVisibility() && (one.offsetWidth < 44 || one.offsetHeight < 44))
            .map((one) => one.outerHTML.slice(0, 80))"""
        )
        found.setdefault(name, []).extend(f"small: {one}" for one in small)
        # axe is put into the page by the debugger, which the content policy does not stop
        found[name] += violations(page)
    assert {name: faults for name, faults in found.items() if faults} == {}
