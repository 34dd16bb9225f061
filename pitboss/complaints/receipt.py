"""What a receipt says, and the seal by which paper and record are compared."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any

from pitboss.complaints.models import Complaint
from pitboss.ledger.canonical import canonical


def facts(complaint: Complaint) -> dict[str, Any]:
    """All of the receipt that is in the record for good: who complains is not, so that the seal outlives the name."""
    return {
        "casino": complaint.casino.code,
        "folio": complaint.folio,
        "received_at": _utc(complaint.received_at),
        "recorded_at": _utc(complaint.recorded_at),
        "channel": str(complaint.channel),
        "taken_by": complaint.taken_by_id,
        "event_at": _utc(complaint.event_at),
        "table": complaint.table_id,
        "seat": complaint.seat,
        "about": str(complaint.about),
        "claim": complaint.claim,
        "wish": str(complaint.wish),
        "asked": complaint.asked,
        "window_until": _utc(complaint.window_until),
        "answer_due": _utc(complaint.answer_due),
    }


def seal(complaint: Complaint) -> str:
    """SHA-256 over the canonical text of the facts: 64 hex digits."""
    return hashlib.sha256(canonical(facts(complaint)).encode()).hexdigest()


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
