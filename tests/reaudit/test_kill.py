"""Real workers over a real broker: one is killed in the middle, and each round is counted once."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from pitboss.jobs.models import Job
from pitboss.ledger.models import Entry
from pitboss.reaudit.models import Line, Piece, Reaudit
from pitboss.reaudit.progress import progress_of
from pitboss.replay.models import Finding, Round
from tests.reaudit.conftest import asked, short, take
from tests.workers import Worker, eventually, kill

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

Workers = Callable[[], AbstractContextManager[Worker]]


def waits_for_the_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'reaudit_line'::regclass")
        return bool(cursor.fetchone()[0])


@pytest.fixture
def included() -> str:
    return "tests.reaudit.small_steps"


@pytest.mark.slow
@pytest.mark.parametrize("broker", ["filesystem"], indirect=True)
def test_a_worker_killed_in_the_middle_costs_nothing_and_doubles_nothing(
    own_database: str,
    cast: Cast,
    worker: Workers,
) -> None:
    for table in ("BJ-01", "BJ-02", "BJ-03", "BJ-04"):
        take(short(table))
    rounds, events, findings = Round.objects.count(), Entry.objects.count(), Finding.objects.count()
    reaudit = asked(cast.marta)
    # As the owner: the application may not lock a table that it may only add to
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as link:
        # Nobody can write a line while this is held: the worker stands in the middle of a session when it is killed
        link.execute("LOCK TABLE reaudit_line IN SHARE MODE")
        with worker() as first:
            assert eventually(waits_for_the_lock)
            kill(first)
        link.rollback()
    assert Piece.objects.filter(done_at__isnull=True).exists()
    assert Job.objects.filter(kind="reaudit.part", state="running").exists()
    with worker():
        assert eventually(lambda: progress_of(Reaudit.objects.get(pk=reaudit.pk), timezone.now()).state == "done")
    at = progress_of(Reaudit.objects.get(pk=reaudit.pk), timezone.now())
    assert (at.rounds, at.events, at.findings) == (rounds, events, findings)
    assert Piece.objects.count() == at.sessions == 4
    assert Line.objects.filter(verdict="same").count() == Line.objects.count() == findings
    assert Job.objects.filter(kind="reaudit.part", attempts=2).exists()
    assert Finding.objects.count() == findings
