"""The stream of what happens: on a real server, with a real listener, as a browser would read it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from queue import Empty, Queue
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.floor.devices import COOKIE, revoke
from pitboss.incidents.models import Incident
from pitboss.incidents.verbs.ask_footage import ask_footage
from pitboss.ledger.models import Entry
from tests.floor.live.serving import Server
from tests.floor.live.tablets import Tablet, event, opening

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("own_database")]


class Listening(threading.Thread):
    """One reader of the stream. ``heard``: (moment, event, data, id)."""

    def __init__(self, server: Server, token: str, last: int | None = None) -> None:
        super().__init__(daemon=True)
        self.link = HTTPConnection("127.0.0.1", server.port, timeout=30)
        headers = {"Cookie": f"{COOKIE}={token}", "Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self.link.request("GET", "/floor/api/stream/", headers=headers)
        self.socket = self.link.sock
        self.answer: HTTPResponse = self.link.getresponse()
        self.heard: Queue[tuple[float, str, Any, str]] = Queue()
        self.start()

    def run(self) -> None:
        fields: dict[str, str] = {}
        try:
            for raw in self.answer:
                line = raw.decode().rstrip("\n")
                if line and not line.startswith(":"):
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "event" in fields:
                    told = (time.monotonic(), fields["event"], json.loads(fields["data"]), fields.get("id", ""))
                    self.heard.put(told)
                    fields = {}
        except (OSError, ValueError, AttributeError):
            return

    def close(self) -> None:
        """Go away, as a browser does: closing the file would wait for the thread that reads from it."""
        if self.is_alive():
            self.socket.shutdown(socket.SHUT_RDWR)
            self.join(10)
        self.answer.close()
        self.link.close()
        self.socket.close()

    def next(self, kind: str, patience: float = 10) -> tuple[float, Any, str]:
        """The next event of that kind."""
        until = time.monotonic() + patience
        while True:
            at, heard, data, number = self.heard.get(timeout=max(0.01, until - time.monotonic()))
            if heard == kind:
                return at, data, number


@pytest.fixture
def tablet(served: Server, cast: Cast) -> Tablet:
    return Tablet(cast.table, person=cast.rosa)


@pytest.fixture
def listening(served: Server, tablet: Tablet) -> Iterator[Listening]:
    reader = Listening(served, tablet.token)
    reader.next("beat")
    yield reader
    reader.close()


def test_an_entry_is_told_as_soon_as_it_is_committed(tablet: Tablet, listening: Listening) -> None:
    took = []
    for said in opening("R-1042"):
        told = tablet.say(said)
        answered = time.monotonic()
        at, data, number = listening.next("floor")
        took.append(at - answered)
        assert data["table"] == tablet.table.pk
        assert data["session"] == told["session"]["id"]
        assert data["last_number"] == told["tally"]["number"]
        assert int(number) == Entry.objects.latest("pk").pk
    assert sorted(took)[len(took) // 2] < 0.5


def test_a_finding_is_told_by_its_id_and_that_of_its_incident(tablet: Tablet, listening: Listening) -> None:
    tablet.say(*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7))
    listening.next("floor")
    tablet.say(event("exposed", "R-1042", card="9d", second=8))
    _, data, _ = listening.next("floor")
    assert len(data["findings"]) == 1
    wall = tablet.client.get("/floor/api/wall/").json()
    shown = [incident["id"] for tile in wall["tables"] for incident in tile["incidents"]]
    assert shown == data["incidents"]


def test_what_is_done_with_a_case_at_a_desk_wakes_the_floor(cast: Cast, tablet: Tablet, listening: Listening) -> None:
    tablet.say(*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7))
    tablet.say(event("exposed", "R-1042", card="9d", second=8), event("burned", "R-1042", card="9d", why="exposed"))
    incident = Incident.objects.get(code="exposed-card")
    step = ask_footage(incident=incident, by=cast.marta, now=timezone.now())
    _, data, _ = listening.next("case")
    assert data == {"table": tablet.table.pk, "session": incident.session_id, "incident": incident.pk}
    wall = tablet.client.get("/floor/api/wall/").json()
    asked = {one["id"]: one["cctv_asked_at"] for tile in wall["tables"] for one in tile["incidents"]}
    assert asked[incident.pk][:19] == step.at.isoformat()[:19]


def test_whoever_comes_back_hears_of_each_session_that_went_on(
    served: Server, cast: Cast, tablet: Tablet, listening: Listening
) -> None:
    tablet.say(*opening("R-1042"))
    _, _, last = listening.next("floor")
    listening.close()
    other = Tablet(cast.tables["CDE/BJ-02"], "Tableta 2")
    tablet.say(event("round_opened", "R-1042", round=1, second=7))
    other.say(*opening("R-1042"))
    again = Listening(served, tablet.token, int(last))
    told = {again.next("floor")[1]["table"] for _ in range(2)}
    assert told == {tablet.table.pk, other.table.pk}
    again.close()


def test_what_happens_at_another_casino_is_not_told(cast: Cast, tablet: Tablet, listening: Listening) -> None:
    Tablet(cast.tables["CDS/BJ-01"], "Ajena").post("here/", {"unsent": 0})
    Tablet(cast.tables["CDE/BJ-02"], "Propia").post("here/", {"unsent": 0})
    _, data, _ = listening.next("presence")
    assert data == {"table": cast.tables["CDE/BJ-02"].pk}
    with pytest.raises(Empty):
        listening.next("presence", 0.5)


def test_twenty_readers_need_one_connection_to_listen_and_no_other(
    served: Server, tablet: Tablet, listening: Listening
) -> None:
    readers = [Listening(served, tablet.token) for _ in range(20)]
    for reader in readers:
        reader.next("beat")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FILTER (WHERE application_name = 'pitboss floor'), count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        listeners, all_of_them = cursor.fetchone() or (0, 0)
    assert listeners == 1
    # The pool of the server holds eight at most, whatever the number of readers
    assert all_of_them <= 9
    tablet.say(*opening("R-1042"))
    assert {reader.next("floor")[1]["last_number"] for reader in readers} == {6}
    for reader in readers:
        reader.close()


def test_a_stranger_hears_nothing(served: Server, client: Client) -> None:
    link = HTTPConnection("127.0.0.1", served.port, timeout=10)
    link.request("GET", "/floor/api/stream/")
    answer = link.getresponse()
    assert (answer.status, json.loads(answer.read())) == (401, {"why": "sign_in"})
    link.close()


def test_a_revoked_tablet_hears_nothing_more(cast: Cast, tablet: Tablet, listening: Listening) -> None:
    revoke(device=tablet.device, by=cast.rosa)
    listening.join(5)
    assert not listening.is_alive()
    Tablet(cast.tables["CDE/BJ-02"], "Otra").post("here/", {"unsent": 0})
    assert "presence" not in {kind for _, kind, _, _ in listening.heard.queue}
