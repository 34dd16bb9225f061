"""The one Celery task: its message names a job, and the job's row says everything else."""

from __future__ import annotations

from pitboss.celery import app
from pitboss.jobs.perform import perform


@app.task(name="pitboss.perform", ignore_result=True)
def perform_job(job_id: int) -> None:
    perform(job_id)
