"""Into which session of its table a sheet goes, from the moment that was written on it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pitboss.casino.models import Table, TableSession
from pitboss.ledger.models import Entry
from pitboss.replay.models import Round

CLOCKS = timedelta(seconds=2)
"""How far events may run back before the rules say that the record has a gap."""


@dataclass(frozen=True, slots=True)
class Where:
    """``session`` None: none is open at that moment, the sheet has to open one. ``opening``: what opened a session of
    the past that paper began; said again, it leads there. ``later``: the record has gone on past the moment, so what is
    added stands behind it and the rules will say that the clock ran back."""

    session: TableSession | None
    opening: dict[str, Any] | None = None
    later: bool = False


def where(table: Table, at: datetime) -> Where:
    """Two or three queries."""
    sessions = TableSession.objects.filter(table=table)
    opened = sessions.filter(closed_at=None, opened_at__lte=at).first()
    if opened is not None:
        return Where(opened, later=_goes_on(opened, at))
    before = sessions.filter(opened_at__lte=at).order_by("-opened_at", "-number").first()
    if before is None:
        return Where(None)
    first = Entry.objects.filter(session=before, kind="table_opened").order_by("number").first()
    if first is None:
        return Where(None)
    body: dict[str, Any] = json.loads(first.body)
    if body.get("src") != "sheet":
        return Where(None)
    return Where(before, opening=body, later=_goes_on(before, at))


def holds(session: TableSession | None, number: int) -> bool:
    """Is a round of that number in the session's record?"""
    return session is not None and Round.objects.filter(session=session, number=number).exists()


def _goes_on(session: TableSession, at: datetime) -> bool:
    return Entry.objects.filter(session=session, at__gt=at + CLOCKS).exists()
