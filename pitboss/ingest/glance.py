"""An event looked at and not kept: read as the ledger's are, without the canonical text that only the ledger needs.

That text is four fifths of what reading costs. Whoever looks this way sends what it made itself, as JSON.
"""

from __future__ import annotations

from pitboss.ingest.lines import EARLIEST, LATEST, Rejection
from rules.events import Event
from rules.wire import Rejected, decode_line


def glance(raw: bytes, line: int) -> Event | Rejection:
    """The event, or why it is none, in the words of ``ingest.lines.read_line``."""
    try:
        _, event = decode_line(raw, line)
    except Rejected as why:
        return Rejection(line, why.field or "line", why.expected, seq=why.seq)
    if not EARLIEST <= event.at < LATEST:
        return Rejection(line, "at", "a moment between the years 2000 and 2100")
    return event
