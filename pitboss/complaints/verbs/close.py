from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.complaints.gate import before_closing
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.incidents.refusal import Refused


def close(*, complaint: Complaint, by: Person, now: datetime, words: str = "") -> ComplaintStep:
    """Nothing more is to come: the regulator has decided, or the player let the term to go there pass."""
    with transaction.atomic():
        held = hold(complaint, by, "follow_complaint")
        if lacking := before_closing(held, now):
            raise Refused(lacking)
        return add_step(held, Verb.CLOSED, by=by, now=now, words=words, status=Status.CLOSED)
