from __future__ import annotations

from datetime import date, datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.casino.business_days import calendar_of
from pitboss.complaints import refusal
from pitboss.complaints.gate import before_decision, newest
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.complaints.picks import Decision
from pitboss.incidents.refusal import Refused


def decide(
    *,
    complaint: Complaint,
    by: Person,
    now: datetime,
    on: date,
    decision: Decision,
    reference: str,
    amount: int = 0,
    words: str = "",
) -> ComplaintStep:
    """Note what the regulator decided. ``amount``: what the casino has to pay, in the currency's smallest unit."""
    with transaction.atomic():
        held = hold(complaint, by, "follow_complaint")
        lacking = before_decision(held)
        if on > calendar_of(held.casino).day_of(now):
            lacking.append(refusal.FUTURE)
        if not reference.strip():
            lacking.append(refusal.NO_REFERENCE)
        appealed = newest(held, Verb.APPEALED)
        if appealed is not None and on < date.fromisoformat(appealed.after["filed_on"]):
            lacking.append(refusal.BEFORE_APPEAL)
        if lacking:
            raise Refused(lacking)
        after = {
            "on": on.isoformat(),
            "decision": str(decision),
            "amount": amount,
            "reference": reference.strip(),
        }
        return add_step(
            held,
            Verb.DECIDED,
            by=by,
            now=now,
            after=after,
            words=words,
            answers=appealed,
            status=Status.DECIDED,
        )
