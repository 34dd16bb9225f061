"""What was done about a case at the table: the events that followed, in words.

Prescribed and done are kept apart. Done is read off the ledger: of the events behind the first one
that shows the case, up to the one that settled it, those by which people put things right, decide or complain,
and whichever event settled a finding, whatever it was.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.incidents.models import Incident
from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding, Round
from pitboss.replay.scenes import words_of

OF_THE_TABLE = frozenset(
    {"burned", "reordered", "picked_up", "discard_opened", "cctv_requested", "ruled", "corrected",
     "decks_checked", "shuffled", "cut", "shoe_ended"}
)  # fmt: skip
"""By which anybody's case may be put right."""
OF_A_SEAT = frozenset({"returned", "paid", "taken", "refused", "accepted", "disputed", "excluded"})
"""Only of interest where they concern a seat of the case."""
MOST = 500
"""Entries looked at: a round has some sixty."""


@dataclass(frozen=True, slots=True)
class Done:
    """One event. ``settles``: an outcome of the case was decided by it. ``words`` by language."""

    entry: Entry
    words: dict[str, str]
    settles: bool


def done(incident: Incident, findings: Sequence[Finding]) -> list[Done]:
    """What followed, in the ledger's order; ``findings`` are the case's, with their entries. Three queries
    at most. While something is pending, the round's end is the end."""
    if not findings:
        return []
    first = min(finding.entry.number for finding in findings)
    answered = {finding.answered_id for finding in findings if finding.answered_id is not None}
    entries = Entry.objects.filter(session=incident.session_id, number__gt=first).order_by("number")
    last = _last(incident, findings)
    if last is not None:
        entries = entries.filter(number__lte=last)
    seats = {seat_of(finding.spot) for finding in findings}
    return [
        Done(entry=entry, words=words_of(entry), settles=entry.pk in answered)
        for entry in entries[:MOST]
        if entry.pk in answered or _concerns(entry, seats)
    ]


def seat_of(spot: str | None) -> str | None:
    """``"3.2"`` is of seat ``"3"``."""
    return None if spot is None else spot.partition(".")[0]


def _last(incident: Incident, findings: Sequence[Finding]) -> int | None:
    """The number of the last entry to look at; None where the session's end is the end."""
    numbers = Entry.objects.filter(pk__in=[finding.answered_id for finding in findings if finding.answered_id])
    last = max(numbers.values_list("number", flat=True), default=0)
    if incident.round is None:
        return last or None
    this = (
        Round.objects.filter(session=incident.session_id, number=incident.round)
        .order_by("-first_entry_id")
        .values_list("last_entry__number", flat=True)
        .first()
    )
    return max(last, this or 0) or None


def _concerns(entry: Entry, seats: set[str | None]) -> bool:
    if entry.kind in OF_THE_TABLE:
        return True
    if entry.kind not in OF_A_SEAT:
        return False
    body: dict[str, Any] = json.loads(entry.body)
    return None in seats or seat_of(body.get("spot") or body.get("seat")) in seats
