"""A complaint keeps the video of its incidents: it will be the evidence at every stage."""

from __future__ import annotations

from datetime import datetime

from pitboss.casino.business_days import BusinessCalendar
from pitboss.casino.clocks import Clock
from pitboss.complaints.models import Complaint
from pitboss.complaints.terms import term
from pitboss.incidents.models import Incident
from pitboss.incidents.verbs.hold_longer import hold_longer


def hold_footage(
    complaint: Complaint, incident: Incident, clock: Clock, *, calendar: BusinessCalendar, now: datetime
) -> None:
    """Hold it until the clock, which counts from the event, has run out; never for less than it is held already."""
    until = term(calendar, complaint.clocks, clock, incident.opened_at)
    hold_longer(incident=incident, until=until, because=complaint.folio, now=now)
