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
from pitboss.incidents.picks import Witnesses, WitnessRole
from pitboss.incidents.refusal import FIELDS, NO_CHANGE, Refused


@dataclass(frozen=True, slots=True)
class Named:
    """A witness. Names are kept beside the history, not in it: one day they have to go, and the history stays."""

    name: str
    role: WitnessRole
    contact: str = ""


def complete(
    *,
    incident: Incident,
    by: Person,
    now: datetime,
    details: Mapping[str, Any],
    witnesses: Sequence[Named] = (),
    words: str = "",
) -> Step:
    """Fill in fields of the report, or put them right: ``details`` by the names of ``FIELDS``, each with a pick.

    Only what differs is told; the history keeps what each field said before. Raises KeyError for another name.
    """
    if unknown := set(details) - set(FIELDS):
        raise KeyError(f"no such field: {sorted(unknown)}")
    named = details.get("witnesses", {}).get("pick") == Witnesses.NAMED
    if named != bool(witnesses):
        raise Refused([FIELDS["witnesses"]])
    with transaction.atomic():
        held = hold(incident, by, "complete")
        earlier = details_of(list(held.steps.all()))
        told = dict(details)
        if named:
            told["witnesses"] = told["witnesses"] | {"roles": [str(one.role) for one in witnesses]}
        after = {name: value for name, value in told.items() if earlier.get(name) != value}
        if not after and not witnesses:
            raise Refused([NO_CHANGE])
        before = {name: earlier[name] for name in after if name in earlier}
        step = add_step(
            held,
            Verb.COMPLETED,
            by=by,
            now=now,
            before={"details": before} if before else {},
            after={"details": after or {"witnesses": told["witnesses"]}},  # other names, told by the same picks
            words=words,
        )
        Witness.objects.bulk_create(
            Witness(incident=held, step=step, role=one.role, name=one.name, contact=one.contact) for one in witnesses
        )
    return step
