"""A tablet's entries into the ledger: each once, in their order, whatever became of the others.

A tablet's outbox can hold what several people said, so each entry is looked at by itself: is the badge in it that of
somebody who may record at this casino, and is a ruling signed by somebody who may rule? One that is not is told back
with its field and what was expected; the rest is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import VERBS
from pitboss.casino.models import Membership, Table
from pitboss.floor.device_models import Device, Signature
from pitboss.floor.signatures import NotSigned, check, keep, needs_signature
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import Line, Rejection, read_line
from pitboss.ledger.append import hold
from pitboss.ledger.canonical import NotCanonical, canonical
from pitboss.ledger.models import Entry
from pitboss.ledger.sealed import same

MOST_ENTRIES = 500
"""In one sending; a tablet with more sends them one batch after the other."""


@dataclass(slots=True)
class Refused:
    """An entry that was not taken, by its place in the sending, from 0."""

    index: int
    field: str
    expected: str

    def as_dict(self) -> dict[str, Any]:
        return {"index": self.index, "field": self.field, "expected": self.expected}


@dataclass(slots=True)
class Taken:
    """What became of the entries: each is in exactly one of the three."""

    accepted: int = 0
    duplicates: int = 0
    rejected: list[Refused] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        rejected = sorted(self.rejected, key=lambda one: one.index)
        return {
            "accepted": self.accepted,
            "duplicates": self.duplicates,
            "rejected": [one.as_dict() for one in rejected],
        }


def take(*, table: Table, device: Device, entries: Sequence[Any], now: datetime) -> Taken:
    """Take them in one transaction, under the table's lock: two tablets take turns, and a sending that is repeated
    while it is still at work waits for itself. ``entries``: ``{"event": {...}, "signed": {...}}`` each."""
    done = Taken()
    with transaction.atomic():
        hold(table.pk)
        lines = _readable(entries, table, done)
        lines = _unknown(lines, table, done)
        people = _people(lines, table)
        allowed: list[Line] = []
        signatures: dict[int, Signature] = {}
        for line, entry in lines:
            if _may(line, people, done) and _signed(line, entry, device, signatures, done):
                allowed.append(line)
        if not allowed:
            return done
        intake = Intake(by=None, casino=table.casino.code, table=table.name)
        receipt = intake.take(allowed, now=now)
        done.accepted += receipt.accepted
        done.duplicates += receipt.duplicates
        done.rejected += [Refused(why.line, why.field, why.expected) for why in receipt.rejected]
        gone = {why.line for why in receipt.rejected}
        keep(signature for index, signature in signatures.items() if index not in gone)
    return done


def numbered(table: Table, ids: Sequence[UUID]) -> list[dict[str, Any]]:
    """Which of these events the ledger has, and where."""
    rows = Entry.objects.filter(session__table=table, event_id__in=ids).order_by("session__number", "number")
    return [
        {"id": str(event_id), "seq": seq, "number": number, "session": session}
        for event_id, seq, number, session in rows.values_list("event_id", "seq", "number", "session_id")
    ]


def ids_of(entries: Sequence[Any]) -> list[UUID]:
    """The ids that can be read in them."""
    found = []
    for entry in entries:
        event = entry.get("event") if isinstance(entry, dict) else None
        try:
            found.append(UUID(str(event["id"]) if isinstance(event, dict) else ""))
        except (KeyError, ValueError):
            continue
    return found


def _readable(entries: Sequence[Any], table: Table, done: Taken) -> list[tuple[Line, dict[str, Any]]]:
    found = []
    for index, entry in enumerate(entries):
        event = entry.get("event") if isinstance(entry, dict) else None
        if not isinstance(event, dict):
            done.rejected.append(Refused(index, "event", "one JSON object with the fields of an event"))
            continue
        try:
            line = read_line(canonical(event).encode(), index)
        except NotCanonical as why:
            done.rejected.append(Refused(index, "event", f"JSON as RFC 8785 writes it: {why}"))
            continue
        if isinstance(line, Rejection):
            done.rejected.append(Refused(index, line.field, line.expected))
        elif line.event.id is None:
            done.rejected.append(Refused(index, "id", "a UUID: a tablet gives every event one"))
        elif line.event.table not in (None, table.name):
            done.rejected.append(Refused(index, "table", f"{table.name}, the table that was sent to"))
        elif line.event.seq is not None:
            done.rejected.append(Refused(index, "seq", "none: the ledger gives the places of a tablet's events"))
        else:
            found.append((line, entry))
    return found


def _unknown(lines: list[tuple[Line, dict[str, Any]]], table: Table, done: Taken) -> list[tuple[Line, dict[str, Any]]]:
    """Without those that the ledger has already. What was sent and is sent again must not be looked at with new
    eyes: the person may have left since, and the session it went to may be over."""
    ids = [line.event.id for line, _ in lines if line.event.id is not None]
    known = Entry.objects.filter(session__table=table, event_id__in=ids)
    stored = {entry.event_id: entry for entry in known}
    found = []
    for line, entry in lines:
        there = stored.get(line.event.id) if line.event.id is not None else None
        if there is None:
            found.append((line, entry))
        elif same(there, line.body):
            done.duplicates += 1
        else:
            done.rejected.append(
                Refused(line.line, "id", "another id: the ledger has an event of this id with other content")
            )
    return found


@dataclass(frozen=True, slots=True)
class _Worker:
    person: Person
    roles: frozenset[str]

    def may(self, verb: str) -> bool:
        return self.person.is_active and not self.roles.isdisjoint(VERBS[verb])


def _people(lines: Sequence[tuple[Line, dict[str, Any]]], table: Table) -> dict[str, _Worker]:
    """Who wears the badges of these lines at this casino: one query."""
    badges = {line.event.by for line, _ in lines if line.event.by}
    roles: dict[str, set[str]] = {}
    people: dict[str, Person] = {}
    memberships = Membership.objects.filter(casino=table.casino_id, person__badge__in=badges).select_related("person")
    for one in memberships:
        people[one.person.badge] = one.person
        roles.setdefault(one.person.badge, set()).add(one.role)
    return {badge: _Worker(person, frozenset(roles[badge])) for badge, person in people.items()}


def _may(line: Line, people: dict[str, _Worker], done: Taken) -> bool:
    worker = people.get(line.event.by or "")
    if worker is not None and worker.may("record"):
        return True
    done.rejected.append(Refused(line.line, "by", "the badge of somebody who may record events at this table"))
    return False


def _signed(line: Line, entry: dict[str, Any], device: Device, signatures: dict[int, Signature], done: Taken) -> bool:
    """Is a decision signed by who says it, with the right to decide? Others need no signature; one that comes with
    them all the same has to be right, and is kept."""
    event, signed = entry["event"], entry.get("signed")
    instead = event.get("instead")
    if event.get("kind") == "corrected" and isinstance(instead, dict) and needs_signature(instead):
        # The mac would be over the correction, which anybody may enter
        done.rejected.append(Refused(line.line, "instead", "an event that needs no signature; a ruling is ruled anew"))
        return False
    if signed is None and not needs_signature(event):
        return True
    try:
        signatures[line.line] = check(event, signed, device)
    except NotSigned as why:
        done.rejected.append(Refused(line.line, why.field if signed else "signed", why.expected))
        return False
    return True
