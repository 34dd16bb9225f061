from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.picks import Reason, Ruling
from pitboss.incidents.refusal import NO_REASON, NO_WORDS, Refused


def rule(
    *, incident: Incident, by: Person, now: datetime, ruling: Ruling, reason: Reason | None = None, words: str = ""
) -> Step:
    """Say how the case was decided. As prescribed needs no more; otherwise needs a reason and words.

    Ruling again adds a row: the earlier one stays. Nothing at the table changes by it, and no past pase is voided.
    """
    otherwise = ruling == Ruling.OTHERWISE
    lacking = [NO_REASON] if otherwise and reason is None else []
    if otherwise and not words.strip():
        lacking.append(NO_WORDS)
    with transaction.atomic():
        held = hold(incident, by, "rule")
        if lacking:
            raise Refused(lacking)
        earlier = held.steps.filter(verb=Verb.RULED).order_by("number").last()
        before = {} if earlier is None else {name: earlier.after[name] for name in _NAMES if name in earlier.after}
        after = {"ruling": str(ruling)}
        if otherwise and reason is not None:
            after["reason"] = str(reason)
        return add_step(held, Verb.RULED, by=by, now=now, before=before, after=after, words=words)


_NAMES = ("ruling", "reason")
