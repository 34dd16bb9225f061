"""How long a tap takes to show what it means, online and without the network, with twenty tables live.

    .venv/bin/python -m benchmarks.floor [--tables 20] [--taps 120]

A real server, a real PostgreSQL that waits for its disk, a real Chromium. A feeder, a process of its own, posts
an event on every table in turn, about one a second and table. On one tablet, signed in at the table's own page, cards
that came out of the shoe face up are tapped, each burned with the band's key; measured is the time from the tap on
the card until the band with its finding has been drawn (the frame after it), and from a commit on another table
until this browser hears of it. Prints medians and the 95th percentile, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
BROWSER = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync")  # fmt: skip
TAPS = """async ([taps]) => {
    const shown = [];
    const until = (there) => new Promise((done) => {
        const look = () => there() && (watch.disconnect(), done());
        const watch = new MutationObserver(look);
        watch.observe(document.body, { childList: true, subtree: true, attributes: true });
        look();
    });
    const key = async (selector) => {
        await until(() => document.querySelector(selector)?.checkVisibility());
        document.querySelector(selector).click();
    };
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    for (let tap = 0; tap < taps; tap += 1) {
        const card = "A23456789TJQK"[tap % 13] + "shdc"[Math.floor(tap / 13) % 4];
        await key("#other");
        await key("#o-exposed");
        await until(() => document.querySelector(`#entry [data-card='${card}']`));
        await drawn();
        const began = performance.now();
        document.querySelector(`#entry [data-card='${card}']`).click();
        await until(() => document.querySelector("#rail .band__title"));
        await drawn();
        shown.push(performance.now() - began);
        await key("#rail .band__do .key");
        await until(() => !document.querySelector("#rail .band__title"));
        await new Promise((done) => setTimeout(done, 60));
    }
    return shown;
}"""
ENGINE_STARTS = 25
"""Seconds: until its own engine runs a page shows the server's pictures, and nothing on it says which."""
HEARD = """async ([address]) => {
    const { listen } = await import(address);
    window.heard = [];
    listen({ floor: ({ table, last_number }) => window.heard.push([table, last_number, Date.now()]) });
}"""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tables", type=int, default=20)
    asked.add_argument("--taps", type=int, default=120)
    asked.add_argument("--feed", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.feed:
        feed(json.loads(given.feed))
        return 0
    with ExitStack() as until_the_end:
        home = until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-floor-"))
        os.chmod(home, 0o711)
        os.environ["PITBOSS_HOME"] = f"{home}/home"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
        from pitboss.database.embedded import running

        if not os.environ.get("DATABASE_URL"):
            until_the_end.enter_context(running(Path(os.environ["PITBOSS_HOME"])))
        measure(given.tables, given.taps)
    return 0


def measure(tables: int, taps: int) -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    from playwright.sync_api import sync_playwright

    from tests.floor.live.serving import Server

    floor = many_tables(tables)
    server = Server()
    server.start()
    try:
        with sync_playwright() as playwright, feeding(server.address, floor) as feeder:
            opened = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(BROWSER))
            page, context = signed_in(opened, server, floor[0])
            tell("tap to finding on screen, online", page.evaluate(TAPS, [taps]))
            page.evaluate(HEARD, ["/static/pitboss/floor/js/stream.js"])
            time.sleep(15)
            tell("commit on another table to this browser", news(page.evaluate("window.heard")))
            sent = "() => document.querySelector('#connection').textContent.includes('todo enviado')"
            page.wait_for_function(sent, timeout=120_000)
            context.set_offline(True)
            tell("tap to finding on screen, without network", page.evaluate(TAPS, [taps]))
            context.set_offline(False)
            began = time.monotonic()
            page.wait_for_function(sent, timeout=120_000)
            print(f"{2 * taps} entries sent {time.monotonic() - began:.1f} s after the network came back")
            opened.close()
            if feeder.poll() is not None:
                raise RuntimeError("the feeder ended before its time")
    finally:
        server.kill()


