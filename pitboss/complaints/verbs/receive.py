from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import VERBS, require, roles_at
from pitboss.casino.business_days import calendar_of
from pitboss.casino.clocks import Clock
from pitboss.casino.models import Casino, Table
from pitboss.complaints import refusal
from pitboss.complaints.folio import folio
from pitboss.complaints.life import add_step
from pitboss.complaints.models import Complainant, Complaint, ComplaintCounter, Status, Verb
from pitboss.complaints.picks import About, Channel, Wish
from pitboss.complaints.terms import frozen, term
from pitboss.complaints.verbs.link import add_link
from pitboss.incidents.folio import take_numbers, year_of
from pitboss.incidents.models import Incident
from pitboss.incidents.refusal import Refused


@dataclass(frozen=True, slots=True)
class Who:
    """Who complains, as he says. A name is enough; a paper without one is taken too, if something to answer to is
    known."""

    name: str
    document: str = ""
    contact: str = ""


def receive(
    *,
    casino: Casino,
    by: Person,
    now: datetime,
    received_at: datetime,
    channel: Channel,
    event_at: datetime,
    about: About,
    claim: str,
    wish: Wish,
    who: Who,
    asked: int | None = None,
    table: Table | None = None,
    seat: int | None = None,
    incidents: Sequence[Incident] = (),
) -> Complaint:
    """Take a complaint: nobody is turned away. One that comes after its term is taken and marked so; whether it is
    heard is for the answer to say.

    Everything is counted with the casino's terms as they stood when it came (``received_at``), and stays so counted.
    """
    require(by, "take_complaint", casino)
    lacking = [refusal.FUTURE] if received_at > now else []
    if event_at > received_at:
        lacking.append(refusal.EVENT_LATER)
    if not claim.strip():
        lacking.append(refusal.NO_CLAIM)
    if not (who.name.strip() or who.contact.strip()):
        lacking.append(refusal.NO_NAME)
    if (table is not None and table.casino_id != casino.pk) or any(one.casino_id != casino.pk for one in incidents):
        lacking.append(refusal.ELSEWHERE)
    if lacking:
        raise Refused(lacking)
    clocks, calendar = frozen(casino, received_at), calendar_of(casino)
    window_until = term(calendar, clocks, Clock.COMPLAINT_WINDOW, event_at)
    with transaction.atomic():
        year = year_of(casino, now)
        (number,) = take_numbers(casino=casino, year=year, count=1, series=ComplaintCounter)
        complaint = Complaint.objects.create(
            casino=casino,
            year=year,
            number=number,
            folio=folio(year, number),
            status=Status.RECEIVED,
            received_at=received_at,
            recorded_at=now,
            channel=channel,
            taken_by=by,
            event_at=event_at,
            table=table,
            seat=seat,
            about=about,
            claim=claim.strip(),
            wish=wish,
            asked=asked,
            late=received_at > window_until,
            clocks=clocks,
            window_until=window_until,
            answer_due=term(calendar, clocks, Clock.COMPLAINT_ANSWER, received_at),
        )
        Complainant.objects.create(
            complaint=complaint,
            name=who.name.strip(),
            document=who.document.strip(),
            contact=who.contact.strip(),
        )
        roles = [role for role in roles_at(by, casino) if role in VERBS["take_complaint"]]
        latest = term(calendar, clocks, Clock.APPEAL_WINDOW, complaint.answer_due)
        # What its receipt says of days to come and of who took it stays as it was told
        after = {"late": complaint.late, "role": str(roles[0]), "appeal_latest": latest.astimezone(UTC).isoformat()}
        add_step(complaint, Verb.RECEIVED, by=by, now=now, after=after)
        for incident in incidents:
            add_link(complaint, incident, by=by, now=now, calendar=calendar)
    return complaint
