"""A real beat and a real worker over a real broker: what comes near is told, once, also when they are killed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.reminders.models import Attempt, Reminder, Target
from tests.reminders.conftest import Heard, lapsing
from tests.workers import QUIET, Worker, celery, eventually, kill

pytestmark = pytest.mark.slow
Programs = Callable[..., AbstractContextManager[Worker]]


@pytest.fixture
def program(own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """``with program("worker", …)``: a part of Celery in a process group of its own, on a queue of this test's own."""
    for name, value in {
        "PITBOSS_HOME": tmp_path, "CELERY_BROKER_URL": "filesystem://localhost",
        "PITBOSS_QUEUE": f"pitboss-test-{uuid4()}", "PITBOSS_REMIND": 0.5, "PITBOSS_JOB_LEASE": 1.5,
        "PITBOSS_JOB_REAP": 0.3, "PITBOSS_JOB_RESEND": 2, "PITBOSS_JOB_RETRY": 0.3,
    }.items():  # fmt: skip
        monkeypatch.setenv(name, str(value))
    return celery


def test_a_beat_and_a_worker_tell_it_once_though_both_are_killed(
    program: Programs, cast: Cast, target: Callable[..., Target], video_system: Heard, mail_server: Heard
) -> None:
    target("", "webhook", video_system.url)
    target("surveillance", "email", "vigilancia@casino.example")
    video_system.answers = [503]
    worker = ("worker", "-c", "1", *QUIET)
    with program("beat", "--pidfile="), program(*worker) as first:
        lapsing(timezone.now(), timedelta(hours=20))
        assert eventually(lambda: Reminder.objects.exists())
        kill(first)
        with program(*worker):
            assert eventually(lambda: Attempt.objects.filter(delivered=True).count() == 2)
            looked = len(video_system.requests)
            lapsing(timezone.now(), timedelta(hours=50), table="CDE/BJ-02")
            assert eventually(lambda: Attempt.objects.filter(delivered=True).count() == 4)
    assert sorted(Reminder.objects.values_list("threshold", flat=True)) == ["alarm", "soon"]
    told = {body["id"] for body in video_system.told()}
    assert len(told) == 2
    assert looked >= 2
    assert len({text.split(b"Message-ID: ")[1].split(b"\r\n")[0] for _, text in mail_server.letters}) == 2
