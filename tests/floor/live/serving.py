"""A real server for a real browser: uvicorn on a port of this machine, which can be killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

from pitboss.accounts.models import Person
from pitboss.casino.models import Table
from pitboss.floor.devices import COOKIE, enrol, make_code
from tests.conftest import CHECKOUT

STORE = "/static/pitboss/floor/js/store.js"


class Server:
    """uvicorn on one port. ``kill`` is -9: it says good-bye to nobody."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "pitboss.asgi:application", "--port", str(self.port)]
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
        self.process = subprocess.Popen(
            [*command, "--lifespan", "off", "--log-level", "warning", "--timeout-graceful-shutdown", "1"],
            cwd=CHECKOUT,
            env={**environment, "PITBOSS_DATABASE_POOL": "8"},
        )
        until = time.monotonic() + 30
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("uvicorn did not start")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def arrived(page: Page, path: str) -> None:
    """The page at that path is there with its scripts.

    No pattern will do: it would fit the address of the sign-in too, which names the path as where to go ``next``.
    """
    page.wait_for_url(lambda url: urlsplit(url).path == path)


class Screen:
    """A tablet with a screen: an enrolled browser context, and the store of one table in its page."""

    def __init__(self, context: BrowserContext, server: Server, table: Table, name: str, badge: str = "R-1042") -> None:
        _, code = make_code(casino=table.casino, by=None, name=name, pit=table.pit)
        self.device, self.token = enrol(code=code, name=name)
        self.server, self.table, self.badge = server, table, badge
        self.said: list[str] = []
        self.take(context)

    def take(self, context: BrowserContext) -> None:
        """This browser is the tablet from now on."""
        self.context = context
        context.add_cookies([{"name": COOKIE, "value": self.token, "url": self.server.address, "httpOnly": True}])
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("console", lambda message: self.said.append(message.text) if message.type == "error" else None)
        return page

    def sign_in(self, person: Person, session: str) -> None:
        self.context.add_cookies([{"name": "pitboss_session", "value": session, "url": self.server.address}])

    def open(self, *, engine: bool = True, page: str = "sign-in") -> None:
        """A page with a store that the test speaks to. ``page="table"``: the table's own, which has one beside it."""
        path = f"tables/{self.table.pk}" if page == "table" else page
        self.page.goto(f"{self.server.address}/floor/{path}/")
        self.bind(engine=engine)

    def bind(self, *, engine: bool = True) -> None:
        self.page.evaluate(
            """async ([address, pk, badge]) => {
                const { openTable } = await import(address);
                window.kept = await openTable(pk, { lang: "es", person: () => ({ badge, role: "pit_boss" }) });
            }""",
            [STORE, self.table.pk, self.badge],
        )
        if engine:
            self.wait("state.engine === 'ready'")

    def state(self, expression: str = "state") -> Any:
        """Of the store, as JSON."""
        return self.page.evaluate(f"() => {{ const state = window.kept.state; return {expression}; }}")

    def wait(self, expression: str, patience: float = 30) -> None:
        self.page.wait_for_function(
            f"() => {{ const state = window.kept.state; return {expression}; }}", timeout=patience * 1000
        )

    def say(self, *events: dict[str, Any]) -> list[str]:
        """The ids of what was said, once it is on the tablet's disk and shown."""
        ids: list[str] = self.page.evaluate(
            "async (events) => (await window.kept.say(events)).map(({ id }) => id)", list(events)
        )
        return ids

    def findings(self) -> list[tuple[str, str]]:
        found = self.state("state.picture.findings.map(({ key, outcome }) => [key, outcome])")
        return sorted((key, outcome) for key, outcome in found)
