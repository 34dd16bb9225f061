from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.casino.business_days import BusinessCalendar, calendar_of
from pitboss.casino.clocks import Clock
from pitboss.complaints import refusal
from pitboss.complaints.footage import hold_footage
from pitboss.complaints.gate import going_on, newest
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintIncident, ComplaintStep, Verb
from pitboss.incidents.models import Incident
from pitboss.incidents.refusal import Refused


def link(*, complaint: Complaint, by: Person, now: datetime, incident: Incident, words: str = "") -> ComplaintStep:
    """The complaint is about this incident, among others. Its video is held for as long as the complaint may last."""
    with transaction.atomic():
        held = hold(complaint, by, "take_complaint")
        lacking = going_on(held)
        if incident.casino_id != held.casino_id:
            lacking.append(refusal.ELSEWHERE)
        elif held.links.filter(incident=incident).exists():
            lacking.append(refusal.LINKED)
        if lacking:
            raise Refused(lacking)
        return add_link(held, incident, by=by, now=now, calendar=calendar_of(held.casino), words=words)


def add_link(
    complaint: Complaint,
    incident: Incident,
    *,
    by: Person,
    now: datetime,
    calendar: BusinessCalendar,
    words: str = "",
) -> ComplaintStep:
    """The same, of a complaint that is held and an incident of its casino."""
    step = add_step(complaint, Verb.LINKED, by=by, now=now, after={"incident": incident.folio}, words=words)
    ComplaintIncident.objects.create(complaint=complaint, incident=incident, step=step)
    extended = newest(complaint, Verb.EXTENDED) is not None
    clock = Clock.FOOTAGE_HOLD_EXTENDED if extended else Clock.FOOTAGE_HOLD_COMPLAINT
    hold_footage(complaint, incident, clock, calendar=calendar, now=now)
    return step
