"""A table for the traces of jobs, and real workers over each broker."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from celery import Celery
from django.conf import LazySettings
from django.db import connection
from redis import Redis

from pitboss.database.roles import as_owner
from pitboss.jobs import tasks
from pitboss.jobs.broker import transport_options
from pitboss.jobs.perform import perform
from tests.conftest import CHECKOUT

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

BROKERS = {
    "filesystem": "filesystem://localhost",
    "redis": os.environ.get("PITBOSS_TEST_REDIS", "redis://127.0.0.1:6379/9"),
    "rabbitmq": os.environ.get("PITBOSS_TEST_RABBITMQ", "amqp://guest:guest@127.0.0.1:5672//"),
}
Worker = subprocess.Popen[bytes]
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


@pytest.fixture
def traces(own_database: str) -> Callable[[], list[tuple[int, int]]]:
    """What jobs have left, as (job, step) in the order of their steps."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE traces (job bigint, step integer, attempt integer, pid integer)")

    def found() -> list[tuple[int, int]]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT job, step FROM traces ORDER BY job, step")
            return cast("list[tuple[int, int]]", cursor.fetchall())

    return found


def answers(url: str) -> bool:
    there = urlsplit(url)
    try:
        socket.create_connection((there.hostname, there.port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.fixture(params=list(BROKERS))
def broker(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    own_home: Path,
    require_part: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    """Our own app speaking to that broker, on a queue of this test's own."""
    url = BROKERS[request.param]
    if request.param != "filesystem":
        require_part(f"{request.param} on localhost", answers(url))
    monkeypatch.setenv("PITBOSS_HOME", str(own_home if request.param != "filesystem" else tmp_path))
    monkeypatch.setenv("CELERY_BROKER_URL", url)
    monkeypatch.setenv("PITBOSS_QUEUE", queue := f"pitboss-test-{uuid4()}")
    ours = Celery("pitboss-test", set_as_current=False)
    ours.config_from_object("django.conf:settings", namespace="CELERY")
    ours.conf.update(
        broker_url=url,
        broker_transport_options=transport_options(url, tmp_path, queue),
        task_default_queue=queue,
    )
    monkeypatch.setattr(tasks, "perform_job", ours.task(name=tasks.perform_job.name)(perform))
    yield queue
    if request.param != "filesystem":
        with ours.connection_for_write() as link:
            link.default_channel.queue_delete(queue)  # type: ignore[attr-defined]
    if request.param == "redis":
        with Redis.from_url(url) as redis:
            for key in redis.scan_iter(f"{queue}:*"):
                redis.delete(key)
    ours.close()


@pytest.fixture
def impatient(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases and pauses short enough for a test to wait for, here and in the workers."""
    for name, seconds in (("LEASE", 1.5), ("REAP", 0.3), ("RESEND", 2), ("RETRY", 0.3)):
        monkeypatch.setenv(f"PITBOSS_JOB_{name}", str(seconds))
        setattr(settings, f"JOB_{name}_SECONDS", seconds)


@pytest.fixture
def included() -> str:
    """The module that a test's workers load beside the application."""
    return "tests.jobs.slow_work"


@pytest.fixture
def worker(broker: str, impatient: None, included: str) -> Callable[[], AbstractContextManager[Worker]]:
    """`with worker() as process:` a real Celery worker in a process group of its own."""

    return lambda: celery("worker", "-I", included, "-c", "1", "-n", f"{uuid4()}@test", *QUIET)


@contextmanager
def celery(*words: str) -> Iterator[Worker]:
    """A part of Celery in a process group of its own; it ends with the block, if need be by force."""
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "pitboss.celery", *words, "-l", "WARNING"],
        cwd=CHECKOUT,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        kill(process, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            kill(process)


def kill(worker: Worker, how: int = signal.SIGKILL) -> None:
    """The whole group: a worker of Celery is a parent and its children."""
    try:
        os.killpg(worker.pid, how)
    except ProcessLookupError:
        return
    if how == signal.SIGKILL:
        worker.wait()


def eventually(claim: Callable[[], bool], patience: float = 45) -> bool:
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if claim():
            return True
        time.sleep(0.05)
    return claim()
