"""The gateway: two threads a shoe, one that hears and one that sends, and nothing between them but a file."""

from __future__ import annotations

import fcntl
import logging
import signal
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import IO

from pitboss.shoes.gateway.buffer import Buffer
from pitboss.shoes.gateway.config import Config, Shoe
from pitboss.shoes.gateway.hearing import Hearing
from pitboss.shoes.gateway.refusals import Refusals
from pitboss.shoes.gateway.sending import Sending, Server

logger = logging.getLogger(__name__)
AGAIN = 5.0
"""Seconds after which a thread that fell is started again."""


class AnotherOneRuns(RuntimeError):
    """A gateway has this buffer already: two would send each other's reads."""


def run(config: Config, stop: Event | None = None) -> None:
    """Hear and send until the process is told to end (SIGTERM, SIGINT), or ``stop`` is set. AnotherOneRuns."""
    config.buffer.mkdir(parents=True, exist_ok=True)
    if stop is None:
        stop = Event()
        for which in (signal.SIGTERM, signal.SIGINT):
            signal.signal(which, lambda *_: stop.set())
    with _alone(config.buffer / "lock"):
        refusals = Refusals(config.buffer / "refused.ndjson")
        buffers = [Buffer(config.buffer / f"{shoe.name}.sqlite3") for shoe in config.shoes]
        threads = [
            thread
            for shoe, buffer in zip(config.shoes, buffers, strict=True)
            for thread in _threads(shoe, buffer, config, refusals, stop)
        ]
        for thread in threads:
            thread.start()
        logger.warning("%d shoes, to %s", len(config.shoes), config.server)
        # Waiting in short steps: a signal is only heard between two
        while not stop.wait(1.0):
            pass
        for thread in threads:
            thread.join(10)
        for buffer in buffers:
            buffer.close()


def _threads(shoe: Shoe, buffer: Buffer, config: Config, refusals: Refusals, stop: Event) -> list[Thread]:
    wake = Event()
    server = Server(config.server, shoe.token, config.trusted)
    words = f"{shoe.adapter.name}, {shoe.protocol.name}"
    sending = Sending(name=shoe.name, server=server, buffer=buffer, refusals=refusals, wake=wake, protocol=words)

    def hear(stop: Event) -> None:
        hearing = Hearing(
            name=shoe.name,
            adapter=shoe.adapter,
            protocol=shoe.protocol,
            buffer=buffer,
            refusals=refusals,
            wake=wake.set,
        )
        hearing.run(stop)

    return [
        Thread(target=_again, args=(f"{shoe.name} {what}", does, stop), daemon=True)
        for what, does in (("hears", hear), ("sends", sending.run))
    ]


def _again(name: str, does: Callable[[Event], None], stop: Event) -> None:
    """Do it until it is told to end. What it has to go on from is on disk, so it can begin anew."""
    while not stop.is_set():
        try:
            does(stop)
        except Exception:
            logger.exception("%s: fell, and begins anew", name)
            stop.wait(AGAIN)


def _alone(path: Path) -> IO[str]:
    """The lock of the buffer, held until the file is closed or the process is gone."""
    file = path.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as why:
        file.close()
        raise AnotherOneRuns(f"{path} is held by another gateway") from why
    return file
