"""The filters of the list of complaints, as they stand in the address bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext

from pitboss.audit.given import address, given, page_of
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
        return address(values, (*NAMES, "page"))


def asked(query: Mapping[str, str]) -> Asked:
    """Read the address. Unreadable values are named in ``unread`` and ask for nothing."""
    read = given(query, NAMES, _ALLOWED)
    said, days = read.values, read.days
    filters = Filters(
        casino=said.get("casino"),
        status=said.get("status"),
        channel=said.get("channel"),
        about=said.get("about"),
        since=days.get("since"),
        until=days.get("until"),
        open="open" in said,
        overdue="overdue" in said,
        late="late" in said,
        text=said.get("text"),
    )
    return Asked(filters, said, page_of(query), [value for _, value in read.unread])


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
