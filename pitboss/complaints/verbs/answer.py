from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.casino.business_days import calendar_of
from pitboss.casino.clocks import Clock
from pitboss.complaints import refusal
from pitboss.complaints.gate import before_answer
from pitboss.complaints.life import add_step, hold, not_before, ruled_here
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.complaints.picks import Answer, SentBy
from pitboss.complaints.terms import term
from pitboss.incidents.refusal import NO_WORDS, Refused


def answer(
    *,
    complaint: Complaint,
    by: Person,
    now: datetime,
    answer: Answer,
    words: str,
    sent_by: SentBy,
    paid: int = 0,
) -> ComplaintStep:
    """The casino's answer, as it is sent now. Past its term it is written as late; no other day can be given.

    ``paid``: in the currency's smallest unit. Not by who recorded or ruled the incident. From this moment the player
    has the term to go to the regulator.
    """
    with transaction.atomic():
        held = hold(complaint, by, "answer_complaint")
        lacking = before_answer(held, own=ruled_here(held, by))
        if not words.strip():
            lacking.append(NO_WORDS)
        if answer == Answer.REFUSED and paid:
            lacking.append(refusal.AMOUNT_REFUSED)
        if lacking:
            raise Refused(lacking)
        at = not_before(held, now)
        after = {"answer": str(answer), "paid": paid, "sent_by": str(sent_by), "late": at > held.answer_due}
        return add_step(
            held,
            Verb.ANSWERED,
            by=by,
            now=at,
            after=after,
            words=words,
            status=Status.ANSWERED,
            appeal_until=term(calendar_of(held.casino), held.clocks, Clock.APPEAL_WINDOW, at),
        )
