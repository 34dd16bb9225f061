"""Two real processes at one table, at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pitboss.casino.cast import Cast
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import verify
from tests.conftest import CHECKOUT
from tests.ledger.events import NIGHT, opened

pytestmark = pytest.mark.services

TABLET = """
import sys
import django
django.setup()
from pitboss.casino.models import TableSession
from pitboss.ledger.append import append
from tests.ledger.events import NIGHT, said
session = TableSession.objects.get(pk=int(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for batch in range(60):
    # Every fifth batch is the other tablet's too: both must not store it
    name = "both" if batch % 5 == 0 else sys.argv[2]
    events = [said(10 * batch + place, name=f"{name}-{batch}-{place}") for place in range(10)]
    append(session=session, events=events, received_at=NIGHT)
"""


def test_two_processes_appending_to_one_table_make_one_gapless_chain(own_database: str, cast: Cast) -> None:
    session = opened(cast.table)
    tablets = [
        subprocess.Popen(
            [sys.executable, "-c", TABLET, str(session.pk), name],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("left", "right")
    ]
    for tablet in tablets:
        assert tablet.stdout is not None
        assert tablet.stdout.readline() == "ready\n"
    for tablet in tablets:
        tablet.communicate("go\n", timeout=120)
        assert tablet.returncode == 0
    entries = Entry.objects.filter(session=session).order_by("number")
    assert list(entries.values_list("number", flat=True)) == list(range(1, 2 * 480 + 120 + 1))
    found = verify(session)
    assert found.holds
    assert found.entries == 2 * 480 + 120
    assert entries[0].received_at == NIGHT
    # A batch stands together: the other tablet's events never come between
    bodies = list(entries.values_list("seq", flat=True))
    assert all(bodies[start + 1] == bodies[start] + 1 for start in range(0, len(bodies), 10))
