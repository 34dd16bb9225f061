"""The inbox's filters as they stand in the address bar.

An address is the filter: it can be sent to a colleague, who sees what he may see of it. What cannot be
read (a date that is none, a word not in the list) is left out and told, never an error page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from pitboss.audit.given import address, given, page_of
from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import day
from pitboss.incidents.models import Incident, Status
from pitboss.incidents.queries import Filters
from pitboss.replay.models import Outcome, Severity

DUE_SOON: Final = timedelta(hours=72)
NAMES: Final = (
    "casino", "table", "since", "until", "code", "outcome", "severity", "status", "cctv", "money", "due",
    "assigned", "text", "order",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """One filter that is on: its words, and the address without it."""

    name: str
    label: str
    value: str
    without: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for. ``given`` holds the readable values, as text; ``page`` counts from 1."""

    filters: Filters
    money: bool
    due: bool
    page: int
    given: dict[str, str]
    unread: list[str] = field(default_factory=list)

    def narrow(self, incidents: QuerySet[Incident], now: datetime) -> QuerySet[Incident]:
        """What the inbox asks beyond the incident list's own filters."""
        if self.money:
            incidents = incidents.filter(with_money())
        if self.due:
            incidents = incidents.filter(due_soon(now))
        return incidents

    def address(self, **changes: str | int | None) -> str:
        """The query string with these changes, in a fixed order, without empty values; starts with ``?``."""
        page = self.page if self.page > 1 else None
        values: dict[str, str | int | None] = {**self.given, "page": page, **changes}
        return address(values, (*NAMES, "page"))

    @property
    def by_relevance(self) -> bool:
        """What fits the words best stands first, unless the newest is asked for."""
        return bool(self.filters.text) and "order" not in self.given

    def plain(self) -> str:
        """The address as a filter: without the page and the order, which are how it is read."""
        return self.address(page=None, order=None)

    def tokens(self, titles: Mapping[str, str], people: Mapping[str, str] | None = None) -> list[Token]:
        """The filters that are on, in words. ``titles``: of the irregularities, by code; ``people``: names by badge."""
        words = {"code": titles, "assigned": assigned_words() | dict(people or {})}
        return [
            Token(
                name,
                label,
                words[name].get(self.given[name], self.given[name])
                if name in words
                else _shown(name, self.given[name]),
                self.address(**{name: None, "page": None}),
            )
            for name, label in labels().items()
            if name in self.given and name != "order"
        ]


def labels() -> dict[str, str]:
    return {
        "casino": gettext("Casino"),
        "table": gettext("Mesa"),
        "since": gettext("Desde"),
        "until": gettext("Hasta"),
        "code": gettext("Irregularidad"),
        "outcome": gettext("Resultado"),
        "severity": gettext("Gravedad"),
        "status": gettext("Estado"),
        "cctv": gettext("CCTV"),
        "money": gettext("Dinero"),
        "due": gettext("Video"),
        "assigned": gettext("Asignado a"),
        "text": gettext("Texto"),
        "order": gettext("Orden"),
    }


def asked(query: Mapping[str, str]) -> Asked:
    """Read the address. Unreadable values are named in ``unread`` and asked for nothing."""
    read = given(query, NAMES, _ALLOWED)
    said, days = read.values, read.days
    return Asked(
        filters=Filters(
            casino=said.get("casino"),
            table=said.get("table"),
            since=days.get("since"),
            until=days.get("until"),
            code=said.get("code"),
            outcome=said.get("outcome"),
            severity=said.get("severity"),
            status=said.get("status"),
            cctv={"yes": True, "no": False}.get(said.get("cctv", "")),
            text=said.get("text"),
            assigned=said.get("assigned"),
        ),
        money="money" in said,
        due="due" in said,
        page=page_of(query),
        given=said,
        unread=[f"{labels()[name]}: {value}" for name, value in read.unread],
    )


def assigned_words() -> dict[str, str]:
    return {"me": gettext("mí"), "none": gettext("nadie")}


def with_money() -> Q:
    return Q(owed__gt=0) | Q(overpaid__gt=0)


def due_soon(now: datetime) -> Q:
    """Footage that is still there and will not be for much longer."""
    return Q(preserve_by__gt=now, preserve_by__lte=now + DUE_SOON)


_ALLOWED: Final[dict[str, Sequence[str]]] = {
    "outcome": Outcome.values,
    "severity": Severity.values,
    "status": Status.values,
    "cctv": ("yes", "no"),
    "money": ("yes",),
    "due": ("72h",),
    "order": ("new",),
}


def _shown(name: str, value: str) -> str:
    if name in ("since", "until"):
        return day(datetime.fromisoformat(value))
    if name in ("outcome", "severity"):
        return str(CHIPS[value].word)
    if name == "status":
        return str(Status(value).label)
    words = {
        "cctv": {"yes": gettext("por revisar"), "no": gettext("sin revisión")},
        "money": {"yes": gettext("con diferencia")},
        "due": {"72h": gettext("vence en 72 h")},
    }
    return words.get(name, {}).get(value, value)
