from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.gate import is_reviewed, missing
from pitboss.incidents.life import add_step, hold, refuse_own
from pitboss.incidents.models import Incident, Status, Step, Verb
from pitboss.incidents.refusal import NO_REVIEW, SAME_EYES, Refused


def close(*, incident: Incident, by: Person, now: datetime, words: str = "") -> Step:
    """End the case. By somebody who neither recorded nor ruled nor saw the video nor reviewed it, once nothing is
    missing and nothing has come since the review."""
    with transaction.atomic():
        held = hold(incident, by, "close")
        refuse_own(held, by)
        steps = list(held.steps.all())
        lacking = missing(held, list(held.findings.all()), steps)
        reviewed = is_reviewed(steps)
        if reviewed is None:
            lacking.append(NO_REVIEW)
        elif reviewed.by_id == by.pk:
            lacking.append(SAME_EYES)
        if lacking:
            raise Refused(lacking)
        step = add_step(
            held,
            Verb.CLOSED,
            by=by,
            now=now,
            before={"status": str(Status.OPEN)},
            after={"status": str(Status.CLOSED)},
            words=words,
            answers=reviewed,
        )
        held.status = Status.CLOSED
        held.save(update_fields=["status"])
    return step
