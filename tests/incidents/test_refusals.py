"""What the database refuses, to raw SQL by the application too."""

from __future__ import annotations

import io

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import ndjson, shift, timed

pytestmark = pytest.mark.services


@pytest.fixture
def incident(cast: Cast) -> Incident:
    Intake(by=cast.rosa).take(read_ndjson(io.BytesIO(ndjson(timed(shift())))))
    return Incident.objects.get()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE incidents_step SET words = 'x'",
        "DELETE FROM incidents_step",
        "TRUNCATE incidents_step",
        "DELETE FROM incidents_incidentfinding",
        "DELETE FROM incidents_incident",
        "TRUNCATE incidents_incident CASCADE",
        "UPDATE incidents_incident SET number = 7, folio = '2026-000007'",
        "UPDATE incidents_incident SET status = 'closed'",
        "SET session_replication_role = replica",
        "ALTER TABLE incidents_step DISABLE TRIGGER ALL",
    ],
)
def test_history_and_folios_cannot_be_changed(incident: Incident, statement: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_status_moves_with_a_step_that_says_so(incident: Incident) -> None:
    last = incident.steps.count()
    with pytest.raises(DatabaseError), transaction.atomic():
        Step.objects.create(incident=incident, number=last + 2, verb=Verb.AMENDED, at=timezone.now())
    says = {"before": {"status": "open"}, "after": {"status": "withdrawn"}}
    Step.objects.create(incident=incident, number=last + 1, verb=Verb.WITHDRAWN, at=timezone.now(), **says)
    incident.status = "withdrawn"
    incident.save(update_fields=["status"])
    assert Incident.objects.get().status == "withdrawn"


@pytest.mark.parametrize("verb", [Verb.AMENDED, Verb.OPENED, Verb.ANSWERED])
def test_no_verb_of_the_system_closes_a_case(incident: Incident, verb: Verb) -> None:
    says = {"before": {"status": "open"}, "after": {"status": "closed"}}
    with pytest.raises(DatabaseError, match="by the verbs for it"), transaction.atomic():
        Step.objects.create(incident=incident, number=incident.steps.count() + 1, verb=verb, at=timezone.now(), **says)
