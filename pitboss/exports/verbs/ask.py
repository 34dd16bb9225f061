from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Casino
from pitboss.exports.access import names_for
from pitboss.exports.models import Export, Part
from pitboss.exports.queries import incidents_of
from pitboss.exports.refusal import DAYS, NO_CASINO, NO_SEAT, NO_WHY, NOTHING_THERE, TOO_LONG
from pitboss.exports.request import EVERYBODY, STAFF, Question
from pitboss.incidents.refusal import Refused
from pitboss.jobs import ask as jobs
from pitboss.jobs.models import Job
from pitboss.privacy.models import Access
from pitboss.privacy.verbs.record_access import record_access

PART: Final = "exports.part"
LONGEST_WHY: Final = 300
MOST_DAYS: Final = 400
"""A year, and some days of the next: each month of it is a bundle."""


def ask(*, by: Person, now: datetime, question: Question, casinos: Sequence[Casino]) -> Export:
    """Ask for bundles; workers begin when the transaction commits. Whose names they hold goes by the asker's roles.

    ``casinos`` are the question's. Raises PermissionDenied, Refused.
    """
    for casino in casinos:
        require(by, "bundle", casino)
    asked = replace(
        question,
        casinos=tuple(sorted(casino.code for casino in casinos)),
        names=names_for(by, list(casinos), question.redaction),
        why=question.why.strip()[:LONGEST_WHY],
    )
    reasons = []
    if not casinos:
        reasons.append(NO_CASINO)
    if asked.until < asked.since:
        reasons.append(DAYS)
    elif (asked.until - asked.since).days >= MOST_DAYS:
        reasons.append(TOO_LONG)
    if asked.masked and not asked.seat:
        reasons.append(NO_SEAT)
    if not asked.why:
        reasons.append(NO_WHY)
    if not reasons and not incidents_of(asked).exists():
        reasons.append(NOTHING_THERE)
    if reasons:
        raise Refused(reasons)
    with transaction.atomic():
        made = Export.objects.create(
            question=asked.as_json(), since=asked.since, until=asked.until, by=by, why=asked.why, asked_at=now
        )
        made.casinos.set(casinos)
        for number, part in enumerate(asked.parts(), 1):
            job = _job(made, number, by, now)
            Part.objects.create(export=made, number=number, since=part.since, until=part.until, job=job)
        record_access(
            by=by,
            casinos=casinos,
            what=Access.What.EXPORT,
            named=asked.names in (STAFF, EVERYBODY),
            now=now,
            asked=asked.text(),
            why=asked.why,
            rows=incidents_of(asked).count(),
        )
    return made


def _job(export: Export, number: int, by: Person, now: datetime) -> Job:
    payload = {"export": export.pk, "part": number}
    return jobs.ask(key=f"{PART}:{export.pk}:{number}", kind=PART, now=now, payload=payload, by=by)
