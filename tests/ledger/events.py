"""Events to put into a ledger, and a session to put them in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid5

from pitboss.casino.models import Table, TableSession
from pitboss.ledger.append import Said
from pitboss.ledger.canonical import canonical

NIGHT = datetime(2026, 11, 29, 22, 14, 2, 123456, tzinfo=UTC)
SOME = UUID("6b0c7a0e-3d43-4b58-a4f9-2c1f0c0f1d11")


def opened(table: Table, number: int = 1) -> TableSession:
    return TableSession.objects.create(
        table=table, number=number, profile="cl-scj", opened_at=NIGHT, gaming_day=NIGHT.date()
    )


def said(seq: int, *, name: str = "", **more: object) -> Said:
    at = NIGHT + timedelta(seconds=seq)
    body = canonical({"kind": "bet", "spot": "1", "amount": 1000 * seq, "by": "R-1042", **more})
    return Said(event_id=uuid5(SOME, name or str(seq)), seq=seq, kind="bet", at=at, body=body)
