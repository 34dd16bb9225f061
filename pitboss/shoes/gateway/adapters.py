"""The three wires: TCP, a serial line, and a file that somebody else writes to."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Lock

from pitboss.shoes.gateway.adapter import Adapter, Line, Link, Split

PATIENCE = 0.5
"""Seconds until it is looked again whether the gateway ends."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds between two tries to open a wire."""
SILENT = 20
"""Seconds after which a wire on which nothing comes is asked for by the system itself (TCP keep-alive)."""


class Tcp:
    """Connects to a shoe, or to the box that its serial line ends in: ``10.20.1.11:4001``."""

    name = "tcp"

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise ValueError(f"address {address!r}: expected host:port")
        self._address = (host.strip("[]"), int(port))
        self._wire: socket.socket | None = None
        self._lock = Lock()

    def lines(self, place: int, stop: Event) -> Iterator[Line | Link]:
        pause = FIRST_PAUSE
        while not stop.is_set():
            try:
                wire = socket.create_connection(self._address, timeout=LONGEST_PAUSE)
            except OSError:
                stop.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            wire.settimeout(PATIENCE)
            _keep_alive(wire)
            with wire:
                self._hold(wire)
                yield "up"
                yield from self._until_it_breaks(wire, stop)
                self._hold(None)
            yield "down"

    def _until_it_breaks(self, wire: socket.socket, stop: Event) -> Iterator[Line]:
        split = Split()
        while not stop.is_set():
            try:
                piece = wire.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                return
            if not piece:
                return
            for line in split.feed(piece):
                yield Line(line)

    def _hold(self, wire: socket.socket | None) -> None:
        with self._lock:
            self._wire = wire

    def answer(self, line: bytes) -> None:
        with self._lock:
            if self._wire is None:
                return
            try:
                self._wire.sendall(line + b"\n")
            except OSError:
                # The reading side will see it; what was not acknowledged comes again
                self._wire = None


class Serial:
    """A serial line by pyserial: ``/dev/ttyUSB0``, or any address that it knows (``rfc2217://…``)."""

    name = "serial"

    def __init__(self, address: str, baud: int = 9600) -> None:
        self._address, self._baud = address, baud
        self._write: Callable[[bytes], object] | None = None

    def lines(self, place: int, stop: Event) -> Iterator[Line | Link]:
        import serial  # only who has a serial line needs it

        pause = FIRST_PAUSE
        while not stop.is_set():
            try:
                port = serial.serial_for_url(self._address, baudrate=self._baud, timeout=PATIENCE)
            except (serial.SerialException, OSError):
                stop.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                continue
            pause, split = FIRST_PAUSE, Split()
            with port:
                self._write = port.write
                yield "up"
                while not stop.is_set():
                    try:
                        piece = port.read(max(1, port.in_waiting))
                    except (serial.SerialException, OSError):
                        break
                    yield from map(Line, split.feed(piece))
                self._write = None
            yield "down"

    def answer(self, line: bytes) -> None:
        if self._write is not None:
            try:
                self._write(line + b"\n")
            except OSError:
                self._write = None


class File:
    """Follows a file that grows. One that became shorter is another one, and is read from its start."""

    name = "file"

    def __init__(self, address: str) -> None:
        self._path = Path(address)

    def lines(self, place: int, stop: Event) -> Iterator[Line | Link]:
        there = False
        while not stop.is_set():
            try:
                with self._path.open("rb") as file:
                    if os.fstat(file.fileno()).st_size < place:
                        place = 0
                    file.seek(place)
                    if not there:
                        yield "up"
                        there = True
                    while (line := file.readline()).endswith(b"\n"):
                        place += len(line)
                        yield Line(line.rstrip(b"\r\n"), place)
            except OSError:
                if there:
                    yield "down"
                    there = False
            stop.wait(PATIENCE)

    def answer(self, line: bytes) -> None:
        """A file takes no answer."""


def adapter_of(kind: str, address: str, baud: int = 9600) -> Adapter:
    """The adapter of that name. ValueError."""
    if kind == "tcp":
        return Tcp(address)
    if kind == "serial":
        return Serial(address, baud)
    if kind == "file":
        return File(address)
    raise ValueError(f"adapter {kind!r}: expected tcp, serial or file")


def _keep_alive(wire: socket.socket) -> None:
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", SILENT), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):
            wire.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
