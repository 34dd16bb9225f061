"""`make run`, as a newcomer sees it: one command, an address, a sign-in, and nothing left behind."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pitboss.database.place import Place
from pitboss.run import shifts
from tests.conftest import CHECKOUT

SHIFT = "fixtures/shifts/demo-BJ-01.ndjson"


class Shown:
    """A system that was started by `python -m pitboss.run`, and what it has printed so far."""

    def __init__(self, home: Path, log: Path) -> None:
        self.home, self.log = home, log
        unset = {"DATABASE_URL", "DATABASE_OWNER_URL", "CELERY_BROKER_URL", "PITBOSS_PORT"}
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pitboss.run"],
                cwd=CHECKOUT,
                env={**kept, "PITBOSS_HOME": str(home)},
                stdout=out,
                stderr=out,
            )
        until = time.monotonic() + 150
        while not (found := re.search(r"runs at (\S+)\nSign in as (\w+) with the password (\S+)", self.said)):
            assert self.process.poll() is None, self.said
            assert time.monotonic() < until, self.said
            time.sleep(0.1)
        self.address, self.name, self.password = found.groups()
        self.children = descendants(self.process.pid)

    @property
    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def nothing_is_left(self, patience: float = 30) -> bool:
        until = time.monotonic() + patience
        while any(alive(pid) for pid in self.children):
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True


def descendants(pid: int) -> list[int]:
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        found += [int(child), *descendants(int(child))]
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def shown() -> Iterator[Shown]:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-test-"))
    folder.chmod(0o711)
    system = Shown(folder / "home", folder / "log")
    yield system
    system.process.kill()
    system.process.wait()
    assert system.nothing_is_left()
    shutil.rmtree(Place.under(system.home).root, ignore_errors=True)
    shutil.rmtree(folder)


@pytest.mark.slow
def test_it_shows_a_shift_lets_people_in_and_stops_with_all_that_it_started(shown: Shown) -> None:
    assert f"Replaying {SHIFT}" in shown.said
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar := CookieJar()))
    browser.open(f"{shown.address}sign-in/").close()
    token = next(cookie.value for cookie in jar if cookie.name == "pitboss_csrf")
    form = {"username": shown.name, "password": shown.password, "csrfmiddlewaretoken": token or ""}
    with browser.open(f"{shown.address}sign-in/", urlencode(form).encode()) as answer:
        assert answer.status == 200
        assert not answer.url.endswith("/sign-in/")
    with browser.open(f"{shown.address}static/pitboss/css/tokens.css") as answer:
        assert answer.headers["Content-Type"] == "text/css"
    with browser.open(f"{shown.address}api/v1/incidents/") as answer:
        assert json.load(answer)["results"], "the demo shift has incidents"
    a_tablet_is_enrolled_and_rosa_signs_in(shown)
    shown.process.send_signal(signal.SIGTERM)
    assert shown.process.wait(60) == 0
    assert shown.said.endswith("pitboss has stopped.\n"), shown.said
    assert "Traceback" not in shown.said
    assert shown.nothing_is_left(patience=1)


def a_tablet_is_enrolled_and_rosa_signs_in(shown: Shown) -> None:
    """With nothing but what was printed: the link, the badge and the PIN."""
    link = re.search(rf"{re.escape(shown.address)}floor/enrol/\S+/", shown.said)
    person = re.search(r"Rosa Soto (\S+) PIN (\d{6})", shown.said)
    assert link, shown.said
    assert person, shown.said
    cookies = CookieJar()
    tablet = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    tablet.open(link[0]).close()
    form = {"csrfmiddlewaretoken": token(cookies), "name": "Demo"}
    with tablet.open(link[0], urlencode(form).encode()) as answer:
        assert answer.url.endswith("/floor/sign-in/")
    asked = urllib.request.Request(
        f"{shown.address}floor/api/sign-in/",
        json.dumps({"badge": person[1], "pin": person[2]}).encode(),
        {"Content-Type": "application/json", "X-CSRFToken": token(cookies)},
    )
    with tablet.open(asked) as answer:
        assert json.load(answer)["person"]["name"] == "Rosa Soto"


def token(cookies: CookieJar) -> str:
    return next(str(one.value) for one in cookies if one.name == "pitboss_csrf")


@pytest.mark.slow
def test_killed_outright_it_leaves_nothing_running(shown: Shown) -> None:
    shown.process.kill()
    shown.process.wait()
    assert shown.nothing_is_left()


def test_the_answer_key_of_the_demo_is_not_a_shift() -> None:
    found = shifts(CHECKOUT / "fixtures" / "shifts")
    assert found
    assert not [file for file in found if "truth" in file.name]
