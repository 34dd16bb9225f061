from __future__ import annotations

from datetime import date, datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.casino.business_days import calendar_of
from pitboss.casino.clocks import Clock
from pitboss.complaints import refusal
from pitboss.complaints.footage import hold_footage
from pitboss.complaints.gate import before_extension, newest
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintStep, Verb
from pitboss.complaints.terms import term
from pitboss.incidents.refusal import Refused


def extend(
    *, complaint: Complaint, by: Person, now: datetime, on: date, reference: str, words: str = ""
) -> ComplaintStep:
    """The regulator gave itself the longer term, counted from the appeal; the video is held as much longer."""
    with transaction.atomic():
        held = hold(complaint, by, "follow_complaint")
        calendar = calendar_of(held.casino)
        lacking = before_extension(held)
        if on > calendar.day_of(now):
            lacking.append(refusal.FUTURE)
        if not reference.strip():
            lacking.append(refusal.NO_REFERENCE)
        appealed = newest(held, Verb.APPEALED)
        filed_on = None if appealed is None else date.fromisoformat(appealed.after["filed_on"])
        if filed_on is not None and on < filed_on:
            lacking.append(refusal.BEFORE_APPEAL)
        if lacking or filed_on is None:
            raise Refused(lacking)
        step = add_step(
            held,
            Verb.EXTENDED,
            by=by,
            now=now,
            after={"on": on.isoformat(), "reference": reference.strip()},
            words=words,
            answers=appealed,
            decision_due=term(calendar, held.clocks, Clock.DECISION_EXTENDED, calendar.end_of(filed_on)),
        )
        for incident in held.incidents.all():
            hold_footage(held, incident, Clock.FOOTAGE_HOLD_EXTENDED, calendar=calendar, now=now)
    return step
