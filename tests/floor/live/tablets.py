"""A tablet without a screen: enrolled the way administration does it, speaking to the floor's JSON addresses."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.test import Client

from pitboss.accounts.models import Person
from pitboss.casino.models import Table
from pitboss.floor.device_models import Device
from pitboss.floor.devices import COOKIE, enrol, make_code
from pitboss.floor.signatures import key_for, mac_of, secret_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
BEGAN = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=30)
"""Just now: a signature from the future would not count."""


class Tablet:
    """One tablet at one table. ``client`` is its browser."""

    def __init__(self, table: Table, name: str = "Tableta 1", person: Person | None = None) -> None:
        _, code = make_code(casino=table.casino, by=None, name=name, pit=table.pit)
        self.device, self.token = enrol(code=code, name=name)
        self.table = table
        self.client = Client()
        self.client.cookies[COOKIE] = self.token
        if person is not None:
            self.client.force_login(person, backend=BACKEND)
            # The session cookie came new; the tablet's own stays
            self.client.cookies[COOKIE] = self.token

    def url(self, tail: str = "") -> str:
        return f"/floor/api/tables/{self.table.pk}/{tail}"

    def get(self, tail: str = "", status: int = 200) -> Any:
        answer = self.client.get(self.url(tail))
        assert answer.status_code == status, answer.content
        return answer.json()

    def post(self, tail: str, body: object, status: int = 200) -> Any:
        answer = self.client.post(self.url(tail), json.dumps(body), content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    def say(self, *events: dict[str, Any], status: int = 200, **more: Any) -> Any:
        """Send these events; one that is ``{"event": …}`` already goes as it is."""
        entries = [one if "event" in one else {"event": one} for one in events]
        return self.post("events/", {"session": None, "known": 0, "unsent": 0, "entries": entries, **more}, status)


def event(kind: str, by: str, *, second: int = 0, minute: int = 0, **fields: Any) -> dict[str, Any]:
    """An event as a tablet says it."""
    at = BEGAN + timedelta(minutes=minute, seconds=second)
    return {"kind": kind, "at": at.isoformat(), "id": str(uuid4()), "by": by, **fields}


def opening(by: str) -> list[dict[str, Any]]:
    """A table that is ready for its first round, without a finding."""
    return [
        event("table_opened", by, profile="cl-scj", min=5000, max=500000, dealer="R-2117", second=0),
        event("decks_checked", by, counts=[52] * 6, backs=["red"] * 3 + ["blue"] * 3, in_sequence=False, second=1),
        event("shuffled", by, method="chemin", passes=1, second=2),
        event("shuffled", by, method="normal", passes=2, second=3),
        event("cut", by, behind=78, second=4),
        event("burned", by, card="2c", why="first", second=5),
    ]


def signed(said: dict[str, Any], person: Person, device: Device) -> dict[str, Any]:
    """The entry with its signature, as people.js makes it."""
    key = key_for(person, device)
    mac = mac_of(secret_of(key), said)
    return {"event": said, "signed": {"by": person.badge, "key_id": str(key.pk), "mac": mac}}
