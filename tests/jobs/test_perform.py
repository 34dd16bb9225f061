"""One attempt at a job, in this process: what it claims, what it keeps and what it takes back."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import psycopg
import pytest
from django.conf import LazySettings
from django.db import transaction
from django.utils import timezone

from pitboss.jobs import perform as perform_module
from pitboss.jobs.ask import ask, reap, send
from pitboss.jobs.kinds import Progress, Result, Run, Steps, _performers, performs
from pitboss.jobs.models import Job
from pitboss.jobs.perform import MOST_ATTEMPTS, claim, perform
from tests.jobs import slow_work

Traces = Callable[[], list[tuple[int, int]]]


@pytest.fixture(autouse=True)
def no_messages(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The messages that would have been sent; these tests do the jobs themselves."""
    sent: list[int] = []

    def pretend(job_id: int, *, now: object) -> bool:
        sent.append(job_id)
        Job.objects.filter(pk=job_id).update(sent_at=now)
        return True

    monkeypatch.setattr("pitboss.jobs.ask.send", pretend)
    return sent


def asked(kind: str, key: str = "one", **payload: object) -> Job:
    return ask(key=key, kind=kind, payload=payload, now=timezone.now())


def test_the_same_key_is_one_job(traces: Traces) -> None:
    assert asked("test.once").pk == asked("test.once").pk


def test_workers_hear_of_a_job_only_when_it_is_committed(traces: Traces, no_messages: list[int]) -> None:
    with transaction.atomic():
        job = asked("test.once")
        assert no_messages == []
    assert no_messages == [job.pk]


def test_a_job_is_done_once_however_often_it_is_tried(traces: Traces) -> None:
    job = asked("test.once")
    assert perform(job.pk)
    assert not perform(job.pk)
    assert traces() == [(job.pk, 0)]
    job.refresh_from_db()
    assert (job.state, job.lease, job.attempts) == ("done", None, 1)
    assert job.ended_at is not None


def test_somebody_elses_job_is_left_alone(traces: Traces) -> None:
    job = asked("test.once")
    claim(job.pk, now=timezone.now())
    assert not perform(job.pk)
    assert traces() == []


def test_a_job_that_does_not_exist_is_nothing_to_do(own_database: str) -> None:
    assert not perform(12345)


def test_a_failed_attempt_leaves_nothing_behind_and_is_made_again_after_a_pause(
    traces: Traces, settings: LazySettings
) -> None:
    settings.JOB_RETRY_SECONDS = 60
    job = asked("test.fails", until=2)
    assert not perform(job.pk)
    assert traces() == []
    job.refresh_from_db()
    assert job.state == "queued"
    assert "attempt 1 is not the one" in job.error
    assert not perform(job.pk), "the pause is not over"
    Job.objects.update(lease=timezone.now())
    assert perform(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error, job.attempts) == ("done", "", 2)
    assert traces() == [(job.pk, 0)]


