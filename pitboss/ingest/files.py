"""Files too large for one request: kept under the hash of their content, taken in by a job.

Keeping the same file twice keeps it once, and the job's key holds the hash, so sending it again finds
the job that is there. The job reads the file from its start whenever it is begun again: what an attempt that
died had taken is known already, so its effect happens once.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Protocol

from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.home import home, made
from pitboss.ingest.intake import CHUNK, Intake
from pitboss.ingest.lines import Line, Rejection, read_ndjson
from pitboss.ingest.receipt import Receipt
from pitboss.jobs.ask import ask
from pitboss.jobs.models import Job

LARGEST_AT_ONCE = 1024 * 1024
"""Bytes taken in while the sender waits; some five thousand events, a second or two."""
BLOCK = 1024 * 1024
KIND = "ingest.file"


class NoSuchCasino(LookupError):
    """The person works for no casino of that code."""


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def keep(file: Readable) -> tuple[str, int]:
    """Keep a copy of the file; its SHA-256 in hexadecimal, and its bytes."""
    folder = made(home()) / "ingest"
    folder.mkdir(mode=0o700, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as draft:
        try:
            while block := file.read(BLOCK):
                digest.update(block)
                size += len(block)
                draft.write(block)
            draft.flush()
            os.fsync(draft.fileno())
            Path(draft.name).rename(folder / digest.hexdigest())
        except BaseException:
            Path(draft.name).unlink(missing_ok=True)
            raise
    return digest.hexdigest(), size


def kept(digest: str) -> Path:
    """Where the file of that hash is."""
    return home() / "ingest" / digest


def receive(
    file: BinaryIO, *, by: Person, casino: str | None = None, table: str | None = None, verb: str = "upload"
) -> Receipt | Job:
    """Take a file in at once if it is small, else keep it and ask for a job; what the upload page calls.

    ``file`` is read from where it stands. Raises NoSuchCasino for a code that is not one of the person's.
    """
    start = file.read(LARGEST_AT_ONCE + 1)
    if len(start) <= LARGEST_AT_ONCE:
        return Intake(by=by, casino=casino, table=table, verb=verb).take(read_ndjson(BytesIO(start)))
    return queue_file(_Joined(start, file), by=by, casino=casino, table=table, verb=verb)


def queue_file(
    file: Readable, *, by: Person, casino: str | None = None, table: str | None = None, verb: str = "record"
) -> Job:
    """Keep the file and ask for the job that takes it in; the same file of the same person is one job."""
    theirs = Casino.objects.of(by).order_by("code")
    if casino is not None:
        theirs = theirs.filter(code=casino)
        if not theirs.exists():
            raise NoSuchCasino(casino)
    digest, size = keep(file)
    only = list(theirs[:2])
    return ask(
        key=f"ingest:{digest}:{casino or '-'}:{table or '-'}:{verb}:{by.pk}",
        kind=KIND,
        now=timezone.now(),
        payload={"digest": digest, "bytes": size, "casino": casino, "table": table, "verb": verb},
        casino=only[0] if len(only) == 1 else None,
        by=by,
    )


def take_kept(digest: str, intake: Intake) -> Iterator[int]:
    """Take a kept file in, a chunk each time one more value is asked for: the bytes that are done."""
    with kept(digest).open("rb") as file:
        chunk: list[Line | Rejection] = []
        for item in read_ndjson(file):
            chunk.append(item)
            if len(chunk) == CHUNK:
                intake.take_chunk(chunk)
                chunk = []
                yield file.tell()
        if chunk:
            intake.take_chunk(chunk)
        yield file.tell()


class _Joined:
    """What was read of a stream already, and the rest of it."""

    def __init__(self, start: bytes, rest: BinaryIO) -> None:
        self.start, self.rest = start, rest

    def read(self, size: int, /) -> bytes:
        if self.start:
            block, self.start = self.start[:size], self.start[size:]
            return block
        return self.rest.read(size)
