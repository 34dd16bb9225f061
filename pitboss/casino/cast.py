"""A small cast of people and tables, for the demo and the tests. Loading it twice changes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.pins import give_pin, is_pin_of, pin_from
from pitboss.casino.models import Casino, Membership, Pit, Table
from pitboss.home import CHECKOUT

CAST = CHECKOUT / "fixtures" / "cast.json"


@dataclass(frozen=True)
class Cast:
    """Who and what was loaded. People are attributes by user name: `cast.rosa`."""

    casinos: Mapping[str, Casino]
    tables: Mapping[str, Table]  # by casino and name: "CDE/BJ-01"
    people: Mapping[str, Person]

    @property
    def casino(self) -> Casino:
        return next(iter(self.casinos.values()))

    @property
    def table(self) -> Table:
        return next(iter(self.tables.values()))

    def __getattr__(self, username: str) -> Person:
        try:
            return self.people[username]
        except KeyError:
            raise AttributeError(username) from None


@transaction.atomic
def load_cast(file: Path = CAST, *, password: str | None = None, pin_secret: str | None = None) -> Cast:
    """Put the people, casinos and tables of a file into the database.

    `password` is given to everybody who cannot sign in yet with it; None leaves passwords as they are. So is the PIN
    that follows from `pin_secret` and the badge.
    A role that the file no longer gives to somebody of it is taken away.
    """
    said = json.loads(file.read_text(encoding="utf-8"))
    casinos, tables = _load_casinos(said["casinos"])
    people: dict[str, Person] = {}
    for given in said["people"]:
        person, _made = Person.objects.update_or_create(
            username=given["username"], defaults={"name": given["name"], "badge": given["badge"]}
        )
        if password is not None and not person.check_password(password):
            person.set_password(password)
            person.save(update_fields=["password"])
        if pin_secret is not None:
            _give_pin(person, pin_from(pin_secret, person.badge))
        _give_roles(person, given["works"], casinos)
        people[person.username] = person
    return Cast(casinos=casinos, tables=tables, people=people)


def _load_casinos(given: list[Any]) -> tuple[dict[str, Casino], dict[str, Table]]:
    casinos: dict[str, Casino] = {}
    tables: dict[str, Table] = {}
    for one in given:
        casino, _made = Casino.objects.get_or_create(code=one["code"], defaults={"name": one["name"]})
        casinos[casino.code] = casino
        for of_pit in one["pits"]:
            pit, _made = Pit.objects.get_or_create(casino=casino, name=of_pit["name"])
            for name in of_pit["tables"]:
                table, _made = Table.objects.get_or_create(casino=casino, name=name, defaults={"pit": pit})
                tables[f"{casino.code}/{name}"] = table
    return casinos, tables


def _give_pin(person: Person, pin: str) -> None:
    if not is_pin_of(person, pin):
        give_pin(person=person, pin=pin, by=None, place="load_cast", must_change=False)


def _give_roles(person: Person, works: Mapping[str, list[str]], casinos: Mapping[str, Casino]) -> None:
    wanted = {(code, role) for code, roles in works.items() for role in roles}
    for membership in person.memberships.select_related("casino"):
        if (membership.casino.code, membership.role) not in wanted:
            membership.delete()
    for code, role in wanted:
        Membership.objects.get_or_create(person=person, casino=casinos[code], role=role)
