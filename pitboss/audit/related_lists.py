"""Related cases as the page lists them: what they share, how many there are, the newest few."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import get_language, gettext

from pitboss.incidents.models import Incident
from pitboss.incidents.related import related


@dataclass(frozen=True, slots=True)
class Other:
    incident: Incident
    headline: str
    at: datetime


@dataclass(frozen=True, slots=True)
class List:
    """``href``: all of them in the inbox, where its filters can say it."""

    name: str
    count: str
    newest: list[Other]
    href: str


def related_lists(incident: Incident, shoe: int | None) -> list[List]:
    """Two queries."""
    zone, language = ZoneInfo(incident.casino.timezone), get_language() or "es"
    names = {
        "round": gettext("Mismo pase"),
        "shoe": gettext("Mismo sabot"),
        "seat": gettext("Misma casilla, %(seat)s de %(table)s") % {"seat": incident.seat, "table": incident.table.name},
        "dealer": gettext("Mismo croupier"),
        "supervisor": gettext("Mismo jefe de mesa"),
        "table": gettext("Misma mesa"),
    }
    return [
        List(
            name=names[one.kind],
            count=gettext("más de %(count)s") % {"count": one.count} if one.more else str(one.count),
            newest=[Other(other, other.headline(language), other.opened_at.astimezone(zone)) for other in one.newest],
            href=_in_inbox(one.kind, incident),
        )
        for one in related(incident, shoe)
    ]


def _in_inbox(kind: str, incident: Incident) -> str:
    asked = {
        "table": {"table": incident.table.name},
        "dealer": {"text": incident.dealer},
        "supervisor": {"text": incident.supervisor},
    }.get(kind)
    return f"{reverse('audit:inbox')}?{urlencode(asked)}" if asked else ""
