"""The casinos of the large database: who works where, and at which tables."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.accounts.models import Person
from pitboss.accounts.roles import Role
from pitboss.casino.cast import load_cast
from pitboss.casino.models import Casino, Membership, Table

CASINOS = (("CNO", "Casino del norte"), ("CCE", "Casino del centro"), ("CSU", "Casino del sur"),
           ("CCO", "Casino costero"))  # fmt: skip
TABLES = 15
"""In each casino."""
STAFF = (("dealer", "R-2", 24), ("pit_boss", "R-1", 8), ("section_head", "S-1", 3), ("auditor", "A-4", 3),
         ("surveillance", "V-3", 4))  # fmt: skip
GIVEN = ("Rosa", "Iván", "Carla", "Diego", "Paula", "Sergio", "Lucía", "Marta", "Felipe", "Ana", "Tomás", "Elena")
FAMILY = ("Soto", "Rojas", "Muñoz", "Fuentes", "Vera", "Lagos", "Paredes", "Aravena", "Vidal", "Pinto", "Bravo")
EVERYWHERE = "auditora"
"""The user name of an auditor of all four casinos, who sees all there is."""


@dataclass(frozen=True, slots=True)
class House:
    """One casino with its tables, and its people by role, each as (number in the database, badge)."""

    casino: Casino
    tables: list[Table]
    people: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


def build() -> list[House]:
    """Put casinos, tables and people into an empty database."""
    said = {
        "casinos": [
            {
                "code": code,
                "name": name,
                "pits": [
                    {"name": f"Foso {pit + 1}", "tables": [f"BJ-{5 * pit + n + 1:02d}" for n in range(5)]}
                    for pit in range(TABLES // 5)
                ],
            }
            for code, name in CASINOS
        ],
        "people": [*_people(), {"username": EVERYWHERE, "name": "Marta Aravena", "badge": "A-4999",
                                "works": {code: ["auditor"] for code, _ in CASINOS}}],
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cast.json"
        file.write_text(json.dumps(said), encoding="utf-8")
        load_cast(file)
    return [_house(casino) for casino in Casino.objects.order_by("pk")]


def _people() -> Iterator[dict[str, object]]:
    number = 0
    for place, (code, _) in enumerate(CASINOS):
        for role, badge, count in STAFF:
            for nth in range(count):
                name = f"{GIVEN[number % len(GIVEN)]} {FAMILY[number % len(FAMILY)]}"
                yield {
                    "username": f"{role}-{place}-{nth}",
                    "name": name,
                    "badge": f"{badge}{place}{nth:02d}",
                    "works": {code: [role]},
                }
                number += 1


def _house(casino: Casino) -> House:
    people: dict[str, list[tuple[int, str]]] = {str(role): [] for role in Role}
    rows = Membership.objects.filter(casino=casino).exclude(person__username=EVERYWHERE).order_by("person_id")
    for role, pk, badge in rows.values_list("role", "person_id", "person__badge"):
        people[role].append((pk, badge))
    return House(casino, list(Table.objects.filter(casino=casino).select_related("casino").order_by("pk")), people)


def everywhere() -> Person:
    return Person.objects.get(username=EVERYWHERE)
