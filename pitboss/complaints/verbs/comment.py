from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintStep, Verb
from pitboss.incidents.refusal import NO_WORDS, Refused


def comment(*, complaint: Complaint, by: Person, now: datetime, words: str) -> ComplaintStep:
    """Add words to a complaint, also to a closed one; nothing else changes."""
    with transaction.atomic():
        held = hold(complaint, by, "take_complaint")
        if not words.strip():
            raise Refused([NO_WORDS])
        return add_step(held, Verb.COMMENTED, by=by, now=now, words=words)
