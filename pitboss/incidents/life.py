"""What every verb of a person does alike: hold the case, look who is asking, add one signed row."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.database.waking import notify
from pitboss.incidents.models import Incident, Status, Step, Verb
from pitboss.incidents.refusal import NOT_OPEN, OWN, Refused
from pitboss.ledger.canonical import canonical
from pitboss.replay.models import Finding

NOT_BY_THEM = frozenset({Verb.OPENED, Verb.RULED, Verb.FOOTAGE_FOUND})
"""Whoever did one of these neither reviews nor closes."""


def hold(incident: Incident, by: Person, permission: str, *, must_be_open: bool = True) -> Incident:
    """The case, locked to the end of the transaction. Raises PermissionDenied, and Refused if it is not open."""
    held = Incident.objects.select_for_update(of=("self",), no_key=True).select_related("casino").get(pk=incident.pk)
    require(by, permission, held.casino)
    if must_be_open and held.status != Status.OPEN:
        raise Refused([NOT_OPEN])
    return held


def add_step(
    incident: Incident,
    verb: Verb,
    *,
    by: Person,
    now: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    words: str = "",
    answers: Step | None = None,
    to: Person | None = None,
) -> Step:
    """One row of the history of a case that is held, signed for whoever is signed in. Tables and walls are woken."""
    last = incident.steps.order_by("-number").values_list("number", flat=True).first()
    step = Step(
        incident=incident,
        number=(last or 0) + 1,
        verb=verb,
        at=now,
        by=by,
        before=dict(before or {}),
        after=dict(after or {}),
        words=words.strip(),
        answers=answers,
        to=to,
    )
    step.signature = signature_of(step)
    step.save()
    notify(
        {
            "casino": incident.casino_id,
            "table": incident.table_id,
            "session": incident.session_id,
            "incident": incident.pk,
        }
    )
    return step


def signature_of(step: Step) -> str:
    """Over everything that the row says, see ``signed``: 64 hex digits."""
    body = {
        "incident": step.incident_id,
        "number": step.number,
        "verb": str(step.verb),
        "at": step.at.astimezone(UTC).isoformat(),
        "by": step.by_id,
        "before": step.before,
        "after": step.after,
        "words": step.words,
        "answers": step.answers_id,
    }
    return signed(body, by=step.by_id, what="step 1")


def signed(body: Mapping[str, Any], *, by: int | None, what: str) -> str:
    """HMAC-SHA256 over the canonical text of what somebody said, with a key of their own for this kind of saying.

    The key is worked out from the installation's secret, so reading or writing the database is not enough to sign.
    """
    key = hmac.new(settings.FLOOR_SECRET.encode(), f"{what}\n{by}".encode(), "sha256").digest()
    return hmac.new(key, canonical(body).encode(), hashlib.sha256).hexdigest()


def signature_holds(step: Step) -> bool:
    return hmac.compare_digest(signature_of(step), step.signature)


def own_case(incident: Incident, by: Person) -> bool:
    """Did this person record, rule, or see the footage of the case? Two queries at most."""
    if incident.steps.filter(by=by, verb__in=NOT_BY_THEM).exists():
        return True
    return bool(by.badge) and by.badge in recorders(list(incident.findings.select_related("entry")))


def recorders(findings: Sequence[Finding]) -> set[str]:
    """Badges of whoever said the events that raised the findings, which come with their entries."""
    return {str(badge) for finding in findings if (badge := json.loads(finding.entry.body).get("by"))}


def refuse_own(incident: Incident, by: Person) -> None:
    if own_case(incident, by):
        raise Refused([OWN])
