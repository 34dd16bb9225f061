from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.gate import details_of
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb, Witness
from pitboss.incidents.picks import Part, Persons, Witnesses, WitnessRole
from pitboss.incidents.refusal import FIELDS, NO_CHANGE, Refused

NAMED = {"witnesses": (Part.WITNESS, Witnesses.NAMED), "persons": (Part.INVOLVED, Persons.NAMED)}
"""Fields whose pick says that there are names, and what those named have to do with the case."""


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody in a case. Names are kept beside the history, not in it: one day they have to go, and the history
    stays. ``position`` says as what or where: *casilla 3*, *jefe de sección*."""

    name: str
    role: WitnessRole
    contact: str = ""
    position: str = ""


def complete(
    *,
    incident: Incident,
    by: Person,
    now: datetime,
    details: Mapping[str, Any],
    witnesses: Sequence[Named] = (),
    persons: Sequence[Named] = (),
    words: str = "",
) -> Step:
    """Fill in fields of the report, or put them right: ``details`` by the names of ``FIELDS``, each with a pick.

    Only what differs is told; the history keeps what each field said before. Raises KeyError for another name.
    """
    if unknown := set(details) - set(FIELDS):
        raise KeyError(f"no such field: {sorted(unknown)}")
    names = {"witnesses": witnesses, "persons": persons}
    wrong = [
        FIELDS[field]
        for field, (_, pick) in NAMED.items()
        if (details.get(field, {}).get("pick") == pick) != bool(names[field])
    ]
    if wrong:
        raise Refused(wrong)
    with transaction.atomic():
        held = hold(incident, by, "complete")
        earlier = details_of(list(held.steps.all()))
        told = dict(details)
        for field, named in names.items():
            if named:
                told[field] = told[field] | {"roles": [str(one.role) for one in named]}
        after = {name: value for name, value in told.items() if earlier.get(name) != value}
        # Other names, told by the same picks, are a change too
        after |= {field: told[field] for field, named in names.items() if named}
        if not after:
            raise Refused([NO_CHANGE])
        before = {name: earlier[name] for name in after if name in earlier}
        step = add_step(
            held,
            Verb.COMPLETED,
            by=by,
            now=now,
            before={"details": before} if before else {},
            after={"details": after},
            words=words,
        )
        Witness.objects.bulk_create(
            Witness(
                incident=held,
                step=step,
                part=NAMED[field][0],
                role=one.role,
                name=one.name,
                contact=one.contact,
                position=one.position,
            )
            for field, named in names.items()
            for one in named
        )
    return step
