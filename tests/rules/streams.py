"""Generated play as the engine's events."""

from __future__ import annotations

from datetime import UTC, datetime

from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from rules.events import Event
from rules.wire import decode_line


def legal(seed: int, rounds: int) -> list[Event]:
    """Legal play of one table, round after round."""
    start = datetime(2026, 11, 28, 23, tzinfo=UTC)
    session = TableSession(table="BJ-01", start=start, seed=seed, rounds=rounds)
    return [decode_line(encode(event), at)[1] for at, (_, event) in enumerate(session.play(), 1)]
