"""Who has had the seized cards, from when to when: told by the report first, then by one step for each hand-over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pitboss.incidents.gate import details_of
from pitboss.incidents.models import Step, Verb
from pitboss.incidents.picks import CardsSeized


@dataclass(frozen=True, slots=True)
class Keeping:
    """One keeper of one envelope. ``since`` is when it was handed over, for the first one when that was told;
    ``until`` None: still there."""

    envelope: str
    holder: str
    initials: str
    since: datetime
    until: datetime | None
    step: Step


def custody_of(steps: Sequence[Step]) -> list[Keeping]:
    """The chain, oldest first; empty where no cards were seized.

    The envelope and its first keeper are those that the report says now: put right, they are put right here too.
    """
    seized = details_of(steps).get("cards_seized", {})
    if seized.get("pick") != CardsSeized.YES:
        return []
    first = next(
        step
        for step in steps
        if step.verb == Verb.COMPLETED
        and step.after.get("details", {}).get("cards_seized", {}).get("pick") == CardsSeized.YES
    )
    envelope = str(seized.get("envelope", ""))
    chain = [Keeping(envelope, str(seized.get("custody", "")), str(seized.get("initials", "")), first.at, None, first)]
    for step in steps:
        if step.verb == Verb.CARDS_HANDED_OVER:
            since = datetime.fromisoformat(step.after["at"])
            # Written down, perhaps, only after the next one had taken it
            chain[-1] = replace(chain[-1], since=min(chain[-1].since, since), until=since)
            chain.append(Keeping(envelope, step.after["to"], step.after["initials"], since, None, step))
    return chain
