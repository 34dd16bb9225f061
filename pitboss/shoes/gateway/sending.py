"""One shoe's buffer to the server: in order, a batch at a time, until the server has answered for good."""

from __future__ import annotations

import http.client
import json
import logging
import random
import ssl
import time
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from pitboss.shoes.gateway.buffer import Buffer
from pitboss.shoes.gateway.refusals import Refusals

logger = logging.getLogger(__name__)
AT_ONCE = 200
"""Reads in one sending."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
"""Seconds between two tries, doubling."""
LATER_PAUSE = 5.0
"""Seconds until a table without an open session is asked for again."""
REVOKED_PAUSE = 60.0
SIGN_OF_LIFE = 30.0
"""Seconds after which a gateway with nothing to say says that it is there."""
PATIENCE = 20.0
FOR_GOOD = ("accepted", "duplicate", "refused")


class NotSent(OSError):
    """The server did not answer as it should: ``status`` where it answered at all."""

    def __init__(self, why: str, status: int | None = None) -> None:
        super().__init__(why)
        self.status = status


class Server:
    """One connection to ``POST /api/shoes/reads/``, opened again whenever it is gone."""

    def __init__(self, address: str, token: str, trusted: ssl.SSLContext | None) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"server {address!r}: expected http:// or https:// and a host")
        self._parts, self._token, self._trusted = parts, token, trusted
        self._connection: http.client.HTTPConnection | None = None

    def send(self, body: dict[str, Any]) -> dict[str, Any]:
        """The answer. Raises NotSent; what was sent may have arrived all the same."""
        try:
            status, said = self._asked(json.dumps(body))
        except (OSError, http.client.HTTPException) as why:
            raise NotSent(str(why) or type(why).__name__) from why
        if status != 200:
            self.close()
            raise NotSent(f"{status} {said[:200]!r}", status)
        try:
            found = json.loads(said)
            places = [(one["n"], one["answer"]) for one in found["answers"]]
        except (ValueError, KeyError, TypeError) as why:
            raise NotSent(f"an answer that is none: {said[:200]!r}") from why
        if [n for n, _ in places] != [read["n"] for read in body["reads"]]:
            raise NotSent("an answer about other reads")
        return dict(found)

    def _asked(self, body: str) -> tuple[int, bytes]:
        """Once more at once where the server had hung up in the meantime: nothing is taken twice."""
        headers = {"Authorization": f"Shoe {self._token}", "Content-Type": "application/json"}
        while True:
            used = self._connection is not None
            connection = self._connected()
            try:
                connection.request("POST", f"{self._parts.path.rstrip('/')}/api/shoes/reads/", body, headers)
                answer = connection.getresponse()
                return answer.status, answer.read()
            except (OSError, http.client.HTTPException):
                self.close()
                if not used:
                    raise

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            host, port = str(self._parts.hostname), self._parts.port
            if self._parts.scheme == "https":
                self._connection = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=self._trusted)
            else:
                self._connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Sending:
    """The sending side of one shoe. ``wake`` is set whenever something was put into the buffer."""

    def __init__(
        self, *, name: str, server: Server, buffer: Buffer, refusals: Refusals, wake: Event, protocol: str
    ) -> None:
        self.name, self.server, self.buffer, self.refusals = name, server, buffer, refusals
        self.wake, self.protocol = wake, protocol

    def run(self, stop: Event) -> None:
        """Send until ``stop`` is set; what is left then is sent by the next start."""
        pause = FIRST_PAUSE
        while not stop.is_set():
            self.wake.clear()
            began = time.monotonic()
            try:
                left = self.once()
            except NotSent as why:
                revoked = why.status == 401
                logger.warning("%s: %s%s", self.name, "the token opens nothing: " if revoked else "", why)
                stop.wait(REVOKED_PAUSE if revoked else pause * random.uniform(0.7, 1.3))  # noqa: S311  no secret
                pause = min(pause * 2, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            if left == "later":
                stop.wait(LATER_PAUSE)
            elif left == "nothing":
                while not self.wake.wait(0.25) and not stop.is_set() and time.monotonic() - began < SIGN_OF_LIFE:
                    pass
        self.server.close()

    def once(self) -> str:
        """One batch: ``more`` may be there, ``later`` the table is not open yet, ``nothing`` is left. NotSent."""
        reads = self.buffer.oldest(AT_ONCE)
        waiting = self.buffer.waiting() - len(reads)
        wire = self.buffer.kept("link") or ""
        said = self.server.send({"reads": reads, "waiting": waiting, "protocol": self.protocol, "wire": wire})
        done: list[int] = []
        later = False
        for read, answer in zip(reads, said["answers"], strict=True):
            if answer["answer"] not in FOR_GOOD:
                later = True
                continue
            if answer["answer"] == "refused":
                logger.error("%s: refused %s: expected %s, got %s", self.name, answer.get("field"),
                             answer.get("expected"), read)  # fmt: skip
                self.refusals.keep(self.name, read, str(answer.get("field")), str(answer.get("expected")))
            done.append(read["n"])
        self.buffer.drop(done)
        if later:
            return "later"
        return "more" if len(reads) == AT_ONCE else "nothing"
