"""The filters of the list of complaints, as they stand in the address bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext

from pitboss.complaints import picks
from pitboss.complaints.models import Status
from pitboss.complaints.queries import Filters

NAMES: Final = ("casino", "status", "channel", "about", "since", "until", "open", "overdue", "late", "text")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for. ``given`` holds the readable values as text; ``page`` counts from 1."""

    filters: Filters
    given: dict[str, str]
    page: int
    unread: list[str] = field(default_factory=list)

    def address(self, **changes: str | int | None) -> str:
        """The query string with these changes, in a fixed order, without empty values; starts with ``?``."""
        values: dict[str, str | int | None] = {**self.given, **changes}
        return "?" + urlencode([(name, values[name]) for name in (*NAMES, "page") if values.get(name)])


def asked(query: Mapping[str, str]) -> Asked:
    """Read the address. Unreadable values are named in ``unread`` and ask for nothing."""
    given = {name: value for name in NAMES if (value := query.get(name, "").replace("\0", "").strip())}
    unread = []
    days: dict[str, date] = {}
    for name in ("since", "until"):
        if name in given:
            try:
                days[name] = date.fromisoformat(given[name])
            except ValueError:
                unread.append(given.pop(name))
    for name, allowed in _ALLOWED.items():
        if name in given and given[name] not in allowed:
            unread.append(given.pop(name))
    page = query.get("page", "1")
    filters = Filters(
        casino=given.get("casino"),
        status=given.get("status"),
        channel=given.get("channel"),
        about=given.get("about"),
        since=days.get("since"),
        until=days.get("until"),
        open="open" in given,
        overdue="overdue" in given,
        late="late" in given,
        text=given.get("text"),
    )
    number = min(int(page), 100_000) if page.isascii() and page.isdigit() and int(page) > 0 else 1
    return Asked(filters, given, number, unread)


_ALLOWED: Final[dict[str, Sequence[str]]] = {
    "status": Status.values,
    "channel": picks.Channel.values,
    "about": picks.About.values,
    "open": ("yes",),
    "overdue": ("yes",),
    "late": ("yes",),
}


def choices(wanted: Asked) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Name, label and options of each short list."""
    lists: list[tuple[str, str, Sequence[tuple[str, str | Promise]]]] = [
        ("status", gettext("Estado"), Status.choices),
        ("channel", gettext("Vía"), picks.Channel.choices),
        ("about", gettext("Sobre"), picks.About.choices),
    ]
    return [
        (name, label, [(value, str(word), wanted.given.get(name) == value) for value, word in options])
        for name, label, options in lists
    ]


def shortcuts(wanted: Asked) -> list[tuple[str, str, bool]]:
    """Address, words, and whether it is the one that is on."""
    lists = [
        ("", gettext("Todos"), {}),
        ("?status=received", gettext("Por responder"), {"status": "received"}),
        ("?overdue=yes", gettext("Sin respuesta y vencidos"), {"overdue": "yes"}),
        ("?status=appealed", gettext("Ante la SCJ"), {"status": "appealed"}),
        ("?late=yes", gettext("Recibidos fuera de plazo"), {"late": "yes"}),
    ]
    return [(address, words, wanted.given == given) for address, words, given in lists]
