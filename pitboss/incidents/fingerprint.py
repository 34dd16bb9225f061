"""A case's history as one hash, to be written on paper and compared later."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC

from pitboss.incidents.models import Incident, Step
from pitboss.ledger.canonical import canonical


def fingerprint(incident: Incident, steps: Sequence[Step]) -> str:
    """SHA-256 over folio and rows, each with its author's signature, in 64 hex digits. Another row is another hash.

    A person's words are in it by their signature, and so it holds when words have to go one day.
    """
    body = {
        "casino": incident.casino.code,
        "folio": incident.folio,
        "steps": [
            {
                "number": step.number,
                "verb": str(step.verb),
                "at": step.at.astimezone(UTC).isoformat(),
                "by": step.by_id,
                "before": step.before,
                "after": step.after,
                "entry": step.entry_id,
                "signature": step.signature,
            }
            for step in steps
        ],
    }
    return hashlib.sha256(canonical(body).encode()).hexdigest()
