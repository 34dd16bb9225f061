from __future__ import annotations

from datetime import date, datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.casino.business_days import calendar_of
from pitboss.casino.clocks import Clock
from pitboss.complaints import refusal
from pitboss.complaints.gate import before_appeal, newest
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.complaints.terms import term
from pitboss.incidents.refusal import Refused


def appeal(
    *, complaint: Complaint, by: Person, now: datetime, filed_on: date, reference: str, admitted: str = ""
) -> ComplaintStep:
    """The player went to the regulator on ``filed_on``, under the regulator's ``reference``.

    After the term only where the regulator took it all the same: ``admitted`` names its resolution.
    """
    with transaction.atomic():
        held = hold(complaint, by, "follow_complaint")
        calendar = calendar_of(held.casino)
        lacking = before_appeal(held)
        if filed_on > calendar.day_of(now):
            lacking.append(refusal.FUTURE)
        if not reference.strip():
            lacking.append(refusal.NO_REFERENCE)
        answered = newest(held, Verb.ANSWERED)
        if answered is not None and held.appeal_until is not None:
            if filed_on < calendar.day_of(answered.at):
                lacking.append(refusal.BEFORE_ANSWER)
            if filed_on > calendar.day_of(held.appeal_until) and not admitted.strip():
                lacking.append(refusal.OUT_OF_TERM)
        if lacking:
            raise Refused(lacking)
        after = {"filed_on": filed_on.isoformat(), "reference": reference.strip()}
        if admitted.strip():
            after["admitted"] = admitted.strip()
        return add_step(
            held,
            Verb.APPEALED,
            by=by,
            now=now,
            after=after,
            answers=answered,
            status=Status.APPEALED,
            decision_due=term(calendar, held.clocks, Clock.DECISION, calendar.end_of(filed_on)),
        )
