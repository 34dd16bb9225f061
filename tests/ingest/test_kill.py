"""A server killed with -9 in the middle of its work loses nothing that it answered with success."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from pitboss.api.models import issue
from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.incidents.models import Incident, IncidentFinding
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import verify
from pitboss.pipeline import replay_again
from pitboss.replay.models import Finding
from tests.conftest import CHECKOUT
from tests.ingest.plays import Said, exposed_round, opening, plain_round, timed

pytestmark = [pytest.mark.services, pytest.mark.slow]

KILLS = 3
TABLES = ("BJ-01", "BJ-02")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def serving(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A real uvicorn, ready to answer; killed with -9 at the end if it still lives."""
    command = [sys.executable, "-m", "uvicorn", "pitboss.asgi:application", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--lifespan", "off", "--log-level", "critical"], cwd=CHECKOUT, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until and server.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
            except OSError:
                time.sleep(0.05)
        yield server
    finally:
        server.kill()
        server.wait()


class Tablet(threading.Thread):
    """Sends its batches in order, each again until it is answered, and keeps what was answered."""

    def __init__(self, port: int, token: str, batches: list[list[Said]]) -> None:
        super().__init__(daemon=True)
        self.port, self.token, self.batches = port, token, batches
        self.kept: list[str] = []
        self.wrong: list[Any] = []
        self.over = threading.Event()

    def run(self) -> None:
        for batch in self.batches:
            while not self.over.is_set():
                try:
                    status, answer = self.post(batch)
                except (OSError, HTTPException, ValueError):
                    time.sleep(0.02)
                    continue
                if status != 200 or answer["rejected"]:
                    self.wrong.append((status, answer))
                    return
                self.kept.extend(event["id"] for event in batch)
                break

    def post(self, batch: list[Said]) -> tuple[int, Any]:
        server = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
            server.request("POST", "/api/v1/events/", json.dumps(batch), headers)
            answer = server.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            server.close()


def night(table: str) -> list[Said]:
    play = opening()
    for number in range(1, 25):
        play += exposed_round(number, burned=number % 2 == 0) if number % 3 == 0 else plain_round(number)
    return [{**event, "id": str(uuid4())} for event in timed(play, table=table)]


def test_no_event_that_was_answered_is_lost_when_the_server_is_killed(own_database: str, cast: Cast) -> None:
    token = issue(person=cast.rosa, name="tablet", now=timezone.now())
    port, chance = free_port(), random.Random(7)
    nights = {table: night(table) for table in TABLES}
    tablets = [
        Tablet(port, token, [events[start : start + 3] for start in range(0, len(events), 3)])
        for events in nights.values()
    ]
    for tablet in tablets:
        tablet.start()
    for _ in range(KILLS):
        with serving(port) as server:
            before = [len(tablet.kept) for tablet in tablets]
            until = time.monotonic() + 30
            # Let both get on before the blow, and let it fall anywhere within a request
            while time.monotonic() < until and not all(
                len(tablet.kept) > was + 9 or not tablet.is_alive() for tablet, was in zip(tablets, before, strict=True)
            ):
                time.sleep(0.01)
            time.sleep(chance.random() * 0.05)
            os.kill(server.pid, signal.SIGKILL)
            server.wait()
        kept = [UUID(event) for tablet in tablets for event in tablet.kept]
        there = set(Entry.objects.values_list("event_id", flat=True))
        assert set(kept) <= there, "answered with success, and gone"
    assert all(tablet.kept for tablet in tablets)
    with serving(port):
        for tablet in tablets:
            tablet.join(timeout=60)
    for tablet in tablets:
        tablet.over.set()
        assert tablet.wrong == []
        assert not tablet.is_alive()
    for table, events in nights.items():
        session = TableSession.objects.get(table__name=table)
        entries = Entry.objects.filter(session=session).order_by("number")
        assert [str(entry.event_id) for entry in entries] == [event["id"] for event in events]
        assert verify(session).holds
        # Findings went down with the entries that raised them or not at all
        assert replay_again(session=session, now=timezone.now()) == []
    assert IncidentFinding.objects.count() == Finding.objects.count() > 0
    numbers = list(Incident.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
