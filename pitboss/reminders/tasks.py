"""What the beat sends every minute; the schedule is in the settings."""

from __future__ import annotations

from django.utils import timezone

from pitboss.celery import app
from pitboss.reminders.look import look


@app.task(name="pitboss.remind", ignore_result=True)
def remind() -> None:
    look(now=timezone.now())
