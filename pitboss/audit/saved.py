"""The filters beside the inbox: those that everybody has, one's own, and those that are shared, each with its count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from pitboss.accounts.models import Person
from pitboss.audit.due import waiting
from pitboss.audit.filters import Asked, asked
from pitboss.audit.models import SavedFilter
from pitboss.casino.models import Casino
from pitboss.incidents.queries import incident_list

MANY: Final = 1000
"""Beside a filter nothing is counted further than this: the list itself says how many there are."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One filter of the side bar. ``count`` goes to ``MANY`` and one more; ``whose``: of somebody else's, the name."""

    name: str
    query: str
    count: int
    saved: SavedFilter | None = None
    whose: str = ""

    @property
    def more(self) -> bool:
        return self.count > MANY


@dataclass(frozen=True, slots=True)
class Shelf:
    open: Kept
    due: Kept
    usual: list[Kept]
    own: list[Kept]
    shared: list[Kept]


def shelf(person: Person, casinos: Sequence[Casino], now: datetime) -> Shelf:
    """``casinos``: the person's. Two queries: what is saved, and one for all counts."""
    saved = list(
        SavedFilter.objects.filter(Q(owner=person) | Q(casino__in=casinos))
        .select_related("owner", "casino")
        .order_by("name", "pk")
    )
    usual = usual_filters()
    queries = ["?status=open", *(query for query, _ in usual), *(one.query for one in saved)]
    with timezone.override(ZoneInfo(casinos[0].timezone) if casinos else None):
        counts = counted(person, [read(query) for query in queries], now, also=waiting(person, casinos, now))
    kept = [Kept(name, query, count) for (query, name), count in zip(usual, counts[1:], strict=False)]
    filed = [
        Kept(one.name, one.query, count, one, "" if one.owner_id == person.pk else str(one.owner))
        for one, count in zip(saved, counts[1 + len(usual) : len(queries)], strict=True)
    ]
    return Shelf(
        open=Kept("", queries[0], counts[0]),
        due=Kept("", "", sum(counts[len(queries) :])),
        usual=kept,
        own=[one for one in filed if not one.whose],
        shared=[one for one in filed if one.whose],
    )


def usual_filters() -> list[tuple[str, str]]:
    return [
        ("?status=open&due=72h", gettext("Video vence en 72 h")),
        ("?outcome=contrary&status=open", gettext("Contrarias")),
        ("?status=open&money=yes", gettext("Diferencia de dinero")),
        ("?severity=critical&status=open", gettext("Críticas")),
        ("?status=open&assigned=me", gettext("Mías")),
        ("?status=open&assigned=none", gettext("Sin asignar")),
    ]


def read(query: str) -> Asked:
    """An address as a filter."""
    return asked(QueryDict(query.removeprefix("?")).dict())


def counted(person: Person, filters: Sequence[Asked], now: datetime, also: Sequence[QuerySet[Any]] = ()) -> list[int]:
    """How many fit each filter, and how many there are ``also``, as far as ``MANY``: one query whatever their number,
    each part by its own index."""
    parts: list[str] = []
    values: list[Any] = []
    of_filters = [wanted.narrow(incident_list(person, wanted.filters), now) for wanted in filters]
    for rows in (*of_filters, *also):
        found = rows.order_by().values("pk")[: MANY + 1]
        try:
            statement, given = found.query.sql_with_params()
        except EmptyResultSet:
            statement, given = "SELECT 1 WHERE false", ()
        parts.append(f"(SELECT count(*) FROM ({statement}) found)")  # noqa: S608 (the ORM's own statement)
        values += given
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(parts), values)
        row = cursor.fetchone()
    return list(row or ())