def test_a_job_that_always_fails_is_given_up_and_can_be_asked_for_again(
    traces: Traces, settings: LazySettings, no_messages: list[int]
) -> None:
    settings.JOB_RETRY_SECONDS = 0
    job = asked("test.fails", until=99)
    for _ in range(MOST_ATTEMPTS + 2):
        perform(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("failed", MOST_ATTEMPTS)
    again = asked("test.fails")
    assert (again.pk, again.state, again.attempts, again.error) == (job.pk, "queued", 0, "")
    assert no_messages == [job.pk, job.pk]


def test_a_job_that_kills_every_worker_is_given_up(traces: Traces) -> None:
    job = asked("test.once")
    Job.objects.update(attempts=MOST_ATTEMPTS, state="running", lease=timezone.now() - timedelta(seconds=1))
    assert not perform(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert "5 times" in job.error


def test_a_kind_that_nobody_performs_fails_at_once(traces: Traces) -> None:
    job = asked("test.unheard-of")
    assert not perform(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert "'test.unheard-of'" in job.error


def test_an_overtaken_attempt_takes_its_effects_back(traces: Traces, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_performers, "test.overtaken", overtaken_once)
    job = asked("test.overtaken")
    assert not perform(job.pk)
    assert traces() == []
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("running", 2)


def overtaken_once(run: Run) -> Result:
    slow_work.leave_a_trace(run, 0)
    # From outside this attempt's transaction, as another worker does it
    with psycopg.connect(os.environ["DATABASE_URL"]) as other:
        other.execute("UPDATE jobs_job SET attempts = attempts + 1 WHERE id = %s", [run.job_id])
    return None


def test_a_later_attempt_goes_on_where_the_last_commit_was(
    traces: Traces, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_RETRY_SECONDS = 0
    monkeypatch.setitem(_performers, "test.stumbles", stumbles)
    job = asked("test.stumbles")
    assert not perform(job.pk)
    job.refresh_from_db()
    assert (job.progress, job.total) == (2, 5)
    assert perform(job.pk)
    assert traces() == [(job.pk, step) for step in range(5)]


def stumbles(run: Run) -> Steps:
    for step in range(run.progress, 5):
        slow_work.leave_a_trace(run, step)
        if step == 2 and run.attempt == 1:
            raise RuntimeError("here")
        yield Progress(step + 1, 5)
    return None


def test_a_step_longer_than_a_lease_keeps_the_job(traces: Traces, settings: LazySettings) -> None:
    settings.JOB_LEASE_SECONDS = 0.6
    job = asked("test.once", pause=1.5)
    assert perform(job.pk)
    assert traces() == [(job.pk, 0)]


def test_a_lease_that_ran_out_is_taken_up_again_while_nobody_else_has_the_job(
    traces: Traces, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that keeps it may have come late: the machine was busy."""
    settings.JOB_LEASE_SECONDS = 0.6
    monkeypatch.setitem(_performers, "test.late", late)
    assert perform(asked("test.late").pk)


def late(run: Run) -> Result:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
        other.execute("UPDATE jobs_job SET lease = now() - interval '1 second' WHERE id = %s", [run.job_id])
        until = time.monotonic() + 20
        left = "SELECT lease > now() FROM jobs_job WHERE id = %s"
        while other.execute(left, [run.job_id]).fetchone() != (True,):
            assert time.monotonic() < until
            time.sleep(0.05)
    return None


def test_the_reaper_sends_what_was_lost_and_nothing_else(
    traces: Traces, no_messages: list[int], settings: LazySettings
) -> None:
    now = timezone.now()
    jobs = {key: asked("test.once", key) for key in ("lost", "alive", "new", "unheard", "paused", "done")}
    ids = {key: Job.objects.filter(pk=job.pk) for key, job in jobs.items()}
    long_ago, soon = now - timedelta(minutes=5), now + timedelta(seconds=20)
    ids["lost"].update(state="running", sent_at=long_ago, lease=now - timedelta(seconds=1))
    ids["alive"].update(state="running", sent_at=long_ago, lease=soon)
    ids["unheard"].update(sent_at=long_ago)
    ids["paused"].update(sent_at=long_ago, lease=soon)
    ids["done"].update(state="done", sent_at=long_ago)
    no_messages.clear()
    assert reap(now=now) == [jobs["lost"].pk, jobs["unheard"].pk]
    assert reap(now=now + timedelta(seconds=1)) == [], "they were just sent"
    assert reap(now=soon + timedelta(seconds=1))[:3] == [jobs[key].pk for key in ("lost", "alive", "new")]


def test_without_a_broker_the_job_waits_in_its_row(traces: Traces, monkeypatch: pytest.MonkeyPatch) -> None:
    job = asked("test.once")
    Job.objects.update(sent_at=None)

    def refuse(**_: object) -> None:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr("pitboss.jobs.tasks.perform_job.apply_async", refuse)
    assert not send(job.pk, now=timezone.now())
    job.refresh_from_db()
    assert (job.state, job.sent_at) == ("queued", None)


def test_two_functions_cannot_perform_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"Two functions perform 'test\.once'"):
        performs("test.once")(lambda run: None)


def test_the_lease_thread_has_ended_with_the_job(traces: Traces) -> None:
    job = asked("test.once")
    perform_module.perform(job.pk)
    assert not [thread for thread in threading.enumerate() if thread.name == f"lease of job {job.pk}"]
