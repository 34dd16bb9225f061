"""Giving a pit from one shift to the next: what there is to tell, and the two signatures under it.

The summary is worked out, shown, and worked out again when it is signed: what was signed is what is stored, and where
something changed in between the two people are shown it anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from pitboss.casino.gaming_day import gaming_day
from pitboss.casino.models import Pit, Table, TableSession
from pitboss.floor.device_models import Device, Signature
from pitboss.floor.handover_models import Handover
from pitboss.floor.presence import Presence, unsent_at
from pitboss.floor.signatures import NotSigned, check
from pitboss.floor.tiles import asked_at, footage_asked
from pitboss.incidents.models import Incident, Status
from pitboss.ledger.canonical import canonical
from pitboss.replay.models import Outcome, Round

CARRIED: Final = timedelta(days=7)
"""What is still open from earlier shifts is told for so long; afterwards it is the desk's."""
STALE: Final = timedelta(minutes=30)
"""A summary that was read longer ago is read again before it is signed."""
Summary = dict[str, Any]


class NotHandedOver(ValueError):
    """`why`: `changed` (read it again), `unsent` (`more` names tablets), `taken` (somebody was faster), `same`."""

    def __init__(self, why: str, more: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(why)
        self.why, self.more = why, more


@dataclass(frozen=True, slots=True)
class Half:
    """One side's word: the signed event {kind: "handover", role, id, at, by, handover, pit, since, until, sha256,
    notes} and its signature."""

    event: Mapping[str, Any]
    signed: object


def last_of(pit: Pit) -> Handover | None:
    return Handover.objects.filter(pit=pit).first()


def since_of(pit: Pit, now: datetime) -> datetime:
    """Where this shift began: at the last hand-over, else with the jornada."""
    last = last_of(pit)
    return last.until if last is not None else _day_start(pit, now)


def summary(pit: Pit, since: datetime, until: datetime) -> Summary:
    """What happened at the pit's tables and what is left open, as JSON in both languages; always in one order."""
    incidents = _incidents(pit, since, until)
    asked = footage_asked(sorted({incident.session_id for incident in incidents}))
    rows = [_row(incident, asked_at(incident, asked.get(incident.session_id, [])), since) for incident in incidents]
    rows = [row for row in rows if not row["carried"] or row["outcome"] == Outcome.PENDING or row["asked_at"]]
    return {
        "casino": pit.casino.code,
        "pit": pit.name,
        "since": _iso(since),
        "until": _iso(until),
        "tables": _tables(pit, since, until),
        "incidents": rows,
    }


def digest(told: Summary) -> str:
    """SHA-256 of the RFC 8785 text: what both sign over."""
    return hashlib.sha256(canonical(told).encode()).hexdigest()


def unsent(pit: Pit, now: datetime) -> list[Presence]:
    """Tablets of the pit that hold what the ledger has not got. One that was revoked can send nothing any more."""
    tables = pit.tables.values_list("pk", flat=True)
    return [one for one in unsent_at(tables, now) if one.device.revoked_at is None]


def hand_over(
    *, pit: Pit, device: Device, until: datetime, sha256: str, notes: str, outgoing: Half, incoming: Half
) -> Handover:
    """Store it, signed by both. Raises NotHandedOver, and NotSigned where a signature does not hold."""
    now = timezone.now()
    with transaction.atomic():
        pit = Pit.objects.select_for_update(of=("self",)).select_related("casino").get(pk=pit.pk)
        last = last_of(pit)
        since = since_of(pit, now)
        if until <= since:
            raise NotHandedOver("taken")
        if waiting := unsent(pit, now):
            raise NotHandedOver("unsent", [{"name": one.device.name, "unsent": one.unsent} for one in waiting])
        told = summary(pit, since, until)
        if digest(told) != sha256 or not now - STALE < until <= now:
            raise NotHandedOver("changed")
        said = {"pit": pit.pk, "since": _iso(since), "until": _iso(until), "sha256": sha256, "notes": notes}
        first = _signed(outgoing, "outgoing", said, device)
        second = _signed(incoming, "incoming", said, device)
        if first.person_id == second.person_id:
            raise NotHandedOver("same")
        if outgoing.event.get("handover") != incoming.event.get("handover"):
            raise NotSigned("incoming.event.handover", "the same hand-over on both sides")
        first.save()
        second.save()
        return Handover.objects.create(
            pit=pit,
            number=1 if last is None else last.number + 1,
            since=since,
            until=until,
            outgoing=first.person,
            incoming=second.person,
            device=device,
            notes=notes,
            summary=canonical(told),
            sha256=sha256,
            outgoing_signature=first,
            incoming_signature=second,
        )


def _signed(half: Half, role: str, said: Mapping[str, Any], device: Device) -> Signature:
    for name, value in {"kind": "handover", "role": role, **said}.items():
        if half.event.get(name) != value:
            raise NotSigned(f"{role}.event.{name}", repr(value))
    return check(half.event, half.signed, device)


def _incidents(pit: Pit, since: datetime, until: datetime) -> list[Incident]:
    """Those of the shift, and the older ones that may still ask for somebody."""
    open_still = Q(opened_at__gte=since - CARRIED, opened_at__lt=since, status=Status.OPEN) & (
        Q(outcome=Outcome.PENDING) | Q(preserve_by__gt=until)
    )
    of_shift = Q(opened_at__gte=since, opened_at__lt=until)
    found = Incident.objects.filter(of_shift | open_still, table__pit=pit).exclude(status=Status.WITHDRAWN)
    return list(found.select_related("table", "casino").prefetch_related("findings").order_by("opened_at", "pk"))


def _row(incident: Incident, asked: datetime | None, since: datetime) -> dict[str, Any]:
    lead = next((finding for finding in incident.findings.all() if finding.code == incident.code), None)
    return {
        "folio": incident.folio,
        "table": incident.table.name,
        "round": incident.round,
        "at": _iso(incident.opened_at),
        "code": incident.code,
        "title": {language: str(lead.text(language).get("title", "")) if lead else "" for language in ("es", "en")},
        "headline": {"es": incident.headline_es, "en": incident.headline_en},
        "severity": incident.severity,
        "outcome": incident.outcome,
        "cctv": incident.cctv,
        "asked_at": _iso(asked) if asked else None,
        "preserve_by": _iso(incident.preserve_by) if incident.preserve_by else None,
        "owed": incident.owed,
        "overpaid": incident.overpaid,
        "carried": incident.opened_at < since,
    }


def _tables(pit: Pit, since: datetime, until: datetime) -> list[dict[str, Any]]:
    rounds = dict(
        Round.objects.filter(session__table__pit=pit, opened_at__gte=since, opened_at__lt=until)
        .values("session__table")
        .annotate(n=Count("pk"))
        .values_list("session__table", "n")
    )
    playing = set(
        TableSession.objects.filter(table__pit=pit, closed_at__isnull=True, opened_at__lt=until).values_list(
            "table_id", flat=True
        )
    )
    tables = Table.objects.filter(pit=pit).order_by("name")
    return [{"name": one.name, "rounds": rounds.get(one.pk, 0), "open": one.pk in playing} for one in tables]


def _day_start(pit: Pit, now: datetime) -> datetime:
    casino = pit.casino
    return datetime.combine(gaming_day(casino, now), casino.day_starts, tzinfo=ZoneInfo(casino.timezone))


def _iso(at: datetime) -> str:
    return at.astimezone(ZoneInfo("UTC")).isoformat(timespec="microseconds")
