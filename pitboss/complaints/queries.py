"""Reading complaints. A person is shown those of the casinos where a role of theirs has to do with complaints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Func, Prefetch, QuerySet, TextChoices, TextField, Value
from django.db.models.functions import Concat, StrIndex
from django.db.models.lookups import GreaterThan
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.accounts.roles import Role
from pitboss.casino.models import Casino
from pitboss.complaints.models import Complaint, ComplaintIncident, ComplaintStep, Status
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import midnight


class Term(TextChoices):
    """What of a complaint falls due."""

    ANSWER = "answer", _("Responder el reclamo")
    APPEAL = "appeal", _("Vence el plazo del jugador para recurrir")
    DECISION = "decision", _("Decide la SCJ")


@dataclass(frozen=True, slots=True)
class Due:
    """One term that runs. ``role``: whose turn it is then. Of an appeal: after it the complaint can be closed."""

    term: Term
    at: datetime
    complaint: Complaint
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What the list can be narrowed to; None asks for nothing. Days are the wall calendar's, both included.

    ``incident``: an id. ``open``: neither closed nor withdrawn. ``overdue``: the answer's term is over and there is
    none. ``text`` looks in folio, table, claim and in who complains, with accents or not; several words must all be
    there.
    """

    casino: str | None = None
    status: str | None = None
    channel: str | None = None
    about: str | None = None
    incident: int | None = None
    since: date | None = None
    until: date | None = None
    open: bool = False
    overdue: bool = False
    late: bool = False
    text: str | None = None


class _Folded(Func):
    """Without accents and capitals, as a search of incidents reads words."""

    function = "incidents_fold"
    output_field = TextField()


_SOUGHT = Concat(
    "folio", Value(" "), "table__name", Value(" "), "claim", Value(" "), "complainant__name", Value(" "),
    "complainant__document", output_field=TextField(),
)  # fmt: skip


def visible_to(person: Person) -> QuerySet[Complaint]:
    """All complaints that the person may see, with what a row of a list shows: one query."""
    casinos = Casino.objects.where(person, "see_complaints").order_by()
    return Complaint.objects.filter(casino__in=casinos).select_related("casino", "table", "taken_by", "complainant")


def complaint_list(person: Person, filters: Filters, now: datetime) -> QuerySet[Complaint]:
    """Newest first."""
    complaints = visible_to(person)
    exact = {
        "casino__code": filters.casino,
        "status": filters.status,
        "channel": filters.channel,
        "about": filters.about,
        "links__incident": filters.incident,
    }
    complaints = complaints.filter(**{name: value for name, value in exact.items() if value not in (None, "")})
    if filters.since is not None:
        complaints = complaints.filter(received_at__gte=midnight(filters.since))
    if filters.until is not None:
        complaints = complaints.filter(received_at__lt=midnight(filters.until + timedelta(days=1)))
    if filters.open:
        complaints = complaints.exclude(status__in=[Status.CLOSED, Status.WITHDRAWN])
    if filters.overdue:
        complaints = complaints.filter(status=Status.RECEIVED, answer_due__lt=now)
    if filters.late:
        complaints = complaints.filter(late=True)
    for word in (filters.text or "").replace("\0", "").split():
        complaints = complaints.filter(GreaterThan(StrIndex(_Folded(_SOUGHT), _Folded(Value(word))), 0))
    return complaints


def with_history(complaints: QuerySet[Complaint]) -> QuerySet[Complaint]:
    """The same, with steps (``.steps.all()``) and incidents (``.links.all()``): two queries more."""
    return complaints.prefetch_related(
        Prefetch("steps", queryset=ComplaintStep.objects.select_related("by", "answers").order_by("number")),
        Prefetch("links", queryset=ComplaintIncident.objects.select_related("incident__table", "incident__casino")),
    )


def of_incident(person: Person, incident: Incident) -> QuerySet[Complaint]:
    """The complaints about an incident with their steps, oldest first: none for who has nothing to do with complaints.
    A query, and another where there are any."""
    about_it = visible_to(person).filter(links__incident=incident).order_by("received_at", "pk")
    return about_it.prefetch_related(Prefetch("steps", queryset=ComplaintStep.objects.order_by("number")))


def due(casinos: Iterable[Casino], now: datetime) -> list[Due]:
    """Every term that runs or has run out with nothing done, soonest first. One query.

    The player's term to appeal is told until it is over: from then on nothing is owed, the complaint can be closed.
    """
    running = Complaint.objects.filter(
        casino__in=list(casinos), status__in=[Status.RECEIVED, Status.ANSWERED, Status.APPEALED]
    ).select_related("casino", "table")
    found = []
    for complaint in running:
        if complaint.status == Status.RECEIVED:
            found.append(Due(Term.ANSWER, complaint.answer_due, complaint, Role.SECTION_HEAD))
        elif complaint.status == Status.ANSWERED and complaint.appeal_until is not None:
            if complaint.appeal_until >= now:
                found.append(Due(Term.APPEAL, complaint.appeal_until, complaint, Role.AUDITOR))
        elif complaint.decision_due is not None:
            found.append(Due(Term.DECISION, complaint.decision_due, complaint, Role.INSPECTOR))
    return sorted(found, key=lambda one: (one.at, one.complaint.pk))
