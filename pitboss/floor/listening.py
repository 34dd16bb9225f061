"""One connection of this process that listens to the database, and everybody here who wants to hear.

The database wakes it at each commit, with ids. A slow reader loses what it has not taken and is told to look again:
nothing grows with a tablet that has fallen asleep.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Iterator
from typing import Any

import psycopg
from django.db import connection
from psycopg import sql

from pitboss.database.waking import CHANNEL

MOST_WAITING = 64
"""Notifications held for one reader: some seconds of a busy floor."""
AGAIN = 1.0
"""Seconds until a lost connection is tried again."""
LOOK: dict[str, Any] = {"look": True}
"""Something was missed: read the wall anew."""
logger = logging.getLogger(__name__)


class Listener:
    """Of one event loop. Connected while somebody listens, not before and not after."""

    def __init__(self) -> None:
        self._readers: set[asyncio.Queue[dict[str, Any]]] = set()
        self._task: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()

    @contextlib.contextmanager
    def reader(self) -> Iterator[asyncio.Queue[dict[str, Any]]]:
        """A queue of notifications as ``pipeline`` sends them, and of ``LOOK``."""
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)
        self._readers.add(queue)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._listen(), name="floor listener")
        try:
            yield queue
        finally:
            self._readers.discard(queue)
            if not self._readers and self._task is not None:
                self._task.cancel()
                self._task = None
                self._connected.clear()

    async def connected(self, patience: float) -> bool:
        """Wait until nothing more is missed; False if that takes longer."""
        try:
            async with asyncio.timeout(patience):
                await self._connected.wait()
        except TimeoutError:
            return False
        return True

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except psycopg.Error as why:
                logger.warning("The floor's listener lost the database: %s", why)
            self._connected.clear()
            await asyncio.sleep(AGAIN)

    async def _hear(self) -> None:
        link = await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True)
        async with link:
            await link.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            self._connected.set()
            # Between two connections anything may have happened
            self._spread(LOOK)
            async for notification in link.notifies():
                try:
                    told = json.loads(notification.payload)
                except ValueError:
                    told = LOOK
                self._spread(told)

    def _spread(self, told: dict[str, Any]) -> None:
        for queue in self._readers:
            if queue.full():
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(LOOK)
            else:
                queue.put_nowait(told)


_listeners: dict[asyncio.AbstractEventLoop, Listener] = {}


def listener() -> Listener:
    """The one of the running loop, which in a server is the one of the process."""
    loop = asyncio.get_running_loop()
    for other in [one for one in _listeners if one.is_closed()]:
        del _listeners[other]
    return _listeners.setdefault(loop, Listener())


def _parameters() -> dict[str, Any]:
    """As Django connects, without its pool: this connection is never given back."""
    given = dict(connection.get_connection_params())
    for name in ("pool", "cursor_factory", "context", "server_side_binding", "prepare_threshold"):
        given.pop(name, None)
    return {**given, "application_name": "pitboss floor"}
