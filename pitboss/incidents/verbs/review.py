from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.gate import missing
from pitboss.incidents.life import add_step, hold, refuse_own
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.picks import Verdict
from pitboss.incidents.refusal import NO_WORDS, Refused


def review(*, incident: Incident, by: Person, now: datetime, verdict: Verdict, words: str = "") -> Step:
    """Compliance has read the case: fit to be closed, or sent back with words. Nobody reviews an own case.

    A case that lacks something is not found fit; whatever is added afterwards asks for another review.
    """
    with transaction.atomic():
        held = hold(incident, by, "review")
        refuse_own(held, by)
        if verdict == Verdict.RETURNED and not words.strip():
            raise Refused([NO_WORDS])
        if verdict == Verdict.APPROVED:
            lacking = missing(held, list(held.findings.all()), list(held.steps.all()))
            if lacking:
                raise Refused(lacking)
        return add_step(held, Verb.REVIEWED, by=by, now=now, after={"review": str(verdict)}, words=words)
