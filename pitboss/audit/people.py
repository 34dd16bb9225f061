"""Naming people in addresses: by badge, as the ledger does; by user name where somebody has none."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.incidents.queries import takers


def handle(person: Person) -> str:
    return person.badge or person.username


def taker(casinos: Sequence[Casino], named: str, person: Person) -> Person | None:
    """Who of these casinos may be given cases and is so named, ``me`` included; None for nobody like that."""
    if named == "me":
        return person
    return next((one for one in takers(casinos) if handle(one) == named), None)
