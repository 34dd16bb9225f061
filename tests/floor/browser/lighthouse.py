"""Run by `scripts/lighthouse.sh`: what Lighthouse says of the wall and the table, with a person signed in.

A real server, and a browser that signed in with a PIN before Lighthouse is let into it by its debugging port: it
sees what a person sees. Desktop settings: a tablet on the casino's own network, no telephone on a slow mobile one.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from pitboss.casino.cast import Cast
from tests.conftest import CHECKOUT, CHROMIUM
from tests.floor.browser.conftest import Opened
from tests.floor.browser.test_wall_page import ROUND, WRONG_PLACE, say
from tests.floor.live.plays import READY
from tests.floor.live.serving import Server
from tests.floor.live.tablets import Tablet

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LIGHTHOUSE = CHECKOUT / "var" / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("performance", "accessibility", "best-practices")
LEAST = 95


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


@pytest.fixture
def browser(chromium: str, port: int, tmp_path: Path) -> Iterator[Browser]:
    """One whose first context is the one that Lighthouse opens its pages in."""
    process = subprocess.Popen(
        [chromium, *CHROMIUM, "--headless=new", f"--remote-debugging-port={port}", f"--user-data-dir={tmp_path}",
         "about:blank"],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        with sync_playwright() as playwright:
            for _ in range(100):
                try:
                    opened = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
                    break
                except Error:
                    time.sleep(0.1)
            opened.new_context = lambda **_: opened.contexts[0]  # type: ignore[method-assign]
            yield opened
    finally:
        process.terminate()
        process.wait()


def test_the_wall_and_the_table_have_95_or_more_of_everything(
    shoe: Callable[[str], Tablet], opened: Opened, served: Server, cast: Cast, port: int, tmp_path: Path
) -> None:
    say(shoe("BJ-01"), *READY, *ROUND, WRONG_PLACE)
    say(shoe("BJ-02"), *READY, *ROUND)
    page = opened("/floor/", person=True)
    scores = {}
    for theme in ("dark", "light"):
        page.context.add_cookies([{"name": "pitboss_floor_theme", "value": theme, "url": served.address}])
        for address in ("/floor/", f"/floor/tables/{cast.table.pk}/"):
            told = looked_at(served.address + address, port, tmp_path / "report.json")
            assert told["finalDisplayedUrl"] == served.address + address
            found = {name: round(told["categories"][name]["score"] * 100) for name in CATEGORIES}
            scores[address, theme] = found
            print(f"\n{address} {theme}: {found}")
            for name, audit in told["audits"].items():
                if audit.get("score") is not None and audit["score"] < 0.9:
                    print(f"  {name}: {audit['title']} {audit.get('displayValue', '')}")
    assert [place for place, found in scores.items() if min(found.values()) < LEAST] == []


def looked_at(address: str, port: int, report: Path) -> dict[str, Any]:
    """Lighthouse's report of that page."""
    subprocess.run(
        ["node", str(LIGHTHOUSE), address, f"--port={port}", "--disable-storage-reset", "--preset=desktop", "--quiet",
         "--output=json", f"--output-path={report}", f"--only-categories={','.join(CATEGORIES)}"],
        check=True,
    )  # fmt: skip
    told: dict[str, Any] = json.loads(report.read_text())
    return told
