from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import uuid4

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Casino, Table
from pitboss.incidents.refusal import Refused
from pitboss.ingest.files import keep
from pitboss.jobs.ask import ask
from pitboss.sheets.models import Sending
from pitboss.sheets.reading import can_read
from pitboss.sheets.refusal import CANNOT_READ, NO_FILES, OTHER_TABLE, TOO_LARGE, TOO_MANY

KIND = "sheets.read"
MOST_FILES = 40
LARGEST = 40 * 1024 * 1024


class Sent(Protocol):
    @property
    def size(self) -> int | None: ...

    def read(self, size: int, /) -> bytes: ...


def send(*, by: Person, now: datetime, casino: Casino, files: Sequence[Sent], table: Table | None = None) -> Sending:
    """Keep photographs or scans under their hashes, and ask for the job that reads them.

    The same file twice in one sending is read once. Raises PermissionDenied, Refused.
    """
    require(by, "upload", casino)
    reasons = []
    if not can_read():
        reasons.append(CANNOT_READ)
    if not files or not all(file.size for file in files):
        reasons.append(NO_FILES)
    if len(files) > MOST_FILES:
        reasons.append(TOO_MANY)
    if any((file.size or 0) > LARGEST for file in files):
        reasons.append(TOO_LARGE)
    if table is not None and table.casino_id != casino.pk:
        reasons.append(OTHER_TABLE)
    if reasons:
        raise Refused(reasons)
    digests = list(dict.fromkeys(keep(file)[0] for file in files))
    name = uuid4()
    with transaction.atomic():
        job = ask(
            key=f"sheets:{name}",
            kind=KIND,
            now=now,
            payload={"sending": str(name), "files": digests},
            casino=casino,
            by=by,
        )
        return Sending.objects.create(id=name, casino=casino, table=table, by=by, sent_at=now, job=job)
