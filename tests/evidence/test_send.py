"""Checkpoints leave the machine once for each target, and what became of it is kept."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core import mail
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.evidence import tasks
from pitboss.evidence.models import Checkpoint, Dispatch
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.send import send_checkpoints
from pitboss.jobs.models import Job
from pitboss.jobs.perform import perform
from tests.evidence.night import more, night

HOURLY = Checkpoint.Reason.HOURLY


@pytest.fixture
def folder(tmp_path: Path, settings: LazySettings) -> Path:
    folder = tmp_path / "drop"
    folder.mkdir()
    settings.EVIDENCE_FOLDER = str(folder)
    settings.EVIDENCE_MAIL = ["fiscal@scj.example"]
    settings.DEFAULT_FROM_EMAIL = "pitboss@casino.example"
    return folder


def do(jobs: list[Job]) -> list[str]:
    for job in jobs:
        perform(job.pk)
    return sorted(Job.objects.filter(pk__in=[job.pk for job in jobs]).values_list("state", flat=True))


def test_the_hourly_task_signs_and_sends_to_each_target_once(cast: Cast, folder: Path) -> None:
    night(cast.casino, 3)
    tasks.checkpoint_every_hour()
    made = Checkpoint.objects.get()
    assert made.reason == HOURLY
    assert do(list(Job.objects.filter(kind="evidence.send"))) == ["done", "done"]
    tasks.checkpoint_every_hour()
    assert Job.objects.count() == 2
    assert send_checkpoints(now=timezone.now()) == []
    assert sorted(made.dispatches.values_list("target", flat=True)) == [f"folder:{folder}", "mail:fiscal@scj.example"]
    (file,) = folder.iterdir()
    assert file.name == f"main-000000000003-{made.key.verifier.id.hex()}.checkpoint"
    assert file.read_text() == made.note
    (letter,) = mail.outbox
    assert letter.attachments[0][:2] == (file.name, made.note)
    assert letter.subject == "Punto de control de casino.example/evidence/log/main: 3 asientos"
    assert str(made.key.verifier) in letter.body
    assert letter.extra_headers["Message-ID"].endswith("@casino.example>")


def test_what_did_not_leave_is_kept_with_the_reason_and_tried_again(cast: Cast, folder: Path) -> None:
    night(cast.casino, 1)
    checkpoint(reason=HOURLY, now=timezone.now())
    folder.rmdir()
    jobs = send_checkpoints(now=timezone.now())
    assert do(jobs) == ["done", "queued"]
    assert "FileNotFoundError" in Job.objects.get(state="queued").error
    folder.mkdir()
    Job.objects.filter(state="queued").update(lease=None)
    assert do(send_checkpoints(now=timezone.now())) == ["done"]
    assert Dispatch.objects.count() == 2


def test_a_new_target_gets_the_newest_and_those_of_a_day_not_years_of_them(cast: Cast, folder: Path) -> None:
    (session,) = night(cast.casino, 1)
    now = timezone.now()
    for ago in (400, 30, 20, 3):
        checkpoint(reason=HOURLY, now=now - timedelta(hours=ago))
        more(session, 1)
    do(send_checkpoints(now=now))
    assert len(list(folder.iterdir())) == 2
    later = checkpoint(reason=HOURLY, now=now - timedelta(hours=1))
    assert len(send_checkpoints(now=now + timedelta(days=9))) == 2
    assert Job.objects.filter(payload__checkpoint=later.pk).count() == 2
