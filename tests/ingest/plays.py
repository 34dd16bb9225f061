"""Short plays as the contract's events, to send in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

START = datetime(2026, 11, 29, 20, 0, 0, tzinfo=UTC)
Said = dict[str, Any]


def timed(events: Iterable[Said], *, start: datetime = START, table: str | None = "BJ-01") -> list[Said]:
    """Each a second after the one before, at the table."""
    told = []
    for place, event in enumerate(events):
        at = {"at": (start + timedelta(seconds=place)).isoformat()}
        told.append({**at, **({"table": table} if table else {}), **event})
    return told


def opening(**more: Any) -> list[Said]:
    """A table opened as it should be; raises nothing."""
    return [
        {"kind": "table_opened", "profile": "cl-scj", "min": 5000, "max": 500000, **more},
        {
            "kind": "decks_checked",
            "counts": [52] * 6,
            "backs": ["red"] * 3 + ["blue"] * 3,
            "in_sequence": False,
        },
        {"kind": "shuffled", "method": "chemin"},
        {"kind": "shuffled", "method": "normal", "passes": 2},
        {"kind": "cut", "behind": 78},
        {"kind": "burned", "card": None, "why": "first"},
    ]


def plain_round(number: int) -> list[Said]:
    """Spot 1 wins 10,000 with 20 against 18; raises nothing."""
    return [
        {"kind": "round_opened", "round": number},
        {"kind": "bet", "spot": "1", "amount": 10000},
        {"kind": "dealt", "to": "1", "card": "Th"},
        {"kind": "dealt", "to": "dealer", "card": "9c"},
        {"kind": "dealt", "to": "1", "card": "Qs"},
        {"kind": "acted", "spot": "1", "action": "stand"},
        {"kind": "dealt", "to": "dealer", "card": "9d"},
        {"kind": "paid", "spot": "1", "amount": 10000},
        {"kind": "cards_collected", "order": "right_to_left"},
        {"kind": "round_closed"},
    ]


def exposed_round(number: int, *, burned: bool) -> list[Said]:
    """A king comes out face up, and is burned (followed) or dealt as if nothing had been (contrary)."""
    plain = plain_round(number)
    answer = {"kind": "burned", "card": "Kd", "why": "exposed"}
    king = [{"kind": "exposed", "card": "Kd"}]
    if burned:
        return [*plain[:2], *king, answer, *plain[2:]]
    return [*plain[:2], *king, {**plain[2], "card": "Kd"}, *plain[3:]]


def underpaid_round(number: int) -> list[Said]:
    """Spot 1 is due 10,000 and gets 6,000."""
    return [{**event, "amount": 6000} if event["kind"] == "paid" else event for event in plain_round(number)]


def shift() -> list[Said]:
    """A table from opening to close with one exposed card that was burned."""
    return [*opening(), *plain_round(1), *exposed_round(2, burned=True), {"kind": "table_closed"}]


def ndjson(events: Sequence[Said]) -> bytes:
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)
