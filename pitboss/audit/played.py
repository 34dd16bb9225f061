"""The steps of a case's round, kept for a while: whoever looks at a case asks for them again and again."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache

from pitboss.incidents.models import Incident
from pitboss.ledger.models import Head
from pitboss.replay.scenes import Scene, scenes

AROUND: Final = 12
"""Entries shown before and after a finding that belongs to no round."""
KEPT_FOR: Final = 15 * 60


def played(shown: Incident) -> list[Scene]:
    """Kept while the session's chain has the same last entry: replaying a session up to a round takes tenths of a
    second. ``shown`` comes with its findings and their entries."""
    head = Head.objects.filter(session=shown.session_id).first()
    mark = bytes(head.hash).hex()[:32] if head else "none"
    key = f"scenes:{shown.session_id}:{shown.round}:{mark}"
    steps: list[Scene] | None = cache.get(key)
    if steps is None:
        steps = scenes(shown.session, shown.round)
        cache.set(key, steps, KEPT_FOR)
    return steps if shown.round is not None else around(shown, steps)


def around(shown: Incident, steps: list[Scene]) -> list[Scene]:
    """Of what happened outside of any round, what is near the findings."""
    numbers = [finding.entry.number for finding in shown.findings.all()]
    first, last = min(numbers, default=0) - AROUND, max(numbers, default=0) + AROUND
    return [one for one in steps if first <= one.entry.number <= last]
