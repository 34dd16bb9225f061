"""What was done wrong on purpose: the answer sheet beside a generated stream."""

import json
from dataclasses import asdict, dataclass


@dataclass
class Truth:
    """One irregularity of a stream, as the engine ought to report it at the stream's end.

    `round` is null outside a round, `spot` null for the table; `seq` is the event that first shows it.
    """

    table: str
    code: str
    round: int | None
    spot: str | None
    outcome: str
    seq: int

    def line(self) -> bytes:
        """One NDJSON line."""
        return (json.dumps(asdict(self), separators=(",", ":")) + "\n").encode()
