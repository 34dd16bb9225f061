"""What a shoe said, on disk, until the server has it: one SQLite file a shoe.

A read and the mark of how far the device's own numbers have come are written in one transaction that waits for the
disk (``synchronous=FULL``). So a line that is acknowledged is here, and one that is sent again because the
acknowledgement was lost is known. ``boot`` names this file for good and ``n`` the read in it: the server knows a read
by the two, whoever was killed in between.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from threading import RLock
from typing import Any

TABLES = """
CREATE TABLE IF NOT EXISTS reads (n INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Marks:
    """How far what came in has come. ``boot`` and ``seq``: the device's own last number; ``place``: the file's."""

    boot: str = ""
    seq: int = 0
    place: int = 0


class Buffer:
    """One shoe's reads. Used by two threads: one puts in, one takes out."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = RLock()
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.executescript(TABLES)
        with self._lock:
            self._db.execute("INSERT OR IGNORE INTO kept VALUES ('buffer', ?)", [token_hex(8)])
        self.boot = str(self.kept("buffer"))
        path.chmod(0o600)

    def put(
        self, reads: Iterable[dict[str, Any]], *, marks: Marks | None = None, clock: str | None = None
    ) -> list[int]:
        """Write these reads, and with them how far the device has come; their places. On disk once it returns."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                places = [
                    int(self._db.execute("INSERT INTO reads (body) VALUES (?)", [json.dumps(read)]).lastrowid or 0)
                    for read in reads
                ]
                if marks is not None:
                    self._keep("marks", json.dumps([marks.boot, marks.seq, marks.place]))
                if clock is not None:
                    self._keep("clock", clock)
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
        return places

    def oldest(self, most: int) -> list[dict[str, Any]]:
        """The next reads for the server, each with its ``boot`` and ``n``."""
        with self._lock:
            rows = self._db.execute("SELECT n, body FROM reads ORDER BY n LIMIT ?", [most]).fetchall()
        return [{"boot": self.boot, "n": n, **json.loads(body)} for n, body in rows]

    def drop(self, places: Iterable[int]) -> None:
        """The server has answered these for good."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("DELETE FROM reads WHERE n = ?", [[n] for n in places])
            self._db.execute("COMMIT")

    def waiting(self) -> int:
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM reads").fetchone()[0])

    def marks(self) -> Marks:
        said = self.kept("marks")
        return Marks(*json.loads(said)) if said else Marks()

    def kept(self, name: str) -> str | None:
        with self._lock:
            row = self._db.execute("SELECT value FROM kept WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def keep(self, name: str, value: str) -> None:
        with self._lock:
            self._keep(name, value)

    def _keep(self, name: str, value: str) -> None:
        self._db.execute("INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                         [name, value])  # fmt: skip

    def close(self) -> None:
        with self._lock:
            self._db.close()
