"""Reading incidents: filters, who sees what, and how many queries it takes."""

from __future__ import annotations

import io
from datetime import date, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import Filters, incident_list, one_incident, with_findings
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import START, exposed_round, ndjson, opening, timed, underpaid_round

pytestmark = pytest.mark.services


@pytest.fixture
def filled(cast: Cast) -> Cast:
    """Two tables on two days: each an exposed card burned, one played, and a short payment."""
    play = [
        *opening(),
        *exposed_round(1, burned=True),
        *exposed_round(2, burned=False),
        *underpaid_round(3),
        {"kind": "round_opened", "round": 4},
    ]
    for table, day in (("BJ-01", 0), ("BJ-02", 2)):
        events = timed(play, start=START + timedelta(days=day), table=table)
        Intake(by=cast.rosa).take(read_ndjson(io.BytesIO(ndjson(events))))
    return cast


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({}, 6),
        ({"table": "BJ-01"}, 3),
        ({"code": "exposed-card"}, 4),
        ({"code": "wrong-payout"}, 2),
        ({"outcome": "followed"}, 2),
        ({"severity": "major"}, 2),
        ({"cctv": True}, 4),
        ({"cctv": False}, 2),
        ({"since": date(2026, 11, 30)}, 3),
        ({"until": date(2026, 11, 29)}, 3),
        ({"since": date(2026, 11, 29), "until": date(2026, 12, 1)}, 6),
        ({"text": "sabot bj-02"}, 2),
        ({"text": "2026-000001"}, 1),
        ({"casino": "CDS"}, 0),
        ({"status": "closed"}, 0),
    ],
)
def test_the_list_is_narrowed_by_each_filter(filled: Cast, wanted: dict[str, Any], count: int) -> None:
    assert len(incident_list(filled.marta, Filters(**wanted))) == count


def test_somebody_of_another_casino_sees_nothing(filled: Cast) -> None:
    assert list(incident_list(filled.tomas, Filters())) == []
    with pytest.raises(Incident.DoesNotExist):
        one_incident(filled.tomas, Incident.objects.earliest("pk").pk)


def test_the_list_takes_one_query_however_long(filled: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        for incident in incident_list(filled.marta, Filters(text="pago", code="wrong-payout")):
            _ = (incident.casino.code, incident.table.name, incident.session.number)
    with django_assert_num_queries(3):
        for incident in with_findings(incident_list(filled.marta, Filters())):
            _ = [finding.entry.number for finding in incident.findings.all()]
            _ = [step.by for step in incident.steps.all()]


def test_an_incident_says_money_footage_and_the_last_day_of_its_video(filled: Cast) -> None:
    incident = incident_list(filled.marta, Filters(table="BJ-01", code="wrong-payout"))[0]
    assert (incident.owed, incident.overpaid, incident.cctv) == (4000, 0, True)
    assert incident.footage_from is not None
    assert incident.footage_to is not None
    assert incident.footage_from < incident.opened_at < incident.footage_to
    assert incident.retention_days == 15
    assert incident.preserve_by == incident.opened_at + timedelta(days=15)
