"""Which incidents a question covers, how much that is, and how far the checkpoint has each session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from pitboss.casino.models import TableSession
from pitboss.exports.request import Question
from pitboss.incidents.models import Incident, IncidentFinding
from pitboss.ledger.models import Head

# What a correction or a round's end changes of a finding is not said by the entries that raised and settled it
TURNED: Final = """
    SELECT DISTINCT entry.session_id, entry.kind
    FROM unnest(%s::bigint[], %s::bigint[]) AS upto (session, number)
    JOIN ledger_entry entry ON entry.session_id = upto.session AND entry.number > upto.number
    WHERE entry.kind IN ('corrected', 'disputed')
"""
UNFINISHED: Final = """
    SELECT DISTINCT round.session_id, round.number
    FROM unnest(%s::bigint[], %s::bigint[]) AS upto (session, number)
    JOIN replay_round round ON round.session_id = upto.session
    JOIN ledger_entry entry ON entry.id = round.last_entry_id AND entry.number > upto.number
"""

BYTES_AN_ENTRY: Final = 105
"""Of a zip, measured over generated play; an incident with its rounds, sheets and pages is some 14 kB."""
BYTES_AN_INCIDENT: Final = 14_000

# From its head backwards: as a rule the newest entry is in the tree already
UPTO: Final = """
    SELECT session.id, found.id, found.number, found.hash
    FROM unnest(%s::bigint[]) AS session (id) CROSS JOIN LATERAL (
        SELECT entry.id, entry.number, entry.hash
        FROM ledger_entry entry JOIN evidence_leaf leaf ON leaf.entry_id = entry.id
        WHERE entry.session_id = session.id AND leaf.index < %s ORDER BY entry.number DESC LIMIT 1
    ) found
"""


@dataclass(frozen=True, slots=True)
class Upto:
    """The last entry of a session that a checkpoint has."""

    entry: int
    number: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Since:
    """What came behind the last entry of some sessions: which of them were corrected or disputed, which rounds (session
    and number) went on."""

    corrected: frozenset[int]
    disputed: frozenset[int]
    rounds: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a question would bring; ``size`` in bytes, about. ``open``: sessions that go on."""

    incidents: int
    sessions: int
    open: int
    entries: int
    parts: int

    @property
    def size(self) -> int:
        return self.entries * BYTES_AN_ENTRY + self.incidents * BYTES_AN_INCIDENT + 500_000 * self.parts


def of_the_period(question: Question) -> QuerySet[Incident]:
    """Incidents of its casinos, tables and gaming days, whatever else it asks."""
    found = Incident.objects.filter(
        casino__code__in=question.casinos, session__gaming_day__range=(question.since, question.until)
    )
    if question.tables:
        named = Q()
        for table in question.tables:
            code, _, name = table.partition("/")
            named |= Q(casino__code=code, table__name=name)
        found = found.filter(named)
    return found


def incidents_of(question: Question) -> QuerySet[Incident]:
    """The incidents that it asks for, by casino and folio."""
    found = of_the_period(question)
    if question.codes:
        links = IncidentFinding.objects.filter(incident=OuterRef("pk"), finding__code__in=question.codes)
        found = found.filter(Exists(links))
    if question.folios:
        found = found.filter(folio__in=question.folios)
    if question.outcome:
        found = found.filter(outcome=question.outcome)
    return found.order_by("casino__code", "year", "number")


def preview(question: Question) -> Preview:
    """Three queries, none of which reads an entry."""
    incidents = incidents_of(question).order_by()
    sessions = TableSession.objects.filter(pk__in=incidents.values("session"))
    return Preview(
        incidents=incidents.count(),
        sessions=sessions.count(),
        open=sessions.filter(closed_at=None).count(),
        entries=Head.objects.filter(session__in=incidents.values("session")).aggregate(n=Sum("number"))["n"] or 0,
        parts=sum(1 for _ in question.parts()),
    )


def upto(sessions: Iterable[int], size: int) -> dict[int, Upto]:
    """How far a tree of that size has each of these sessions."""
    with connection.cursor() as cursor:
        cursor.execute(UPTO, [sorted(sessions), size])
        return {session: Upto(entry, number, bytes(made)) for session, entry, number, made in cursor}


def since(upto: Mapping[int, Upto]) -> Since:
    """What came later than these; two queries."""
    known = [list(upto), [one.number for one in upto.values()]]
    with connection.cursor() as cursor:
        cursor.execute(TURNED, known)
        turned = set(cursor.fetchall())
        cursor.execute(UNFINISHED, known)
        return Since(
            corrected=frozenset(session for session, kind in turned if kind == "corrected"),
            disputed=frozenset(session for session, kind in turned if kind == "disputed"),
            rounds=frozenset(cursor.fetchall()),
        )
