"""The Celery app, and the reaper that every worker carries.

Start a worker with `celery -A pitboss.celery worker`. No beat is needed: each worker looks for lost jobs.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")

app = Celery("pitboss")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

log = logging.getLogger(__name__)
_over = threading.Event()


@worker_ready.connect
def _reap_from_now_on(**_: Any) -> None:
    threading.Thread(target=_reap_until_over, name="reaper", daemon=True).start()


@worker_shutting_down.connect
def _stop_reaping(**_: Any) -> None:
    _over.set()


def _reap_until_over() -> None:
    from django.conf import settings
    from django.db import connection
    from django.utils import timezone

    from pitboss.jobs.ask import reap

    while not _over.is_set():
        begun = time.monotonic()
        try:
            reap(now=timezone.now())
        except Exception:
            # The database may be away for a moment; the reaper must outlive that
            log.exception("lost jobs could not be looked for")
        finally:
            connection.close()
        _over.wait(max(0.0, settings.JOB_REAP_SECONDS - (time.monotonic() - begun)))
