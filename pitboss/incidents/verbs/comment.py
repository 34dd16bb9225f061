from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.refusal import NO_WORDS, Refused


def comment(*, incident: Incident, by: Person, now: datetime, words: str) -> Step:
    """Add words to a case, also to a closed one; nothing else changes, and no review is undone by it."""
    with transaction.atomic():
        held = hold(incident, by, "comment", must_be_open=False)
        if not words.strip():
            raise Refused([NO_WORDS])
        return add_step(held, Verb.COMMENTED, by=by, now=now, words=words)
