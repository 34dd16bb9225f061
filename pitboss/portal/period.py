"""What an inspector finds of each casino in a period: how many of what, and the addresses where it is told whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Count, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.accounts.roles import Role
from pitboss.casino.models import Casino, TableSession
from pitboss.complaints.models import Complaint
from pitboss.complaints.models import Status as ComplaintStatus
from pitboss.complaints.queries import visible_to as complaints_seen_by
from pitboss.incidents.models import Incident, Status
from pitboss.incidents.queries import Filters, incident_list, midnight
from pitboss.replay.models import Outcome

A_MONTH: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Period:
    """Days of the wall calendar, both included."""

    since: date
    until: date

    @classmethod
    def asked(cls, given: Mapping[str, str]) -> Period:
        """From an address; what is not a date, or not in order, is the last thirty days."""
        today = timezone.localdate()
        since, until = _date(given.get("since")), _date(given.get("until"))
        until = until or today
        since = since or until - A_MONTH
        return cls(since, until) if since <= until else cls(until - A_MONTH, until)

    @property
    def span(self) -> tuple[datetime, datetime]:
        return midnight(self.since), midnight(self.until + timedelta(days=1))

    @property
    def query(self) -> dict[str, str]:
        return {"since": self.since.isoformat(), "until": self.until.isoformat()}


@dataclass(frozen=True, slots=True)
class Inspected:
    """One casino. ``incidents``, ``complaints`` and ``ledger``: figures by name; ``links``: addresses by name."""

    casino: Casino
    incidents: Mapping[str, int]
    complaints: Mapping[str, int]
    ledger: Mapping[str, int]
    links: Mapping[str, str]


def inspected_by(person: Person) -> QuerySet[Casino]:
    return Casino.objects.filter(memberships__person=person, memberships__role=Role.INSPECTOR).distinct()


def inspected(person: Person, period: Period) -> list[Inspected]:
    """Every casino of this inspector, three queries each."""
    return [_of(person, casino, period) for casino in inspected_by(person)]


def _of(person: Person, casino: Casino, period: Period) -> Inspected:
    since, until = period.span
    sessions = TableSession.objects.filter(table__casino=casino, opened_at__gte=since, opened_at__lt=until)
    cases = incident_list(person, Filters(casino=casino.code, since=period.since, until=period.until))
    complaints = complaints_seen_by(person).filter(casino=casino, received_at__gte=since, received_at__lt=until)
    return Inspected(
        casino,
        _incidents(cases),
        _complaints(complaints),
        _figures(sessions.aggregate(sessions=Count("pk"), entries=Sum("head__number"))),
        {name: f"{reverse(view)}?{urlencode(query)}" for name, (view, query) in _links(casino, period).items()},
    )


def _incidents(cases: QuerySet[Incident]) -> dict[str, int]:
    return _figures(
        cases.order_by().aggregate(
            all=Count("pk"),
            open=Count("pk", filter=Q(status=Status.OPEN)),
            contrary=Count("pk", filter=Q(outcome=Outcome.CONTRARY)),
            cctv=Count("pk", filter=Q(cctv=True)),
        )
    )


def _complaints(complaints: QuerySet[Complaint]) -> dict[str, int]:
    over = (ComplaintStatus.CLOSED, ComplaintStatus.WITHDRAWN)
    with_authority = Q(status__in=(ComplaintStatus.APPEALED, ComplaintStatus.DECIDED))
    return _figures(
        complaints.order_by().aggregate(
            all=Count("pk"), open=Count("pk", filter=~Q(status__in=over)), here=Count("pk", filter=with_authority)
        )
    )


def _links(casino: Casino, period: Period) -> dict[str, tuple[str, dict[str, str]]]:
    of_casino = {"casino": casino.code, **period.query}
    return {
        "incidents": ("audit:inbox", of_casino),
        "open": ("audit:inbox", {**of_casino, "status": Status.OPEN.value}),
        "contrary": ("audit:inbox", {**of_casino, "outcome": Outcome.CONTRARY.value}),
        "cctv": ("audit:inbox", {**of_casino, "cctv": "yes"}),
        "complaints": ("audit:complaints", of_casino),
        "patterns": ("audit:patterns", of_casino),
    }


def _figures(counted: Mapping[str, Any]) -> dict[str, int]:
    return {name: number or 0 for name, number in counted.items()}


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None
