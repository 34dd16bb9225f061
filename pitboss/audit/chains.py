"""The ledger as its status pages show it: one line a session, and the neighbourhood of a break."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino, TableSession
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import WHY, Verified

SESSIONS: Final = 25
AROUND: Final = 2


@dataclass(frozen=True, slots=True)
class Chain:
    """One session's chain, times on the casino's clock. ``hash`` is hexadecimal, empty before any entry."""

    session: TableSession
    entries: int
    hash: str
    opened_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entry at or beside a break."""

    entry: Entry
    at: datetime
    hash: str
    prev_hash: str
    broken: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What a walk over one chain found, with the entries around its first breaks."""

    verified: Verified
    breaks: list[tuple[int, str]]
    around: list[Neighbour]


def sessions_of(person: Person) -> QuerySet[TableSession]:
    """Sessions of the person's casinos, newest first, each with its head."""
    return (
        TableSession.objects.filter(table__casino__in=Casino.objects.of(person).order_by())
        .select_related("table__casino", "head")
        .order_by("-opened_at", "-pk")
    )


def zone_of(session: TableSession) -> ZoneInfo:
    return ZoneInfo(session.table.casino.timezone)


def chain(session: TableSession) -> Chain:
    zone = zone_of(session)
    head = getattr(session, "head", None)
    return Chain(
        session=session,
        entries=head.number if head else 0,
        hash=bytes(head.hash).hex() if head and head.number else "",
        opened_at=session.opened_at.astimezone(zone),
        closed_at=session.closed_at.astimezone(zone) if session.closed_at else None,
    )


def report(verified: Verified) -> Report:
    """The result of a walk in words, and the entries to look at. At most ten breaks are spelt out."""
    told = verified.breaks[:10]
    wanted = Q(pk__in=[])
    for one in told:
        wanted |= Q(number__range=(one.number - AROUND, one.number + AROUND))
    zone = zone_of(verified.session)
    broken = {one.number for one in told}
    around = [
        Neighbour(
            entry,
            entry.at.astimezone(zone),
            bytes(entry.hash).hex(),
            bytes(entry.prev_hash).hex(),
            entry.number in broken,
        )
        for entry in Entry.objects.filter(wanted, session=verified.session).order_by("number")
    ]
    return Report(verified, [(one.number, str(WHY[one.why])) for one in told], around)
