"""Exports in a browser: accessibility, widths, asked with the keyboard alone, and the bundle that comes down."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.exports.conftest import asked, made, own_files  # noqa: F401 (fixtures work by name)
from tests.reaudit.conftest import short, take
from tests.screens.conftest import Opened
from tests.screens.looking import DESK, PHONE, WIDE, assert_sound, listening, picture

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZES = (DESK, WIDE, PHONE)


def test_exports_are_asked_for_watched_and_taken_away(live_server: LiveServer, cast: Cast, opened: Opened) -> None:
    from pitboss.exports.models import Export

    take(short())
    made(asked(cast.marta, why="Oficio 12 de la SCJ"))
    waits = asked(cast.marta, since=date(2026, 9, 1), until=date(2026, 11, 30), why="Reclamo R-2026-000007",
                  redaction="complainant", seat="1", codes=("wrong-payout",))  # fmt: skip
    page = opened("/exports/", bypass_csp=True)
    base = page.url.removesuffix("/exports/")
    for name, address in [
        ("form", f"/exports/?from={waits.pk}"),
        ("running", f"/exports/{waits.pk}/"),
        ("done", f"/exports/{Export.objects.exclude(pk=waits.pk).get().pk}/"),
    ]:
        page.goto(base + address)
        assert_sound(page, f"exports-{name}", SIZES)

    page = opened("/exports/")
    said = listening(page)
    for field, text in (("since", "2026-11-27"), ("until", "2026-11-30")):
        page.locator(f"#{field}").fill(text)
    page.locator("#why").focus()
    page.keyboard.type("oficio 13")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".reaudit__scope").wait_for()
    picture(page, "exports-preview")
    page.locator("button[value=ask]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/exports/{waits.pk + 1}/")
    part = made(Export.objects.get(why="oficio 13"))
    # The page asks every two seconds, and offers the bundle when it is there
    with page.expect_download() as coming:
        page.locator(".exports__parts .button").click(timeout=20_000)
    assert hashlib.sha256(coming.value.path().read_bytes()).hexdigest() == part.sha256
    assert coming.value.suggested_filename == f"{part.folder}.zip"
    assert said == []
