"""Sessions to judge again, and re-audits done in this process as a worker does them."""

from __future__ import annotations

import io
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.jobs.perform import perform
from pitboss.simulator.evening import sessions
from pitboss.simulator.recorder import encode
from tests.ingest.plays import ndjson, opening, plain_round, timed, underpaid_round

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.casino.models import TableSession
    from pitboss.reaudit.models import Reaudit

DAYS = (date(2026, 11, 27), date(2026, 11, 30))


def evening(table: str) -> bytes:
    """A table of the demo's evening: every kind of mishap, planned."""
    (session,) = [session for session, _ in sessions() if session.table == table]
    return b"".join(encode(event) for _, event in session.play())


def short(table: str = "BJ-01", *, more: list[dict[str, Any]] | None = None) -> bytes:
    """Two rounds, one of them paid short."""
    return ndjson(timed([*opening(), *plain_round(1), *underpaid_round(2), *(more or [])], table=table))


def take(lines: bytes, *, casino: str = "CDE") -> TableSession:
    """Into the ledger, with all that follows; the session."""
    from pitboss.casino.models import TableSession

    Intake(by=None, casino=casino).take(read_ndjson(io.BytesIO(lines)))
    return TableSession.objects.latest("pk")


def asked(by: Person, **told: Any) -> Reaudit:
    """A re-audit of every table of the casinos at hand, by the edition as it stands."""
    from pitboss.casino.models import Table
    from pitboss.reaudit.access import casinos_of
    from pitboss.reaudit.verbs.ask import ask

    since, until = DAYS
    wanted: dict[str, Any] = {
        "now": timezone.now(),
        "tables": list(Table.objects.filter(casino__in=casinos_of(by)).select_related("casino")),
        "since": since,
        "until": until,
        "overlay": {},
        "name": "2026.1",
        "why": "acta 31",
    }
    return ask(by=by, **{**wanted, **told})


def planned(reaudit: Reaudit) -> bool:
    """Do its first job."""
    assert reaudit.job_id is not None
    return perform(reaudit.job_id)


def done(reaudit: Reaudit) -> Reaudit:
    """Plan it and do every part, one after another."""
    assert planned(reaudit)
    for part in reaudit.parts.all():
        assert perform(part.job_id)
    reaudit.refresh_from_db()
    return reaudit


@pytest.fixture
def marta(cast: Cast) -> Person:
    """Audits at the Casino de ejemplo."""
    return cast.marta
