"""Which event is which, for events that bring no id of their own.

The id is a UUID version 5 of (table, opening of the session, all that was said, how many equal ones came
before it in the same sending). ``all that was said`` holds ``seq`` where the source gave one. So the same
file sent twice, or first in pieces and then whole, is the same events; and two equal lines of one file
are two events. What this cannot tell apart is two events without id and seq, equal to the last
letter and the same instant, sent in two sendings: they are taken for one sent twice, and the answer
counts a duplicate. A source that can do that gives ids.
"""

from __future__ import annotations

from uuid import UUID, uuid5

from pitboss.casino.models import Table

NAMESPACE = UUID("5f3a1d0e-6c0b-5f52-9d0f-6f1f3f7d2c11")


def derived_id(*, table: Table, opening: UUID | None, body: str, nth: int) -> UUID:
    """``nth``: 1 for the first such line of a sending. ``opening``: id of the session's first event,
    None for the opening itself."""
    return uuid5(NAMESPACE, f"{table.casino.code}\n{table.name}\n{opening or '-'}\n{nth}\n{body}")
