"""The API's verbs of a case, as people of the cast ask for them, and rows written past them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, transaction

from pitboss.accounts.pins import give_pin
from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident
from tests.calling import Calling
from tests.ingest.plays import exposed_round, opening, timed

LATELY = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=2)
"""When the table opened: the footage is still there, whenever the tests run."""
PIN = "482915"
STILL = b"\x89PNG\r\n\x1a\n" + b"a still of table 1" * 9
WORDS = {"words": "Lo vi desde la mesa"}
DETAILS: dict[str, Any] = {
    "announced": {"pick": "yes"},
    "persons": {"pick": "named", "named": [{"name": "Elena Ruiz", "role": "player", "position": "casilla 1"}]},
    "money_corrected": {"pick": "all", "bets": [{"spot": "1", "on": "main", "amount": 10000}]},
    "witnesses": {"pick": "named", "named": [{"name": "Pedro Díaz", "role": "player"}]},
    "cards_seized": {"pick": "yes", "cards": "Kd", "envelope": "S-0031", "initials": "RS/CM", "custody": "Bóveda"},
    "passes_affected": {"pick": "range", "first": 1, "last": 2},
    "notifications": {
        "pick": "sent",
        "sent": [{"who": "compliance", "at": "2026-11-29T21:00:00Z", "channel": "mail"}],
    },
    "action_taken": {"picks": ["staff_briefed", "decks_changed"]},
    "source": {"pick": "tablet", "confidence": "high"},
}


class Desk:
    """The API, asked by people of the cast."""

    def __init__(self, calling: Calling, cast: Cast) -> None:
        self.calling, self.cast = calling, cast
        give_pin(person=cast.lucia, pin=PIN, by=None, must_change=False)

    def open(self, *, ruled: bool = True, start: datetime = LATELY) -> Incident:
        """Iván taps a round in which a card that came out face up is played; Rosa rules at the tablet."""
        said = [{**event, "by": "R-2117"} for event in [*opening(), *exposed_round(1, burned=False)]]
        if ruled:
            ruling = {"kind": "ruled", "by_role": "pit_boss", "by": "R-1042", "code": "exposed-card"}
            said.append({**ruling, "ruling": "late", "words": "Ya se había jugado"})
            said.append({"kind": "cctv_requested", "by_role": "pit_boss", "by": "R-1042", "reason": "Reclamo"})
        answer = self.calling("ivan").post("/api/v1/events/", timed(said, start=start), format="json")
        assert answer.status_code == 200, answer.content
        assert not answer.json()["rejected"]
        return Incident.objects.get(code="exposed-card")

    def do(self, who: str, incident: Incident, verb: str, said: Any = None, format: str = "json") -> Any:
        return self.calling(who).post(f"/api/v1/incidents/{incident.pk}/{verb}/", said or {}, format=format)

    def done(self, who: str, incident: Incident, verb: str, said: Any = None) -> Any:
        answer = self.do(who, incident, verb, said)
        assert answer.status_code == 201, answer.content
        return answer.json()

    def refused(self, who: str, incident: Incident, verb: str, said: Any = None) -> set[str]:
        answer = self.do(who, incident, verb, said)
        assert answer.status_code == 409, (answer.status_code, answer.content)
        assert answer["content-type"] == "application/problem+json"
        return {reason["code"] for reason in answer.json()["reasons"]}

    def preserve(self, incident: Incident, **more: Any) -> Any:
        clip = {
            "reference": "VMS-88121", "camera": "12, techo BJ-01", "start": "2026-11-29T20:00:00Z",
            "end": "2026-11-29T20:04:00Z", "copies": 1, "holder": "Vigilancia, armario 2", "sha256": "ab" * 32,
        }  # fmt: skip
        return self.done("lucia", incident, "preserve-footage", clip | more)

    def see(self, incident: Incident) -> Any:
        return self.done("lucia", incident, "find-footage", {"seen": "confirms", "pin": PIN, **WORDS})

    def ready(self) -> Incident:
        """Everything is there but the review."""
        incident = self.open()
        self.preserve(incident)
        self.see(incident)
        self.done("rosa", incident, "complete", DETAILS)
        return incident

    def closed(self) -> Incident:
        incident = self.ready()
        self.done("marta", incident, "review", {"verdict": "approved"})
        self.done("sergio", incident, "close")
        incident.refresh_from_db()
        return incident


def raw(statement: str, *values: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def add_raw(incident: Incident, verb: str, by: int | None, **more: Any) -> None:
    """A row straight into the table, as somebody with the application's password would write it."""
    row = {"before": {}, "after": {}, "words": "x", "signature": "f" * 64, "entry_id": None, "answers_id": None} | more
    raw(
        "INSERT INTO incidents_step (incident_id, number, verb, at, by_id, before, after, words, signature,"
        " entry_id, answers_id) VALUES (%s, %s, %s, now(), %s, %s, %s, %s, %s, %s, %s)",
        incident.pk, incident.steps.count() + 1, verb, by, json.dumps(row["before"]), json.dumps(row["after"]),
        row["words"], row["signature"], row["entry_id"], row["answers_id"],
    )  # fmt: skip
