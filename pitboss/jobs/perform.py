"""Do a job once, whatever happens to the process that does it.

An attempt claims the row (attempts + 1, a lease) and keeps the lease alive from a thread of its own. Every
transaction of it ends by writing to the row *if the row still counts that attempt*; if it does not, somebody
else has claimed the job meanwhile, and the whole transaction is taken back. So effects are never doubled.
"""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from types import GeneratorType
from typing import Any, cast

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from pitboss.jobs.kinds import Progress, Result, Run, Steps, UnknownKind, performer_of
from pitboss.jobs.models import Job

log = logging.getLogger(__name__)
MOST_ATTEMPTS = 5
LONGEST_ERROR = 4_000


class LostTheJob(Exception):
    """Another attempt has claimed the job; this one's transaction must not stand."""


def perform(job_id: int) -> bool:
    """Make one attempt at a job. False if there was nothing to do: it is done, or somebody is at it."""
    run, kind = claim(job_id, now=timezone.now())
    if run is None:
        return False
    try:
        with _lease_kept(run):
            _work(run, kind)
    except LostTheJob:
        log.warning("job %s: attempt %s was overtaken and taken back", run.job_id, run.attempt)
        return False
    except UnknownKind as why:
        _give_up(run, str(why))
        return False
    except Exception as why:
        log.exception("job %s: attempt %s failed", run.job_id, run.attempt)
        _failed(run, "".join(traceback.format_exception(why)), now=timezone.now())
        return False
    return True


def claim(job_id: int, *, now: datetime) -> tuple[Run | None, str]:
    """Take the job if nobody has it. A job that was lost too often fails instead: it may be what kills."""
    free = Q(state=Job.State.QUEUED) & (Q(lease__isnull=True) | Q(lease__lte=now))
    lost = Q(state=Job.State.RUNNING, lease__lt=now)
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(free | lost, pk=job_id).first()
        if job is None:
            return None, ""
        if job.attempts >= MOST_ATTEMPTS:
            job.state, job.ended_at = Job.State.FAILED, now
            job.error = job.error or f"Given up: lost by its worker {job.attempts} times"
            job.save(update_fields=["state", "ended_at", "error"])
            return None, ""
        job.state, job.attempts, job.lease = Job.State.RUNNING, job.attempts + 1, now + _lease()
        job.save(update_fields=["state", "attempts", "lease"])
    run = Run(
        job_id=job.pk,
        attempt=job.attempts,
        payload=job.payload,
        progress=job.progress,
        casino_id=job.casino_id,
        asked_by_id=job.asked_by_id,
    )
    return run, job.kind


def _work(run: Run, kind: str) -> None:
    performer = performer_of(kind)
    with transaction.atomic():
        outcome = performer(run)
        if not isinstance(outcome, GeneratorType):
            _done(run, cast(Result, outcome))
            return
        steps: Steps = outcome
    try:
        while True:
            with transaction.atomic():
                try:
                    progress = next(steps)
                except StopIteration as end:
                    _done(run, end.value)
                    return
                _still_ours(run, **_of(progress))
    finally:
        steps.close()


def _of(progress: Progress) -> dict[str, Any]:
    known = {"progress": progress.done, "lease": timezone.now() + _lease()}
    return known if progress.total is None else known | {"total": progress.total}


def _done(run: Run, result: Result) -> None:
    _still_ours(
        run,
        state=Job.State.DONE,
        result=None if result is None else dict(result),
        error="",
        lease=None,
        ended_at=timezone.now(),
    )


def _still_ours(run: Run, **changes: Any) -> None:
    """Write to the row as this attempt. Raises LostTheJob if it is another's by now."""
    if not _row(run).update(**changes):
        raise LostTheJob(run.job_id)


def _row(run: Run) -> Any:
    return Job.objects.filter(pk=run.job_id, attempts=run.attempt, state=Job.State.RUNNING)


def _failed(run: Run, error: str, *, now: datetime) -> None:
    """Queue it again after a pause that doubles, or give it up."""
    if run.attempt >= MOST_ATTEMPTS:
        _give_up(run, error)
        return
    pause = timedelta(seconds=settings.JOB_RETRY_SECONDS * 2 ** (run.attempt - 1))
    _row(run).update(state=Job.State.QUEUED, lease=now + pause, error=error[-LONGEST_ERROR:])


def _give_up(run: Run, error: str) -> None:
    _row(run).update(state=Job.State.FAILED, lease=None, error=error[-LONGEST_ERROR:], ended_at=timezone.now())


def _lease() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)


@contextmanager
def _lease_kept(run: Run) -> Iterator[None]:
    """Renew the lease from another thread: a step may be longer than a lease, and is one transaction."""
    over = threading.Event()

    def renew() -> None:
        try:
            while not over.wait(settings.JOB_LEASE_SECONDS / 3):
                try:
                    # From now, not from what is left: on a busy machine this thread comes late, every time a little
                    # more, and a lease that ran out meanwhile is still ours while nobody else has claimed the job
                    _row(run).update(lease=timezone.now() + _lease())
                except DatabaseError as why:
                    log.warning("job %s: the lease could not be renewed (%s)", run.job_id, why)
                    connection.close()
        finally:
            connection.close()

    thread = threading.Thread(target=renew, name=f"lease of job {run.job_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
