"""The inbox: incidents as rows, and the line that adds them up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sqrt
from typing import Final
from zoneinfo import ZoneInfo

from django.contrib.postgres.search import SearchRank
from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils.translation import get_language

from pitboss.accounts.models import Person
from pitboss.audit.excerpts import Excerpts, Piece, excerpts
from pitboss.audit.filters import Asked, due_soon
from pitboss.audit.footage_clock import Countdown, countdown
from pitboss.casino.models import Casino, Table
from pitboss.incidents.models import Incident, Status
from pitboss.incidents.queries import incident_list, midnight, visible_to
from pitboss.incidents.searched import Sought
from pitboss.replay.models import Outcome, Play, Severity

ROWS: Final = 20
RANKED: Final = 1000
"""Beyond so many that fit, how well each does is not worked out: the newest stand first, as without words."""
WEIGHTS: Final = [0.1, 0.3, 0.6, 1.0]
"""What the rules say, what people say, titles, and marks (folio, table, code, badge)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One incident of the list. ``difference`` is what is owed to players or, failing that, minus what was
    overpaid: the two are never netted, and ``also_overpaid`` says when there is both. ``title`` and ``what`` are in
    pieces, those that were searched for marked; ``said``: ``what`` is what people said, not what the rules say."""

    incident: Incident
    name: str
    title: list[Piece]
    what: list[Piece]
    said: bool
    opened_at: datetime
    difference: int
    also_overpaid: int
    keep: Countdown
    initials: str


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
    ranked: bool
    """What fits best stands first."""


def inbox(person: Person, wanted: Asked, titles: Mapping[str, str], now: datetime) -> Inbox:
    """One page of the list with its tally, newest first, or with words what fits them best: three queries, and two
    more to show where the words stand."""
    incidents = wanted.narrow(incident_list(person, wanted.filters), now)
    tally = add_up(incidents, person, wanted, now)
    pages = max(1, -(-tally.count // ROWS))
    page = min(wanted.page, pages)
    start = (page - 1) * ROWS
    typed = wanted.filters.text or ""
    ranked = wanted.by_relevance and tally.count <= RANKED
    if ranked:
        fit = SearchRank(F("searched__words"), Sought(typed), weights=WEIGHTS)
        incidents = incidents.annotate(fit=fit).order_by("-fit", "-opened_at", "-pk")
    language = get_language() or "es"
    shown = list(incidents[start : start + ROWS]) if ranked else _slice(person, incidents, start, tally.count)
    told = [(incident, titles.get(incident.code, incident.code), incident.headline(language)) for incident in shown]
    where = excerpts(typed, told, language)
    rows = [row(incident, where, now) for incident in shown]
    return Inbox(rows, tally, page, pages, start + 1 if rows else 0, start + len(rows), ranked)


def _slice(person: Person, incidents: QuerySet[Incident], start: int, count: int) -> list[Incident]:
    """The rows of the page that begins behind so many of all: what is nearer to the end is reached from there, so that
    the last page costs what the first does, and whatever is stepped over is stepped over in an index."""
    end = min(start + ROWS, count)
    keys = incidents.values("pk")[start:end]
    if start > count // 2:
        keys = incidents.reverse().values("pk")[count - end : count - start]
    return list(visible_to(person).filter(pk__in=keys))


def row(incident: Incident, where: Excerpts, now: datetime) -> Row:
    title, what, said = where[incident.pk]
    return Row(
        incident=incident,
        name="".join(piece.text for piece in title),
        title=title,
        what=what,
        said=said,
        opened_at=incident.opened_at.astimezone(ZoneInfo(incident.casino.timezone)),
        difference=incident.owed or -incident.overpaid,
        also_overpaid=incident.overpaid if incident.owed else 0,
        keep=countdown(incident.preserve_by, incident.opened_at, now),
        initials=initials(incident.assigned) if incident.assigned else "",
    )


def initials(person: Person) -> str:
    """*MA* for Marta Aravena; two letters of what there is."""
    words = str(person).split()
    return "".join(word[0] for word in (words[0], words[-1])).upper() if len(words) > 1 else str(person)[:2].upper()


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


def tables_of(person: Person, casino: str | None) -> list[str]:
    """Names of the tables that the person may filter by."""
    tables = Table.objects.filter(casino__in=Casino.objects.of(person).order_by())
    if casino:
        tables = tables.filter(casino__code=casino)
    return list(tables.order_by("name").values_list("name", flat=True).distinct())


def _rounds(person: Person, wanted: Asked) -> int:
    """Pases played in the same casino, table and days as the filter asks for, off the counts kept by the hour."""
    filters = wanted.filters
    plays = Play.objects.filter(casino__in=Casino.objects.of(person).order_by())
    if filters.casino:
        plays = plays.filter(casino__code=filters.casino)
    if filters.table:
        plays = plays.filter(session__table__name=filters.table)
    if filters.since:
        plays = plays.filter(hour__gte=midnight(filters.since))
    if filters.until:
        plays = plays.filter(hour__lt=midnight(filters.until + timedelta(days=1)))
    played: int = plays.aggregate(rounds=Sum("rounds", default=0))["rounds"]
    return played
