"""Real workers over every broker that this machine has, and what is left when they are killed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.utils import timezone

from pitboss.jobs.ask import ask
from pitboss.jobs.models import Job
from tests.workers import Worker, eventually, kill

Traces = Callable[[], list[tuple[int, int]]]
Workers = Callable[[], AbstractContextManager[Worker]]


def asked(key: str, kind: str, **payload: object) -> Job:
    return ask(key=key, kind=kind, payload=payload, now=timezone.now())


def state_of(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def test_a_worker_does_what_is_asked_while_it_runs(traces: Traces, worker: Workers) -> None:
    with worker():
        jobs = [asked(f"job {number}", "test.steps", steps=3) for number in range(4)]
        assert eventually(lambda: all(state_of(job) == "done" for job in jobs))
    assert traces() == [(job.pk, step) for job in jobs for step in range(3)]
    assert all((job.progress, job.total, job.result) == (3, 3, {"steps": 3}) for job in jobs)


def test_a_job_whose_worker_is_killed_is_done_once_in_the_end(traces: Traces, worker: Workers) -> None:
    with worker() as first:
        long = asked("long", "test.steps", steps=12, pause=0.2)
        single = asked("single", "test.once", pause=0.5)
        behind = [asked(f"behind {number}", "test.once") for number in range(3)]
        assert eventually(lambda: Job.objects.get(pk=long.pk).progress >= 3)
        kill(first)
    assert state_of(long) == "running"
    with worker():
        everything = [long, single, *behind]
        assert eventually(lambda: all(state_of(job) == "done" for job in everything))
    assert long.attempts == 2
    wanted = [(long.pk, step) for step in range(12)] + [(job.pk, 0) for job in (single, *behind)]
    assert traces() == wanted


def test_what_was_asked_without_a_worker_waits_for_one(traces: Traces, worker: Workers) -> None:
    job = asked("early", "test.once")
    with worker():
        assert eventually(lambda: state_of(job) == "done")
    assert traces() == [(job.pk, 0)]
