"""The inbox: incidents as rows, and the line that adds them up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import get_language

from pitboss.accounts.models import Person
from pitboss.audit.filters import Asked, due_soon, with_money
from pitboss.audit.footage_clock import Countdown, countdown
from pitboss.casino.models import Casino, Table
from pitboss.incidents.models import Incident, Status
from pitboss.incidents.queries import incident_list, visible_to
from pitboss.replay.models import Outcome, Round, Severity

ROWS: Final = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One incident of the list. ``difference`` is what is owed to players or, failing that, minus what was
    overpaid: the two are never netted, and ``also_overpaid`` says when there is both."""

    incident: Incident
    title: str
    what: str
    opened_at: datetime
    difference: int
    also_overpaid: int
    keep: Countdown


@dataclass(frozen=True, slots=True)
class Tally:
    """The filtered incidents, added up. ``rate`` is None where no pase was played, else incidents a thousand
    pases with its 95 % interval."""

    count: int
    contrary: int
    critical_open: int
    due: int
    owed: int
    overpaid: int
    rate: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class Inbox:
    rows: list[Row]
    tally: Tally
    page: int
    pages: int
    first: int
    last: int


def inbox(person: Person, wanted: Asked, titles: Mapping[str, str], now: datetime) -> Inbox:
    """One page of the list, newest first, with its tally: three queries."""
    incidents = wanted.narrow(incident_list(person, wanted.filters), now)
    tally = add_up(incidents, person, wanted, now)
    pages = max(1, -(-tally.count // ROWS))
    page = min(wanted.page, pages)
    start = (page - 1) * ROWS
    language = get_language() or "es"
    rows = [row(incident, titles, language, now) for incident in incidents[start : start + ROWS]]
    return Inbox(rows, tally, page, pages, start + 1 if rows else 0, start + len(rows))


def row(incident: Incident, titles: Mapping[str, str], language: str, now: datetime) -> Row:
    return Row(
        incident=incident,
        title=titles.get(incident.code, incident.code),
        what=incident.headline(language),
        opened_at=incident.opened_at.astimezone(ZoneInfo(incident.casino.timezone)),
        difference=incident.owed or -incident.overpaid,
        also_overpaid=incident.overpaid if incident.owed else 0,
        keep=countdown(incident.preserve_by, incident.opened_at, now),
    )


def add_up(incidents: QuerySet[Incident], person: Person, wanted: Asked, now: datetime) -> Tally:
    sums = incidents.order_by().aggregate(
        count=Count("pk"),
        contrary=Count("pk", filter=Q(outcome=Outcome.CONTRARY)),
        critical_open=Count("pk", filter=Q(severity=Severity.CRITICAL, status=Status.OPEN)),
        due=Count("pk", filter=due_soon(now)),
        owed=Sum("owed", default=0),
        overpaid=Sum("overpaid", default=0),
    )
    return Tally(**sums, rate=rate(sums["count"], _rounds(person, wanted)))


def rate(count: int, rounds: int) -> tuple[float, float, float] | None:
    """Incidents per 1,000 pases, and the 95 % interval of a Poisson count (Byar's approximation).

    A count says nothing without the play it came from, and a rate nothing without its uncertainty.
    """
    if not rounds:
        return None
    low = 0.0 if not count else count * (1 - 1 / (9 * count) - 1.96 / (3 * sqrt(count))) ** 3
    more = count + 1
    high = more * (1 - 1 / (9 * more) + 1.96 / (3 * sqrt(more))) ** 3
    share = 1000 / rounds
    return count * share, max(low, 0.0) * share, high * share


def saved_filters(person: Person, now: datetime) -> dict[str, int]:
    """Counts beside the side bar's filters, over what is open: one query."""
    counts: dict[str, int] = (
        visible_to(person)
        .filter(status=Status.OPEN)
        .order_by()
        .aggregate(
            open=Count("pk"),
            due=Count("pk", filter=due_soon(now)),
            contrary=Count("pk", filter=Q(outcome=Outcome.CONTRARY)),
            money=Count("pk", filter=with_money()),
            critical=Count("pk", filter=Q(severity=Severity.CRITICAL)),
        )
    )
    return counts


def tables_of(person: Person, casino: str | None) -> list[str]:
    """Names of the tables that the person may filter by."""
    tables = Table.objects.filter(casino__in=Casino.objects.of(person).order_by())
    if casino:
        tables = tables.filter(casino__code=casino)
    return list(tables.order_by("name").values_list("name", flat=True).distinct())


def _rounds(person: Person, wanted: Asked) -> int:
    """Pases played in the same casino, table and days as the filter asks for."""
    filters = wanted.filters
    rounds = Round.objects.filter(session__table__casino__in=Casino.objects.of(person).order_by())
    if filters.casino:
        rounds = rounds.filter(session__table__casino__code=filters.casino)
    if filters.table:
        rounds = rounds.filter(session__table__name=filters.table)
    if filters.since:
        rounds = rounds.filter(opened_at__date__gte=filters.since)
    if filters.until:
        rounds = rounds.filter(opened_at__date__lte=filters.until)
    return rounds.count()
