from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.incidents.evidence import Readable, keep
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.refusal import BACKWARDS, LATE, NO_PROOF, Refused


def preserve_footage(
    *,
    incident: Incident,
    by: Person,
    now: datetime,
    reference: str,
    camera: str,
    start: datetime,
    end: datetime,
    copies: int,
    holder: str,
    file: Readable | None = None,
    sha256: str = "",
    late: str = "",
    words: str = "",
) -> Step:
    """Say which video is kept, where, by whom, and what its hash is: of the still or clip attached here, else of
    the one that the video system holds. Raises NotEvidence for a file that is neither.

    ``late``: how it was still there, where the casino's recorder may have lost it by now; refused without."""
    require(by, "preserve_footage", incident.casino)
    lacking = [BACKWARDS] if end < start else []
    if file is None and not sha256:
        lacking.append(NO_PROOF)
    if lacking:
        raise Refused(lacking)
    attached = None if file is None else keep(file)
    with transaction.atomic():
        held = hold(incident, by, "preserve_footage")
        lapsed = held.preserve_by is not None and now > held.preserve_by
        if lapsed and not late.strip():
            raise Refused([LATE])
        after: dict[str, Any] = {
            "reference": reference,
            "camera": camera,
            "from": start.isoformat(),
            "to": end.isoformat(),
            "copies": copies,
            "holder": holder,
            "sha256": sha256.lower() if attached is None else attached.sha256,
        }
        if lapsed:
            after["late"] = late.strip()
        if attached is not None:
            after |= {"bytes": attached.size, "type": attached.type}
        return add_step(held, Verb.FOOTAGE_PRESERVED, by=by, now=now, after=after, words=words)
