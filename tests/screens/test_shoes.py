"""The page of shoes in a browser: accessibility, widths, no refusals, and a shoe made with the keyboard alone."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from pitboss.shoes.models import Mode, ShoeDevice, ShoeRefusal
from pitboss.shoes.verbs.make import make
from pitboss.shoes.verbs.revoke import revoke
from tests.screens.conftest import Opened
from tests.screens.looking import DESK, SIZES, assert_sound, listening, picture

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def floor(live_server: LiveServer, cast: Cast) -> None:
    """One that sends, one that waits for its table with a clock that is off, one that is silent, one revoked."""
    now = timezone.now()
    old, _ = make(table=cast.tables["CDE/BJ-01"], name="Sabot 2019-004", mode=Mode.WITNESS, by=cast.ana)
    revoke(device=old, by=cast.ana, now=now)
    for table, name, mode, said in (
        ("BJ-01", "Sabot 2024-011", Mode.WITNESS, {"seen_at": now, "nth": 143, "offset_ms": 40}),
        ("BJ-02", "Sabot 2024-012", Mode.RECORD, {"seen_at": now, "nth": 1, "waiting": 12, "offset_ms": -4200}),
        ("BJ-03", "Sabot 2024-013", Mode.WITNESS, {"seen_at": now - timedelta(hours=2), "nth": 288}),
    ):
        device, _ = make(table=cast.tables[f"CDE/{table}"], name=name, mode=mode, by=cast.ana)
        ShoeDevice.objects.filter(pk=device.pk).update(protocol="tcp, ndjson", **said)
    ShoeRefusal.objects.create(
        device=device, boot="0" * 16, n=7, at=now, field="card",
        expected="a card: one of A23456789TJQK and one of shdc, as Th",
        said='{"boot":"0000000000000000","n":7,"at":"2026-11-29T22:14:02Z","what":"card","card":"1x"}',
    )  # fmt: skip


def test_the_page_has_no_accessibility_fault_is_not_too_wide_and_keeps_its_policy(floor: None, opened: Opened) -> None:
    for theme in ("light", "dark"):
        page = opened("/shoes/", who="ana", theme=theme, bypass_csp=True)
        assert_sound(page, f"shoes-{theme}", SIZES if theme == "light" else (DESK,))


def test_a_shoe_is_made_and_revoked_with_the_keyboard_alone(floor: None, opened: Opened) -> None:
    page = opened("/shoes/", who="ana", language="en")
    said = listening(page)
    page.locator("#name").focus()
    page.keyboard.type("Shoe 9")
    page.keyboard.press("Enter")
    expect(page.locator(".shoes__key")).to_be_visible()
    picture(page, "shoes-made")
    page.get_by_label("Revoke Shoe 9").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Revoke Shoe 9")).to_have_count(0)
    assert said == []
