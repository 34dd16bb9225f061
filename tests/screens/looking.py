"""What every page is held against: axe, the widths of its windows, the policy it is sent with; and pictures of it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe-core-4.14.1.min.js").read_text(encoding="utf-8")
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
DESK, WIDE, TALL, PHONE = (1440, 900), (1180, 820), (820, 1180), (390, 844)
SIZES = (DESK, WIDE, TALL)


def violations(page: Page, standards: object = STANDARDS) -> list[str]:
    """What axe finds wrong, one line each; the check itself must have looked at something."""
    page.wait_for_load_state()  # a page that is being followed may be there in part
    page.evaluate(AXE)
    # Of what is in order one node a rule is told: naming them all takes longer than looking at them
    how = {"runOnly": standards, "resultTypes": ["violations"]}
    result = page.evaluate("how => axe.run(document, how)", how)
    assert result["passes"]
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]}" for one in result["violations"] for node in one["nodes"]
    ]


def assert_sound(page: Page, name: str, sizes: Iterable[tuple[int, int]] = SIZES) -> None:
    """In no window of ``sizes`` has the page a fault or is wider than it; then its window is as it was.

    With PITBOSS_SHOTS a folder, its picture is left there in each.
    """
    before = page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        assert violations(page) == [], (name, width)
        picture(page, f"{name}-{width}")
    if before is not None:
        page.set_viewport_size(before)


def picture(page: Page, name: str) -> None:
    """With PITBOSS_SHOTS a folder, a picture to look at."""
    if folder := os.environ.get("PITBOSS_SHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def listening(page: Page) -> list[str]:
    """Grows with every error and warning that the page's console shows from now on."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said
