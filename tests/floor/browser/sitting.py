"""One database, one server and one tablet with Rosa at it, for a file of tests; each test has a table of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page

from pitboss.accounts import pins
from pitboss.casino.cast import Cast, load_cast
from pitboss.casino.models import Table
from pitboss.floor.devices import COOKIE, enrol, make_code
from pitboss.ledger.models import Entry
from tests.conftest import CHECKOUT, _as_admin, _drop, _url
from tests.floor.browser.conftest import PIN, enter_pin
from tests.floor.browser.hand import Hand
from tests.floor.live.serving import Server, arrived
from tests.floor.live.tablets import Tablet, event

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

SHOTS = os.environ.get("PITBOSS_SHOTS")
"""A folder: pictures of the states on the way are kept there."""


@pytest.fixture(scope="module")
def floor(
    django_db_setup: None, template: str, django_db_blocker: DjangoDbBlocker, browser: Browser
) -> Iterator[Floor]:
    """One database, one server and one tablet for all tests of this file; each test has a table of its own."""
    ours = connection.settings_dict
    shared, name = ours["NAME"], f"{ours['NAME']}_full"
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as environment:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        connection.close()
        _as_admin(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        ours["NAME"] = name
        environment.setenv("DATABASE_URL", _url(ours))
        environment.setenv("DATABASE_OWNER_URL", _url({**ours, **ours["OWNER"]}))
        server = Server()
        try:
            server.start()
            opened = Floor(browser, server, load_cast())
            yield opened
            opened.context.close()
        finally:
            server.kill()
            connection.close()
            ours["NAME"] = shared
            _drop(name)


class Floor:
    """A tablet with Rosa at it. ``table()`` is a table nobody has used, shown in full mode."""

    def __init__(self, browser: Browser, server: Server, cast: Cast) -> None:
        self.server, self.cast = server, cast
        self.count = 0
        self.facts = False
        self.sitting: Sitting | None = None
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(viewport={"width": 1180, "height": 820})
        _, code = make_code(casino=cast.casino, by=None, name="Tableta 1", pit=cast.table.pit)
        cookies = {COOKIE: enrol(code=code, name="Tableta 1")[1], "pitboss_floor_mode": "full"}
        self.context.add_cookies([{"name": key, "value": kept, "url": server.address} for key, kept in cookies.items()])
        pins.give_pin(person=cast.rosa, pin=PIN, by=None, must_change=False)
        page = self.new_page()
        page.goto(f"{server.address}/floor/sign-in/?next=/floor/")
        page.fill("#pin-badge", cast.rosa.badge)
        page.keyboard.press("Enter")
        enter_pin(page)
        arrived(page, "/floor/")
        page.close()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        return page

    def table(self, *facts: dict[str, Any]) -> Sitting:
        """These happened there already."""
        if self.sitting:
            # each page holds a stream open, and a browser has few connections for one server
            self.sitting.page.close()
        self.count += 1
        table = Table.objects.create(pit=self.cast.table.pit, name=f"FM-{self.count:02}")
        self.facts = bool(facts)
        if facts:
            before = Tablet(table, name=f"Antes {self.count}", person=self.cast.rosa)
            said = [event(str(one["kind"]), "R-1042", second=at, **{k: v for k, v in one.items() if k != "kind"})
                    for at, one in enumerate(facts)]  # fmt: skip
            before.say(*said)
        self.sitting = Sitting(self, table)
        return self.sitting


class Sitting:
    """One table of the tablet, its page and its ledger."""

    def __init__(self, floor: Floor, table: Table) -> None:
        self.floor, self.table = floor, table
        self.page = floor.new_page()
        self.page.goto(f"{floor.server.address}/floor/tables/{table.pk}/")
        try:
            self.page.locator(".full .key, .full .pad").first.wait_for(timeout=20_000)
        except Exception as late:
            raise AssertionError(f"{floor.complaints} {self.page.inner_text('body')[:600]}") from late
        if floor.facts:
            # that somebody else was here is said once and read
            self.page.locator("#notices .key").click()
        self.hand = Hand(self.page)

    def settled(self) -> None:
        """Everything is sent."""
        self.page.wait_for_function("() => /todo enviado/.test(document.getElementById('connection').textContent)")

    def ledger(self) -> list[dict[str, Any]]:
        self.settled()
        rows = Entry.objects.filter(session__table=self.table).order_by("number").values_list("body", flat=True)
        return [msgspec.json.decode(body) for body in rows]

    def findings(self, tmp_path: Path) -> list[tuple[str, str]]:
        """Code and outcome of each, as the engine's command line finds them in the ledger."""
        return [(found["code"], found["outcome"]) for found in checked(tmp_path, self.ledger(), "check")]

    def shot(self, name: str) -> None:
        if SHOTS:
            self.page.screenshot(path=f"{SHOTS}/full-{name}.png")


def checked(tmp_path: Path, events: list[dict[str, Any]], what: str) -> list[dict[str, Any]]:
    """What the engine's command line says of these events."""
    path = tmp_path / "played.ndjson"
    # one table: what the test said for it has no name of it, what the page said has
    lines = [{name: value for name, value in event.items() if name != "table"} for event in events]
    path.write_bytes(b"".join(msgspec.json.encode(event) + b"\n" for event in lines))
    done = subprocess.run(
        [sys.executable, "-m", "rules", what, str(path), "--json"], cwd=CHECKOUT, capture_output=True, check=False
    )
    assert done.stderr == b""
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]
