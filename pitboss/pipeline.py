"""What starts what: events said become entries, entries findings, findings incidents, in one transaction.

Either all of it is there after the commit or none of it, so an answer given after the commit is true and
the same events sent again change nothing. Whoever listens on the channel ``pitboss_floor`` is woken by
the commit itself, with ids only; what they mean is read from the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from pitboss.casino.models import TableSession
from pitboss.database.waking import notify
from pitboss.incidents.follow import follow
from pitboss.incidents.heard import HEARD, hear
from pitboss.incidents.models import Incident
from pitboss.ledger.append import Appended, Said, append, hold
from pitboss.ledger.models import Entry
from pitboss.replay.advance import Filled, advance, replay_session
from pitboss.replay.models import Finding

MOST_IDS = 40
"""In one notification, whose payload PostgreSQL ends at 8,000 bytes; with more, the list is null: look."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What came of some events of one session. ``findings`` and ``incidents``: raised or changed."""

    appended: Appended
    findings: list[Finding] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)


def record(*, session: TableSession, said: Sequence[Said], filled: Sequence[Filled] = (), now: datetime) -> Recorded:
    """Put events into a session's ledger and let everything follow from them.

    ``filled`` are the places of lines that could not be read (contract 5.19). ``session`` comes with its
    table and casino. Holds the table's lock until the surrounding transaction, if any, ends.
    """
    with transaction.atomic():
        appended = append(session=session, events=said, received_at=now)
        if not appended.entries and not filled:
            return Recorded(appended=appended)
        findings = advance(session=session, entries=appended.entries, filled=filled, now=now)
        incidents = follow(session=session, findings=findings, now=now)
        incidents += hear(session=session, entries=appended.entries, known=incidents)
        if appended.entries:
            _notify(session, appended.entries[-1], findings, incidents)
    return Recorded(appended=appended, findings=findings, incidents=incidents)


def replay_again(*, session: TableSession, now: datetime) -> list[Finding]:
    """Replay a session from its ledger and let incidents follow. Returns the findings that changed."""
    with transaction.atomic():
        hold(session.table_id)
        findings = replay_session(session=session)
        incidents = follow(session=session, findings=findings, now=now)
        said = Entry.objects.filter(session=session, kind__in=HEARD).order_by("number")
        incidents += hear(session=session, entries=list(said), known=incidents)
        if findings:
            _notify(session, Entry.objects.filter(session=session).latest("number"), findings, incidents)
    return findings


def _notify(session: TableSession, last: Entry, findings: Sequence[Finding], incidents: Sequence[Incident]) -> None:
    payload = {
        "casino": session.table.casino_id,
        "table": session.table_id,
        "session": session.pk,
        "entry": last.pk,
        "last_number": last.number,
        "findings": [str(finding.pk) for finding in findings] if len(findings) <= MOST_IDS else None,
        "incidents": [incident.pk for incident in incidents] if len(incidents) <= MOST_IDS else None,
    }
    notify(payload)
