from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.complaints.gate import before_withdrawal
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.incidents.refusal import NO_WORDS, Refused


def withdraw(*, complaint: Complaint, by: Person, now: datetime, words: str) -> ComplaintStep:
    """The player takes the complaint back; the words say how that is known. What is on record stays."""
    with transaction.atomic():
        held = hold(complaint, by, "take_complaint")
        lacking = before_withdrawal(held)
        if not words.strip():
            lacking.append(NO_WORDS)
        if lacking:
            raise Refused(lacking)
        return add_step(held, Verb.WITHDRAWN, by=by, now=now, words=words, status=Status.WITHDRAWN)
