"""The simulated shoe's electronics: numbered lines over TCP, kept and sent again until they are acknowledged."""

from __future__ import annotations

import json
import socket
import time
from collections import OrderedDict
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from threading import Event, RLock, Thread

from pitboss.shoes.gateway.protocols import Framed, checksum
from pitboss.shoes.simulating.faults import Emission

AGAIN = 1.0
"""Seconds until a line without acknowledgement is sent again on a wire that is there."""
CODES = {what: code for code, what in Framed.CODES.items()}


class Device:
    """A TCP server on a port of this machine, as a shoe with an Ethernet module is one.

    ``emit`` returns at once: the line is in the device's memory. ``clock_error``: seconds that its clock is ahead.
    """

    def __init__(self, *, protocol: str = "ndjson", port: int = 0) -> None:
        self.protocol = protocol
        self.boot = token_hex(3)
        self.clock_error = 0.0
        self.emitted = 0
        """Lines that were numbered, and not lost before they reached the memory."""
        self.repeated = 0
        self.connections = 0
        self._last = 0
        self._unacknowledged: OrderedDict[int, tuple[bytes, float]] = OrderedDict()
        self._damaged: set[int] = set()
        self._lock = RLock()
        self._wire: socket.socket | None = None
        self._refusing_until = 0.0
        self._stop = Event()
        self._door = socket.create_server(("127.0.0.1", port))
        self._door.settimeout(0.1)
        self.port: int = self._door.getsockname()[1]
        self._threads = [Thread(target=self._serve, daemon=True), Thread(target=self._send_again, daemon=True)]
        for thread in self._threads:
            thread.start()

    def emit(self, line: Emission) -> None:
        """Number the line and send it."""
        with self._lock:
            self._last += 1
            line.number = self._last
            if line.lost:
                return
            text = self._encode(line)
            self.emitted += 1
            self._unacknowledged[self._last] = text, time.monotonic()
            if line.noise:
                self._damaged.add(self._last)
            self._write([self._last])

    @property
    def waiting(self) -> int:
        """Lines that nobody has acknowledged yet."""
        with self._lock:
            return len(self._unacknowledged)

    def cut(self, seconds: float) -> None:
        """The wire breaks, and nobody gets through for so long."""
        with self._lock:
            self._refusing_until = time.monotonic() + seconds
            self._hang_up()

    def close(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(5)
        with self._lock:
            self._hang_up()
        self._door.close()

    def _encode(self, line: Emission) -> bytes:
        moment = time.time() + self.clock_error
        if self.protocol == "framed":
            code = CODES[line.what]
            body = f"{self.boot},{line.number},{round(moment * 1000)},{code},{line.card or ''}".encode()
            return b":" + body + b"*" + checksum(body) + b"\n"
        at = datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")
        said = {"boot": self.boot, "seq": line.number, "at": at, "what": line.what}
        if line.card is not None:
            said["card"] = line.card
        return json.dumps(said, separators=(",", ":")).encode() + b"\n"

    def _write(self, numbers: list[int]) -> None:
        for number in numbers:
            if self._wire is None or number not in self._unacknowledged:
                return
            text, _ = self._unacknowledged[number]
            self._unacknowledged[number] = text, time.monotonic()
            if number in self._damaged:
                self._damaged.discard(number)
                text = text[:3] + b"\x07" + text[4:]
            try:
                self._wire.sendall(text)
            except OSError:
                self._hang_up()

    def _hang_up(self) -> None:
        if self._wire is not None:
            with suppress(OSError):
                self._wire.shutdown(socket.SHUT_RDWR)
            self._wire.close()
            self._wire = None

    def _serve(self) -> None:
        while not self._stop.is_set():
            try:
                wire, _ = self._door.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            if time.monotonic() < self._refusing_until:
                wire.close()
                continue
            wire.settimeout(0.1)
            with self._lock:
                self._hang_up()
                self._wire = wire
                self.connections += 1
                self.repeated += len(self._unacknowledged)
                self._write(list(self._unacknowledged))
            self._hear(wire)

    def _hear(self, wire: socket.socket) -> None:
        rest = b""
        while not self._stop.is_set():
            try:
                piece = wire.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                piece = b""
            if not piece:
                with self._lock:
                    if self._wire is wire:
                        self._hang_up()
                return
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self._answered(line)

    def _answered(self, line: bytes) -> None:
        number: int | None = None
        if line.startswith(b"+"):
            boot, _, said = line[1:].decode().partition(",")
            number = int(said) if boot == self.boot else None
        elif line.startswith(b"{"):
            answer = json.loads(line)
            number = answer.get("ack") if answer.get("boot") == self.boot else None
        with self._lock:
            if number is not None:
                self._unacknowledged.pop(number, None)

    def _send_again(self) -> None:
        """What nobody acknowledged, in its order from the first: a line in front of another is never behind it."""
        while not self._stop.wait(0.1):
            with self._lock:
                first = next(iter(self._unacknowledged.values()), None)
                if self._wire is not None and first is not None and time.monotonic() - first[1] > AGAIN:
                    self.repeated += len(self._unacknowledged)
                    self._write(list(self._unacknowledged))
