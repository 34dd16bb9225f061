"""Reading incidents. A person is shown the casinos that he or she works for, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.incidents.models import Incident, IncidentFinding, Step
from pitboss.incidents.searched import Sought
from pitboss.replay.models import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What the list can be narrowed to; None asks for nothing. Days are the wall calendar's, both included.

    ``code`` finds an incident by any of its findings, the others by what the incident itself says.
    ``text`` is looked for in folio, table, codes, badges, titles, messages and people's words (see ``searched``).
    ``assigned``: ``me``, ``none``, or a badge (a user name for who has none).
    """

    casino: str | None = None
    table: str | None = None
    since: date | None = None
    until: date | None = None
    code: str | None = None
    outcome: str | None = None
    severity: str | None = None
    status: str | None = None
    cctv: bool | None = None
    text: str | None = None
    assigned: str | None = None


def visible_to(person: Person) -> QuerySet[Incident]:
    """All incidents of the person's casinos, with what a row of a list shows: one query."""
    return Incident.objects.filter(casino__in=Casino.objects.of(person).order_by()).select_related(
        "casino", "table", "session", "assigned"
    )


def incident_list(person: Person, filters: Filters) -> QuerySet[Incident]:
    """The inbox, newest first. One query however many rows; findings are not fetched."""
    incidents = visible_to(person)
    exact = {
        "casino__code": filters.casino,
        "table__name": filters.table,
        "outcome": filters.outcome,
        "severity": filters.severity,
        "status": filters.status,
        "cctv": filters.cctv,
    }
    incidents = incidents.filter(**{name: value for name, value in exact.items() if value not in (None, "")})
    if filters.since is not None:
        incidents = incidents.filter(opened_at__gte=midnight(filters.since))
    if filters.until is not None:
        incidents = incidents.filter(opened_at__lt=midnight(filters.until + timedelta(days=1)))
    if filters.code:
        links = IncidentFinding.objects.filter(incident=OuterRef("pk"), finding__code=filters.code)
        incidents = incidents.filter(Exists(links))
    if filters.text and filters.text.strip():
        incidents = incidents.filter(searched__words=Sought(filters.text))
    if filters.assigned == "none":
        incidents = incidents.filter(assigned__isnull=True)
    elif filters.assigned:
        incidents = incidents.filter(
            Q(assigned=person)
            if filters.assigned == "me"
            else Q(assigned__badge=filters.assigned) | Q(assigned__username=filters.assigned)
        )
    return incidents


def with_findings(incidents: QuerySet[Incident]) -> QuerySet[Incident]:
    """The same, with findings (``.findings.all()``) and history (``.steps.all()``): two queries more."""
    return incidents.prefetch_related(
        Prefetch("findings", queryset=Finding.objects.select_related("entry").order_by("entry_id", "code")),
        Prefetch("steps", queryset=Step.objects.select_related("by", "answers", "to").order_by("number")),
    )


def one_incident(person: Person, pk: int) -> Incident:
    """One incident with findings and history, in three queries. Incident.DoesNotExist also when it
    belongs to a casino that the person does not work for: its existence is not told either."""
    return with_findings(visible_to(person)).get(pk=pk)


def of_rounds(session_id: int, rounds: set[int | None]) -> QuerySet[Incident]:
    """Incidents of these rounds of one session; for the answer to whoever sent the events."""
    return Incident.objects.filter(session=session_id, round__in=[n for n in rounds if n is not None])


def midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=timezone.get_current_timezone())
