"""Folios: per casino and year, from one, without gaps."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime

import pytest
from django.db import transaction

from pitboss.casino.cast import Cast
from pitboss.incidents.folio import folio, take_numbers, year_of
from pitboss.incidents.models import Incident
from tests.conftest import CHECKOUT

pytestmark = pytest.mark.services

TABLET = """
import io, sys
import django
django.setup()
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import START, exposed_round, ndjson, opening, timed
table = sys.argv[1]
print("ready", flush=True)
sys.stdin.readline()
events = timed([*opening(), *(event for n in range(1, 31) for event in exposed_round(n, burned=True))], table=table)
intake = Intake(by=None, casino="CDE")
for start in range(0, len(events), 12):
    intake.take(read_ndjson(io.BytesIO(ndjson(events[start:start + 12]))))
print(len(intake.receipt.incidents), flush=True)
"""


def test_two_processes_number_incidents_of_one_casino_without_gaps(own_database: str, cast: Cast) -> None:
    tablets = [
        subprocess.Popen(
            [sys.executable, "-c", TABLET, table],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for table in ("BJ-01", "BJ-02")
    ]
    for tablet in tablets:
        assert tablet.stdout is not None
        assert tablet.stdout.readline() == "ready\n"
    for tablet in tablets:
        assert tablet.stdin is not None
        tablet.stdin.write("go\n")
        tablet.stdin.flush()
    opened = 0
    for tablet in tablets:
        out, _ = tablet.communicate(timeout=120)
        assert tablet.returncode == 0
        opened += int(out)
    # Thirty exposed kings a table, and what the rules say of so many equal cards in one shoe
    assert opened >= 60
    incidents = Incident.objects.order_by("number")
    assert [incident.number for incident in incidents] == list(range(1, opened + 1))
    by_table = [incident.table_id for incident in incidents]
    assert by_table != sorted(by_table), "the two ran one after the other and proved nothing"


def test_numbers_of_a_transaction_that_fails_are_given_again(cast: Cast) -> None:
    with transaction.atomic():
        assert list(take_numbers(casino=cast.casino, year=2026, count=2)) == [1, 2]
    with transaction.atomic():
        assert list(take_numbers(casino=cast.casino, year=2026, count=1)) == [3]
        transaction.set_rollback(True)
    with transaction.atomic():
        assert list(take_numbers(casino=cast.casino, year=2026, count=1)) == [3]
        assert list(take_numbers(casino=cast.casino, year=2027, count=1)) == [1]
        assert list(take_numbers(casino=cast.casinos["CDS"], year=2026, count=1)) == [1]


def test_the_year_is_the_casinos_own(cast: Cast) -> None:
    # 01:30 UTC on New Year's Day is still the evening before in Santiago
    assert year_of(cast.casino, datetime(2027, 1, 1, 1, 30, tzinfo=UTC)) == 2026
    assert folio(2026, 431) == "2026-000431"
