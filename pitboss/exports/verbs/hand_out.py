from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.exports.files import place
from pitboss.exports.models import Handed, Part
from pitboss.exports.refusal import GONE, NOT_DONE
from pitboss.incidents.refusal import Refused


def hand_out(*, part: Part, by: Person, now: datetime) -> Path:
    """Somebody takes the bundle away: its file, and a row that says so. Raises PermissionDenied, Refused."""
    for casino in part.export.casinos.all():
        require(by, "bundle", casino)
    if part.done_at is None:
        raise Refused([NOT_DONE])
    path = place(part.export_id, part.number)
    if not path.is_file():
        raise Refused([GONE])
    Handed.objects.create(part=part, by=by, at=now)
    return path
