"""What the beat starts; the schedule is in the settings. Any of them may run twice."""

from __future__ import annotations

from django.utils import timezone

from pitboss.celery import app
from pitboss.evidence.models import Checkpoint
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.send import send_checkpoints
from pitboss.evidence.verbs.sequence import sequence


@app.task(name="pitboss.sequence", ignore_result=True)
def take_entries_in() -> None:
    sequence()


@app.task(name="pitboss.checkpoint", ignore_result=True)
def checkpoint_every_hour() -> None:
    now = timezone.now()
    try:
        checkpoint(reason=Checkpoint.Reason.HOURLY, now=now)
    finally:
        # What was signed before leaves, also where nothing can be signed now
        send_checkpoints(now=now)
