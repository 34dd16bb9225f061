"""The chain's arithmetic in Python, apart from the trigger that makes it, so that one checks the other."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

BEFORE_THE_FIRST = bytes(32)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(at: datetime) -> int:
    """Whole microseconds since 1970; never by way of a float, which would lose the last digits."""
    return (at - EPOCH) // timedelta(microseconds=1)


def link(
    *,
    session: int,
    number: int,
    prev_hash: bytes,
    event_id: UUID,
    seq: int,
    kind: str,
    at: datetime,
    received_at: datetime,
    body: str,
) -> bytes:
    """The 32 bytes that an entry's hash must be.

    SHA-256 over ten lines: the name of the format, the session's number in the database, the entry's
    number, the hash before it in hexadecimal, the event's id, seq and kind, the two instants in
    microseconds, and last the body (which alone could hold a line break, and as canonical JSON does not).
    """
    lines = (
        "pitboss ledger 1",
        str(session),
        str(number),
        prev_hash.hex(),
        str(event_id),
        str(seq),
        kind,
        str(microseconds(at)),
        str(microseconds(received_at)),
        body,
    )
    return hashlib.sha256("\n".join(lines).encode("utf-8")).digest()
