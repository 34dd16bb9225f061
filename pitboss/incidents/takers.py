"""Who can be given a case, and how people are named where names do not go: in addresses and by programs."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import VERBS
from pitboss.casino.models import Casino


def takers(casinos: Iterable[Casino]) -> list[Person]:
    """Who may be given cases at any of these casinos, by name."""
    roles = [str(role) for role in VERBS["take_case"]]
    at_work = Person.objects.filter(is_active=True, memberships__casino__in=casinos, memberships__role__in=roles)
    return list(at_work.order_by("name", "pk").distinct())


def handle(person: Person) -> str:
    """The badge, as in the ledger; the user name of somebody who has none."""
    return person.badge or person.username


def taker(casinos: Iterable[Casino], named: str, person: Person) -> Person | None:
    """Who of these casinos is so named and may be given cases; ``me`` is whoever asks. None: nobody like that."""
    if named == "me":
        return person
    return next((one for one in takers(casinos) if handle(one) == named), None)
