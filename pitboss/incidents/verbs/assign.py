from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import may
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.refusal import NOT_TAKEN, Refused


def assign(*, incident: Incident, by: Person, now: datetime, to: Person | None, words: str = "") -> Step | None:
    """Give a case to somebody of surveillance or audit of its casino; to nobody: take it from whoever has it.

    None where it is that person's already, so that asking twice does it once. No review is undone by it, and
    nothing is signed for or against the case: four eyes look at what was done, not at whose desk it lies on.
    """
    with transaction.atomic():
        held = hold(incident, by, "assign")
        if to is not None and not may(to, "take_case", held.casino):
            raise Refused([NOT_TAKEN])
        if held.assigned_id == (to.pk if to else None):
            return None
        step = add_step(
            held,
            Verb.ASSIGNED,
            by=by,
            now=now,
            before={"assigned": held.assigned_id},
            after={"assigned": to.pk if to else None},
            to=to,
            words=words,
        )
        held.assigned = to
        held.save(update_fields=["assigned"])
    return step
