from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.core.exceptions import PermissionDenied

from pitboss.accounts.models import Person
from pitboss.incidents.models import Incident, Step
from pitboss.incidents.refusal import NOT_ALLOWED, NOT_THERE, Refused, Why
from pitboss.incidents.verbs.assign import assign


@dataclass(frozen=True, slots=True)
class Given:
    """What came of one case. ``step`` is None where nothing changed; ``reasons`` say why it could not. ``incident`` is
    None for one that does not exist, as far as whoever asks can see."""

    pk: int
    incident: Incident | None
    step: Step | None = None
    reasons: list[Why] = field(default_factory=list)


def assign_many(
    *, keys: Sequence[int], among: dict[int, Incident], by: Person, now: datetime, to: Person | None, words: str = ""
) -> list[Given]:
    """Give several cases to somebody, each for itself: one that cannot be given keeps none of the others.

    ``among`` holds those that ``by`` may see, by key.
    """
    return [_one(pk, among.get(pk), by, now, to, words) for pk in dict.fromkeys(keys)]


def _one(pk: int, incident: Incident | None, by: Person, now: datetime, to: Person | None, words: str) -> Given:
    if incident is None:
        return Given(pk, None, reasons=[NOT_THERE])
    try:
        return Given(pk, incident, step=assign(incident=incident, by=by, now=now, to=to, words=words))
    except Refused as why:
        return Given(pk, incident, reasons=why.reasons)
    except PermissionDenied:
        return Given(pk, incident, reasons=[NOT_ALLOWED])
