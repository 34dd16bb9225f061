"""Once a day: what is personal and has been kept long enough goes."""

from __future__ import annotations

import logging

from django.utils import timezone

from pitboss.celery import app
from pitboss.privacy.verbs.retain import retain

log = logging.getLogger(__name__)


@app.task(name="pitboss.retain", ignore_result=True)
def retain_personal_data() -> None:
    for taken in retain(now=timezone.now()):
        if taken.count:
            log.warning("removed %s rows of %s at %s", taken.count, taken.kind, taken.casino or "-")
