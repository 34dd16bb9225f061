from __future__ import annotations

from datetime import datetime

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.incidents.models import Incident
from pitboss.privacy.models import Hold, HoldLifted


def hold(*, incident: Incident, by: Person, why: str, now: datetime) -> Hold:
    """Keep everything personal of a case, however long, until somebody lifts it."""
    require(by, "hold_data", incident.casino)
    return Hold.objects.create(incident=incident, by=by, why=why.strip(), at=now)


def lift(*, hold: Hold, by: Person, why: str, now: datetime) -> HoldLifted:
    """The case falls back under the schedule."""
    require(by, "hold_data", hold.incident.casino)
    return HoldLifted.objects.create(hold=hold, by=by, why=why.strip(), at=now)
