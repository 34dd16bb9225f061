"""The desk and the table write the same history at the same moment, each in its own transaction."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO

import pytest
from django.db import connection
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident
from pitboss.incidents.verbs.comment import comment
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import START, Said, exposed_round, ndjson, opening, timed

pytestmark = [pytest.mark.services, pytest.mark.slow]
TIMES = 8


def send(events: list[Said]) -> None:
    receipt = Intake(by=None, casino="CDE").take(read_ndjson(BytesIO(ndjson(events))))
    assert not receipt.rejected, receipt.rejected


def test_rulings_of_the_table_and_comments_of_the_desk_never_meet_in_one_number(own_database: str, cast: Cast) -> None:
    send(timed([*opening(), *exposed_round(1, burned=False)]))
    incident = Incident.objects.get(code="exposed-card")
    ruling = {"kind": "ruled", "by_role": "pit_boss", "by": "R-1042", "code": "exposed-card", "ruling": "late"}

    def at_the_table() -> None:
        for minute in range(1, TIMES + 1):
            send(timed([ruling], start=START + timedelta(minutes=minute)))

    def at_the_desk() -> None:
        for turn in range(TIMES):
            comment(incident=incident, by=cast.marta, now=timezone.now(), words=f"Nota {turn}")

    def closing(work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=3) as pool:
        for done in [pool.submit(closing, work) for work in (at_the_table, at_the_desk, at_the_desk)]:
            done.result()
    steps = list(incident.steps.order_by("number"))
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert sum(step.verb == "ruled" for step in steps) == TIMES
    assert sum(step.verb == "commented" for step in steps) == 2 * TIMES
