"""Jobs for the tests' workers: each step leaves a row in a table that nothing keeps from being doubled."""

from __future__ import annotations

import os
import time

from django.db import connection

from pitboss.jobs.kinds import Progress, Result, Run, Steps, performs


def leave_a_trace(run: Run, step: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO traces (job, step, attempt, pid) VALUES (%s, %s, %s, %s)",
            [run.job_id, step, run.attempt, os.getpid()],
        )


@performs("test.steps")
def steps(run: Run) -> Steps:
    total = int(run.payload["steps"])
    for step in range(run.progress, total):
        leave_a_trace(run, step)
        time.sleep(float(run.payload.get("pause", 0)))
        yield Progress(step + 1, total)
    return {"steps": total}


@performs("test.once")
def once(run: Run) -> Result:
    leave_a_trace(run, 0)
    time.sleep(float(run.payload.get("pause", 0)))
    return {"pid": os.getpid()}


@performs("test.fails")
def fails(run: Run) -> Result:
    leave_a_trace(run, 0)
    if run.attempt < int(run.payload["until"]):
        raise RuntimeError(f"attempt {run.attempt} is not the one")
    return None