def signed_in(browser: Any, server: Any, table: Any) -> tuple[Any, Any]:
    """The page of that table in full mode, a round dealt, Rosa at the tablet and its engine started."""
    from pitboss.accounts import pins
    from pitboss.accounts.models import Person
    from pitboss.floor.devices import COOKIE
    from tests.floor.browser.conftest import PIN, enter_pin
    from tests.floor.browser.test_wall_page import ROUND, say
    from tests.floor.live.plays import READY
    from tests.floor.live.tablets import Tablet

    rosa = Person.objects.get(badge="R-1042")
    pins.give_pin(person=rosa, pin=PIN, by=None, must_change=False)
    tablet = Tablet(table, "Tableta medida", rosa)
    tablet.client.defaults["SERVER_NAME"] = "localhost"
    say(tablet, *READY, *ROUND)
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    cookies = {COOKIE: tablet.token, "pitboss_floor_mode": "full"}
    context.add_cookies([{"name": name, "value": value, "url": server.address} for name, value in cookies.items()])
    page = context.new_page()
    page.goto(f"{server.address}/floor/sign-in/?next=/floor/tables/{table.pk}/")
    page.fill("#pin-badge", rosa.badge)
    page.keyboard.press("Enter")
    enter_pin(page)
    page.wait_for_url("**/tables/**")
    page.locator("#other").wait_for()
    time.sleep(ENGINE_STARTS)
    page.evaluate(TAPS, [10])  # warms up
    return page, context


def tell(what: str, milliseconds: Sequence[float]) -> None:
    ordered = sorted(milliseconds)
    last = ordered[int(len(ordered) * 0.95)]
    print(f"{what}: median {statistics.median(ordered):.0f} ms, 95 % within {last:.0f} ms ({len(ordered)})")


def news(heard: Sequence[Any]) -> list[float]:
    """How long after the ledger received an entry this browser heard of it."""
    from pitboss.ledger.models import Entry

    took = []
    for table, number, at in heard:
        entry = Entry.objects.filter(session__table=table, number=number).first()
        if entry is not None:
            took.append(at - entry.received_at.timestamp() * 1000)
    return took


def many_tables(count: int) -> list[Any]:
    """The cast's casino with so many tables in one pit."""
    from pitboss.casino.cast import load_cast
    from pitboss.casino.models import Table

    cast = load_cast()
    pit = cast.table.pit
    for number in range(1, count + 1):
        Table.objects.get_or_create(casino=pit.casino, name=f"BJ-{number:02}", defaults={"pit": pit})
    return list(Table.objects.filter(pit=pit).order_by("name")[:count])


@contextmanager
def feeding(address: str, floor: Sequence[Any]) -> Iterator[subprocess.Popen[bytes]]:
    """The process that keeps the other tables busy."""
    from pitboss.floor.devices import enrol, make_code

    _, code = make_code(casino=floor[0].casino, by=None, name="Alimentador", pit=None)
    _, token = enrol(code=code, name="Alimentador")
    told = json.dumps({"address": address, "token": token, "tables": [table.pk for table in floor[1:]]})
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.floor", "--feed", told], cwd=CHECKOUT)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def feed(told: dict[str, Any]) -> None:
    """Post on each table in turn, one event a second and table, for ten minutes at most."""
    import urllib.error
    import urllib.request
    from datetime import UTC, datetime
    from uuid import uuid4

    from tests.floor.live.plays import READY, card_over_17, plain_round

    play = [
        *READY,
        *(one for number in range(1, 400) for one in (card_over_17 if number % 5 == 0 else plain_round)(number)),
    ]
    token = "t" * 32
    headers = {
        "Content-Type": "application/json",
        "Cookie": f"pitboss_device={told['token']}; pitboss_csrf={token}",
        "X-CSRFToken": token,
    }
    known: dict[int, tuple[int | None, int]] = dict.fromkeys(told["tables"], (None, 0))
    until = time.monotonic() + 600
    for facts in play:
        began = time.monotonic()
        for table in told["tables"]:
            said = {**facts, "id": str(uuid4()), "at": datetime.now(UTC).isoformat(), "by": "R-1042"}
            session, number = known[table]
            sent = {"session": session, "known": number, "unsent": 0, "entries": [{"event": said}]}
            body = json.dumps(sent).encode()
            asked = urllib.request.Request(f"{told['address']}/floor/api/tables/{table}/events/", body, headers)
            with urllib.request.urlopen(asked, timeout=30) as answer:
                heard = json.load(answer)
            known[table] = (heard["session"]["id"], heard["tally"]["number"])
        if time.monotonic() > until:
            return
        time.sleep(max(0.0, 1 - (time.monotonic() - began)))


if __name__ == "__main__":
    sys.exit(main())
