"""Events that this system makes itself, from what a shoe or a video showed, read like everybody else's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pitboss.ingest.lines import Rejection, read_line
from pitboss.ingest.streams import kind_of
from pitboss.ledger.append import Said
from pitboss.ledger.canonical import canonical


def own(event: Mapping[str, Any], seq: int) -> Said:
    """This event on its way into the ledger, at ``seq``. ``event`` is plain JSON with an ``id``.

    Raises RuntimeError if it is none of the contract's: what made it is at fault then, nobody at a table.
    """
    line = read_line(canonical(event).encode(), seq)
    if isinstance(line, Rejection):
        raise RuntimeError(f"an event of our own making cannot be read: {line.field}: {line.expected}")
    return Said(UUID(event["id"]), seq, kind_of(line), line.event.at, line.body)
