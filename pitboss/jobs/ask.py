"""Ask for a piece of work, and bring lost work back."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from kombu.exceptions import OperationalError

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.jobs.models import Job

log = logging.getLogger(__name__)


def ask(
    *,
    key: str,
    kind: str,
    now: datetime,
    payload: Mapping[str, Any] | None = None,
    casino: Casino | None = None,
    by: Person | None = None,
) -> Job:
    """The job of that key: a new one, or the one that was asked for before; a failed one is tried again.

    Workers hear of it when the transaction commits, so whatever is written in it is there for them.
    """
    with transaction.atomic():
        job, new = Job.objects.select_for_update().get_or_create(
            key=key,
            defaults={"kind": kind, "payload": dict(payload or {}), "casino": casino, "asked_by": by},
        )
        if not new and job.state == Job.State.FAILED:
            job.state, job.lease, job.attempts, job.error, job.ended_at = Job.State.QUEUED, None, 0, "", None
            job.save(update_fields=["state", "lease", "attempts", "error", "ended_at"])
        if job.state == Job.State.QUEUED:
            transaction.on_commit(partial(send, job.pk, now=now), robust=True)
    return job


def send(job_id: int, *, now: datetime) -> bool:
    """Tell the workers. Without a broker the job waits in its row until the reaper sends it."""
    from pitboss.jobs.tasks import perform_job  # the task needs the app, which needs the settings

    try:
        perform_job.apply_async(args=(job_id,), retry=False)
    except (OperationalError, OSError) as why:
        log.warning("job %s waits: the broker does not answer (%s)", job_id, why)
        return False
    Job.objects.filter(pk=job_id).update(sent_at=now)
    return True


def reap(*, now: datetime) -> list[int]:
    """Send again what nobody is doing: running on a lease that ran out, or queued and not heard of.

    Returns the ids that were sent. Sending one too often is harmless: only one attempt can claim a job.
    """
    long_ago = now - timedelta(seconds=settings.JOB_RESEND_SECONDS)
    free = Q(state=Job.State.QUEUED, lease__isnull=True) | Q(
        state__in=[Job.State.QUEUED, Job.State.RUNNING], lease__lte=now
    )
    resend = Job.objects.annotate(heard=Coalesce(F("sent_at"), F("asked_at"))).filter(
        free, Q(heard__lt=long_ago) | Q(heard__lt=F("lease"))
    )
    return [job_id for job_id in resend.order_by("pk").values_list("pk", flat=True) if send(job_id, now=now)]
