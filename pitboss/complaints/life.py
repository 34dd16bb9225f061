"""What every verb does alike: hold the complaint, look who is asking, add one signed row, move the status with it."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.incidents.life import own_case, signed

ENDED = frozenset({Status.CLOSED, Status.WITHDRAWN})


def hold(complaint: Complaint, by: Person, permission: str) -> Complaint:
    """The complaint, locked to the end of the transaction. Raises PermissionDenied."""
    held = Complaint.objects.select_for_update(of=("self",), no_key=True).select_related("casino").get(pk=complaint.pk)
    require(by, permission, held.casino)
    return held


def add_step(
    complaint: Complaint,
    verb: Verb,
    *,
    by: Person,
    now: datetime,
    after: Mapping[str, Any] | None = None,
    words: str = "",
    answers: ComplaintStep | None = None,
    **moved: Any,
) -> ComplaintStep:
    """One row of the history of a complaint that is held. ``moved``: fields of the complaint that move with it, by
    name (``status``, ``appeal_until``, ``decision_due``); the row says what they were and what they are."""
    last = complaint.steps.order_by("-number").values_list("number", flat=True).first()
    step = ComplaintStep(
        complaint=complaint,
        number=(last or 0) + 1,
        verb=verb,
        at=not_before(complaint, now),
        by=by,
        before={name: _told(getattr(complaint, name)) for name in moved},
        after={**(after or {}), **{name: _told(value) for name, value in moved.items()}},
        words=words.strip(),
        answers=answers,
    )
    step.signature = signature_of(step)
    step.save()
    if moved:
        for name, value in moved.items():
            setattr(complaint, name, value)
        complaint.save(update_fields=list(moved))
    return step


def not_before(complaint: Complaint, now: datetime) -> datetime:
    """``now``, or the moment of the last step where that is later: whoever waited for the lock looked at the clock
    before somebody else's step was written."""
    last = complaint.steps.order_by("-number").values_list("at", flat=True).first()
    return now if last is None else max(now, last)


def signature_of(step: ComplaintStep) -> str:
    """As a step of an incident is signed, with a key for complaints: 64 hex digits."""
    body = {
        "complaint": step.complaint_id,
        "number": step.number,
        "verb": str(step.verb),
        "at": step.at.astimezone(UTC).isoformat(),
        "by": step.by_id,
        "before": step.before,
        "after": step.after,
        "words": step.words,
        "answers": step.answers_id,
    }
    return signed(body, by=step.by_id, what="complaint 1")


def signature_holds(step: ComplaintStep) -> bool:
    return hmac.compare_digest(signature_of(step), step.signature)


def ruled_here(complaint: Complaint, by: Person) -> bool:
    """Did this person record, rule, or see the footage of an incident that the complaint is about?"""
    return any(own_case(incident, by) for incident in complaint.incidents.all())


def _told(value: Any) -> Any:
    """As JSON: a moment as ISO 8601 in UTC."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value if value is None else str(value)
