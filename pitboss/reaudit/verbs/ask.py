from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Table
from pitboss.incidents.refusal import Refused
from pitboss.jobs import ask as jobs
from pitboss.ledger.canonical import canonical
from pitboss.reaudit.models import Reading, Reaudit
from pitboss.reaudit.plan import PLAN
from pitboss.reaudit.queries import sessions_between
from pitboss.reaudit.refusal import DAYS, NO_NAME, NO_TABLES, NO_WHY, NOTHING_THERE, OTHERS
from pitboss.replay.readings import EDITION, checked, fingerprint

LONGEST_NAME = 80
LONGEST_WHY = 300


def ask(
    *,
    by: Person,
    now: datetime,
    tables: Sequence[Table],
    since: date,
    until: date,
    overlay: Mapping[str, Any],
    name: str,
    why: str,
    against: Reaudit | None = None,
    against_edition: str = EDITION,
) -> Reaudit:
    """Ask what a reading of the rules would have found; workers begin when the transaction commits.

    ``tables`` come with their casinos. ``against``: another re-audit to compare with; without one, what was found
    under ``against_edition``. A reading that was asked for before keeps the name that it got then. Raises
    PermissionDenied, ``NotAReading``, Refused.
    """
    for casino in {table.casino for table in tables}:
        require(by, "reaudit", casino)
    laid_over = checked(overlay)
    reasons = []
    if not tables:
        reasons.append(NO_TABLES)
    if until < since:
        reasons.append(DAYS)
    if not why.strip():
        reasons.append(NO_WHY)
    if not name.strip():
        reasons.append(NO_NAME)
    if not reasons:
        there = sessions_between(tables, since, until)
        if not there.exists():
            reasons.append(NOTHING_THERE)
        elif against is not None and not against.pieces.filter(session__in=there.values("pk")).exists():
            reasons.append(OTHERS)
    if reasons:
        raise Refused(reasons)
    with transaction.atomic():
        asked = Reaudit.objects.create(
            reading=_reading(laid_over, name.strip()[:LONGEST_NAME], by, now),
            against=against,
            against_edition="" if against else against_edition,
            since=since,
            until=until,
            by=by,
            why=why.strip()[:LONGEST_WHY],
            asked_at=now,
        )
        asked.tables.set(tables)
        asked.job = jobs.ask(key=f"reaudit:{asked.pk}", kind=PLAN, now=now, payload={"reaudit": asked.pk}, by=by)
        asked.save(update_fields=["job"])
    return asked


def _reading(overlay: Mapping[str, Any], name: str, by: Person, now: datetime) -> Reading:
    whole = {"edition": EDITION, "fingerprint": fingerprint(), "overlay": overlay}
    reading, _ = Reading.objects.get_or_create(
        digest=hashlib.sha256(canonical(whole).encode()).hexdigest(),
        defaults={**whole, "name": name, "made_at": now, "made_by": by},
    )
    return reading
