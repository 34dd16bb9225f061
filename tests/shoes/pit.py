"""A pit of simulated tables, a gateway in a process of its own, and the tablets: for tests and the benchmark."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

from pitboss.shoes.simulating.device import Device
from pitboss.shoes.simulating.faults import Beat, Emission, Fault
from pitboss.shoes.simulating.showing import Show, table
from tests.conftest import CHECKOUT

Said = dict[str, Any]
PROTOCOLS = ("ndjson", "framed")
MOST = 200
"""Events that a tablet sends at once."""


@dataclass(slots=True)
class Tablet:
    """What keys the record of one table. As on the floor, what is keyed goes into an outbox at once, and the outbox is
    sent in its order until the server has it."""

    server: str
    casino: str
    token: str
    rejected: list[Said] = field(default_factory=list)
    _outbox: Queue[list[Said]] = field(default_factory=Queue)
    _link: http.client.HTTPConnection | None = None

    def key(self, events: list[Said]) -> None:
        self._outbox.put(events)

    @property
    def waiting(self) -> int:
        """What was keyed and the server has not answered yet."""
        return self._outbox.unfinished_tasks

    def run(self, stop: Event) -> None:
        """Send what is keyed, until ``stop`` is set."""
        while not stop.is_set():
            try:
                events = list(self._outbox.get(timeout=0.2))
            except Empty:
                continue
            taken = 1
            while not self._outbox.empty() and len(events) < MOST:
                events += self._outbox.get()
                taken += 1
            self._send(events)
            for _ in range(taken):
                self._outbox.task_done()

    def _send(self, events: list[Said]) -> None:
        body = "".join(json.dumps(event) + "\n" for event in events)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/x-ndjson"}
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                if self._link is None:
                    where = urlsplit(self.server)
                    self._link = http.client.HTTPConnection(str(where.hostname), where.port, timeout=30)
                self._link.request("POST", f"/api/v1/events/?{urlencode({'casino': self.casino})}", body, headers)
                answer = self._link.getresponse()
                said = answer.read()
                if answer.status in (200, 422):
                    self.rejected += json.loads(said)["rejected"]
                    return
            except (OSError, http.client.HTTPException):
                pass
            self.close()
            time.sleep(0.2)
        raise AssertionError("the server has not answered for two minutes")

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None


@dataclass(slots=True)
class Played:
    """One table: what is played, with which faults, and the device that tells of it."""

    name: str
    beats: list[Beat]
    faults: list[Fault]
    device: Device
    token: str
    late: float = 0.0

    @property
    def lines(self) -> list[Emission]:
        """Cards, readable or not, that reached the device's memory, in its order."""
        found = [line for beat in self.beats for line in beat.lines if line.number and not line.lost]
        return sorted((one for one in found if one.what in ("card", "unreadable")), key=lambda one: one.number)


class Gateway:
    """``manage.py shoe_gateway``, or the same without Django, which starts sooner. ``kill`` is -9."""

    def __init__(self, folder: Path, server: str, tables: Sequence[Played], *, bare: bool = True) -> None:
        self.file = folder / "gateway.toml"
        shoes = [
            f'[[shoe]]\nname = "{one.name}"\ntoken = "{one.token}"\nadapter = "tcp"\n'
            f'address = "127.0.0.1:{one.device.port}"\nprotocol = "{one.device.protocol}"\n'
            for one in tables
        ]
        self.file.write_text(f'server = "{server}"\nbuffer = "buffer"\n\n' + "\n".join(shoes), encoding="utf-8")
        self.folder = folder
        self._command = (
            [sys.executable, "-m", "pitboss.shoes.gateway", str(self.file)]
            if bare
            else [sys.executable, "manage.py", "shoe_gateway", "--config", str(self.file)]
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        log = (self.folder / "gateway.log").open("ab")
        self._process = subprocess.Popen(self._command, cwd=CHECKOUT, stdout=log, stderr=log)
        log.close()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None

    def waiting(self) -> int:
        """Reads in its buffers."""
        import sqlite3

        found = 0
        for path in (self.folder / "buffer").glob("*.sqlite3"):
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as link:
                found += link.execute("SELECT count(*) FROM reads").fetchone()[0]
            link.close()
        return found


def played(
    names: Sequence[str], tokens: Sequence[str], *, cards: int, kinds: Sequence[str], seed: int = 7, apart: int = 1
) -> list[Played]:
    """Tables with their devices, every other one speaking the other protocol. ``apart``: how many kinds of fault each
    table begins behind the one before it."""
    found = []
    for number, (name, token) in enumerate(zip(names, tokens, strict=True)):
        beats, faults = table(name, seed=seed, cards=cards, kinds=kinds, first=apart * number)
        found.append(Played(name, beats, faults, Device(protocol=PROTOCOLS[number % 2]), token))
    return found


def show(tables: Sequence[Played], tablets: Sequence[Tablet], *, interval: float, stop: Event) -> list[Thread]:
    """Play all of them at once, each in a thread."""

    def run(one: Played, tablet: Tablet) -> None:
        shown = Show(one.beats, one.device, tablet.key, interval)
        shown.run(stop)
        one.late = shown.late

    for tablet in tablets:
        Thread(target=tablet.run, args=(stop,), daemon=True).start()
    threads = [Thread(target=run, args=(one, tablet), daemon=True) for one, tablet in zip(tables, tablets, strict=True)]
    for place, thread in enumerate(threads):
        thread.start()
        # Tables do not draw in step
        stop.wait(interval / len(threads) if place < len(threads) - 1 else 0)
    return threads


def settled(tables: Sequence[Played], tablets: Sequence[Tablet], gateway: Gateway, patience: float) -> bool:
    """Wait until nothing is on its way any more."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        held = sum(one.device.waiting for one in tables) + sum(one.waiting for one in tablets)
        if held == 0 and gateway.waiting() == 0:
            return True
        time.sleep(0.1)
    return False
