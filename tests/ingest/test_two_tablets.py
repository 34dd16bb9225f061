"""Two tablets at one table, at once, through the whole of the pipeline."""

from __future__ import annotations

import subprocess
import sys

import psycopg
import pytest
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.database.waking import CHANNEL
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import verify
from pitboss.pipeline import replay_again
from pitboss.replay.models import Finding
from tests.conftest import CHECKOUT

pytestmark = pytest.mark.services

TABLET = """
import io, sys
from uuid import NAMESPACE_URL, uuid5
import django
django.setup()
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import exposed_round, ndjson, opening, plain_round, timed
half = int(sys.argv[1])
play = [*opening(), *plain_round(1), *exposed_round(2, burned=True), *exposed_round(3, burned=False), *plain_round(4)]
events = [{**event, "id": str(uuid5(NAMESPACE_URL, str(n)))} for n, event in enumerate(timed(play))]
print("ready", flush=True)
sys.stdin.readline()
# Both send every event, starting at two places: each must be there once, whoever came first
intake = Intake(by=None, casino="CDE")
for start in [*range(half, len(events), 4), *range(0, half, 4)]:
    intake.take(read_ndjson(io.BytesIO(ndjson(events[start:start + 4]))))
print(intake.receipt.accepted, intake.receipt.duplicates, len(intake.receipt.rejected), flush=True)
"""


def test_two_tablets_sending_the_same_night_make_it_once(own_database: str, cast: Cast) -> None:
    listener = psycopg.connect(own_database, autocommit=True)
    listener.execute(f"LISTEN {CHANNEL}")
    tablets = [
        subprocess.Popen(
            [sys.executable, "-c", TABLET, half],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for half in ("0", "0")
    ]
    answers = []
    for tablet in tablets:
        assert tablet.stdout is not None
        assert tablet.stdout.readline() == "ready\n"
    for tablet in tablets:
        assert tablet.stdin is not None
        tablet.stdin.write("go\n")
        tablet.stdin.flush()
    for tablet in tablets:
        out, _ = tablet.communicate(timeout=120)
        assert tablet.returncode == 0
        answers.append([int(count) for count in out.split()])
    session = TableSession.objects.get()
    entries = Entry.objects.filter(session=session).order_by("number")
    total = entries.count()
    assert [entry.number for entry in entries] == list(range(1, total + 1))
    assert sum(accepted for accepted, _, _ in answers) == total
    assert [rejected for _, _, rejected in answers] == [0, 0]
    assert sum(accepted + known for accepted, known, _ in answers) == 2 * total
    assert verify(session).holds
    assert {finding.code for finding in Finding.objects.all()} == {"exposed-card"}
    assert replay_again(session=session, now=timezone.now()) == []
    told = list(listener.notifies(timeout=1))
    listener.close()
    assert told
    assert f'"last_number": {total}' in told[-1].payload
