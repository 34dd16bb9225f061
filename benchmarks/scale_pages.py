"""How long pages take: a real server process, asked one thing after the other, each time for something else."""

from __future__ import annotations

import http.client
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import quote

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.scale_house import everywhere
from benchmarks.scale_lives import RARE, WHAT
from pitboss.incidents.models import Incident
from pitboss.replay.models import Finding

CHECKOUT: Final = Path(__file__).resolve().parent.parent
BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
HTMX: Final = {"HX-Request": "true"}
TABLE: Final = re.compile(r"(<!-- measured -->\n).*(<!-- /measured -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """A kind of request. ``twice``: also asked again at once, when what was worked out is kept."""

    name: str
    addresses: list[str]
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """Milliseconds, and how many queries one such request takes."""

    name: str
    times: list[float]
    queries: str

    def line(self) -> str:
        middle = statistics.median(self.times)
        high = statistics.quantiles(self.times, n=20)[-1]
        return f"| {self.name} | {middle:.0f} | {high:.0f} | {self.queries} | {len(self.times)} |"


def measure(requests: int, only: str, write: str | None) -> None:
    """Ask each page so many times and print, or write into the document, what it took."""
    told: list[Told] = []
    with serving() as port:
        for page in pages(requests):
            for one in _asked(page, port) if only in page.name else ():
                told.append(one)
                print(one.line(), f"load {os.getloadavg()[0]:.1f}", flush=True)
    lines = ["| Page | Median, ms | 95 %, ms | Queries | Requests |", "|---|---:|---:|---:|---:|"]
    lines += [one.line() for one in told]
    text = "\n".join(lines)
    if write is not None:
        file = Path(write)
        said = file.read_text(encoding="utf-8")
        file.write_text(TABLE.sub(lambda found: f"{found[1]}{text}\n{found[2]}", said), encoding="utf-8")


def pages(requests: int) -> list[Page]:
    """What is asked for, drawn at random from what is there."""
    dice = Random("scale:pages")
    keys = dice.sample(range(1, Incident.objects.order_by("-pk").values_list("pk", flat=True)[0] + 1), 3 * requests)
    cases = list(Incident.objects.filter(pk__in=keys).select_related("casino", "table"))
    some, others, third = cases[:requests], cases[requests : 2 * requests], cases[2 * requests :]
    dice.shuffle(some)
    inbox, words = "/incidents/", [quote(f"{one} {two}") for one in ("video", "sobres") for two in ("caja", "turno")]
    codes = list(Incident.objects.values_list("code", flat=True).distinct().order_by())
    last = Incident.objects.count() // 20
    today = timezone.now().date()
    spans = [(today - timedelta(days=days + 30), today - timedelta(days=days)) for days in range(0, 690, 23)]

    def many(addresses: Sequence[str]) -> list[str]:
        return [addresses[at % len(addresses)] for at in range(requests)]

    def case(one: Incident) -> str:
        return f"{inbox}{one.casino.code}/{one.folio}/"

    findings = list(Finding.objects.filter(link__incident__in=third).values_list("pk", flat=True)[:requests])
    sessions = [one.session_id for one in others]
    return [
        Page("Inbox", many([inbox, f"{inbox}?page=2", f"{inbox}?page=3"])),
        Page("Inbox, what is open", many([f"{inbox}?status=open", f"{inbox}?status=open&page=2"])),
        Page("Inbox, one table", many([f"{inbox}?casino={one.casino.code}&table={one.table.name}" for one in some])),
        Page("Inbox, one irregularity", many([f"{inbox}?code={code}" for code in codes])),
        Page("Inbox, thirty days", many([f"{inbox}?since={since}&until={until}" for since, until in spans])),
        Page("Inbox, page 100", many([f"{inbox}?page={100 + n}" for n in range(10)])),
        Page("Inbox, the last pages", many([f"{inbox}?page={last - n}" for n in range(10)])),
        Page("Search, a rare word", many([f"{inbox}?text={quote(word)}" for word in RARE])),
        Page("Search, a common word", many([f"{inbox}?text={quote(word.split()[-1])}" for word in WHAT])),
        Page("Search, two words", many([f"{inbox}?text={two}" for two in words])),
        Page("Search, the beginning of a folio", many([f"{inbox}?text={one.folio[:9]}" for one in others])),
        Page("Incident, first time", [case(one) for one in some], twice=True),
        Page("Patterns, 90 days", many([_patterns(one.casino.code, 90, n, today) for n, one in enumerate(some)])),
        Page("Patterns, a year", many([_patterns(one.casino.code, 365, n, today) for n, one in enumerate(some)])),
        Page("Affected rounds of a finding", [f"/affected/?finding={key}" for key in findings]),
        Page("What falls due", many(["/due/"])),
        Page("Ledger, sessions", many(["/ledger/", "/ledger/?page=2", "/ledger/?page=50", "/ledger/?page=120"])),
        Page("Ledger, one session", [f"/ledger/{pk}/" for pk in sessions]),
        Page("API, incidents", many([f"/api/v1/incidents/?table={one.table.name}" for one in some])),
        Page("API, one incident", [f"/api/v1/incidents/{one.pk}/" for one in others]),
        Page("API, entries of a round", [f"/api/v1/sessions/{one.session_id}/entries/?round={one.round or 1}"
                                         for one in others]),
    ]  # fmt: skip


def _patterns(casino: str, days: int, back: int, today: object) -> str:
    until = timezone.now().date() - timedelta(days=7 * back)
    return f"/patterns/?casino={casino}&since={until - timedelta(days=days - 1)}&until={until}"


def _asked(page: Page, port: int) -> Iterator[Told]:
    queries = _queries(page.addresses[:2])
    if queries is None:
        print(f"{page.name}: not there", file=sys.stderr)
        return
    cookie = _cookie()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    for address in ("/ledger/?page=3", "/incidents/?page=7"):
        _get(link, address, cookie)  # a server that has just started reads templates and connects
    first, again = [], []
    for address in page.addresses:
        first.append(_get(link, address, cookie))
        if page.twice:
            again.append(_get(link, address, cookie))
    yield Told(page.name, first, queries)
    if page.twice:
        yield Told(page.name.replace("first time", "again"), again, queries)


def _get(link: http.client.HTTPConnection, address: str, cookie: str) -> float:
    """Milliseconds until the whole page has come; a redirect is followed and counted in."""
    began = time.perf_counter()
    link.request("GET", address, headers={"Cookie": cookie, "Host": "localhost"})
    answer = link.getresponse()
    answer.read()
    if answer.status in (301, 302):
        link.request("GET", answer.headers["Location"], headers={"Cookie": cookie, "Host": "localhost"})
        answer = link.getresponse()
        answer.read()
    assert answer.status == 200, (answer.status, address)
    return 1000 * (time.perf_counter() - began)


def _queries(addresses: Sequence[str]) -> str | None:
    """How many, in this process; None where there is no such page."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(everywhere(), backend=BACKEND)
    counts = []
    for address in addresses:
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(address, follow=True)
        if answer.status_code == 404:
            return None
        assert answer.status_code == 200, (answer.status_code, address)
        counts.append(len(captured))
    least, most = min(counts), max(counts)
    return str(least) if least == most else f"{least} to {most}"


def _cookie() -> str:
    client = Client(SERVER_NAME="localhost")
    client.force_login(everywhere(), backend=BACKEND)
    return f"pitboss_session={client.cookies['pitboss_session'].value}"


@contextmanager
def serving() -> Iterator[int]:
    """uvicorn with one process on a port of this machine, as ``make run`` starts it."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "pitboss.asgi:application", "--port", str(port), "--lifespan", "off",
         "--log-level", "warning"],
        cwd=CHECKOUT,
        env={**os.environ, "PITBOSS_DATABASE_POOL": "4"},
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()
