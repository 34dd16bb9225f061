from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Status, Step, Verb
from pitboss.incidents.refusal import NO_WORDS, NOT_CLOSED, Refused


def reopen(*, incident: Incident, by: Person, now: datetime, words: str) -> Step:
    """Begin a new review of a closed case: a row that names the closing it takes up, and why.

    The closing stays as it was. The case is closed again only after another review, by the same rules.
    """
    with transaction.atomic():
        held = hold(incident, by, "reopen", must_be_open=False)
        if held.status != Status.CLOSED:
            raise Refused([NOT_CLOSED])
        if not words.strip():
            raise Refused([NO_WORDS])
        step = add_step(
            held,
            Verb.REOPENED,
            by=by,
            now=now,
            before={"status": str(Status.CLOSED)},
            after={"status": str(Status.OPEN)},
            words=words,
            answers=held.steps.filter(verb=Verb.CLOSED).order_by("number").last(),
        )
        held.status = Status.OPEN
        held.save(update_fields=["status"])
    return step
