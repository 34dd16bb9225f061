"""What a case lacks before it can be reviewed and closed. The database asks for the same (migration ``0005_life``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.refusal import FIELDS, FOOTAGE, NO_RULING, Why
from pitboss.replay.models import Finding, Outcome

CHOICE_CODES = frozenset({"stuck-cards", "unrequested-card"})
"""Where the text leaves something to the player."""


def wanted_fields(findings: Sequence[Finding]) -> list[str]:
    """The fields that this case must have; the player's choice only where there was one."""
    codes = {finding.code for finding in findings if finding.outcome != Outcome.SUPERSEDED}
    return [name for name in FIELDS if name != "player_choice" or codes & CHOICE_CODES]


def details_of(steps: Sequence[Step]) -> dict[str, Any]:
    """The fields as the history last told them."""
    details: dict[str, Any] = {}
    for step in steps:
        if step.verb == Verb.COMPLETED:
            details |= step.after.get("details", {})
    return details


def missing(incident: Incident, findings: Sequence[Finding], steps: Sequence[Step]) -> list[Why]:
    """Everything that is in the way of a review, in the order of a case's life."""
    verbs = {step.verb for step in steps}
    lacking = [] if Verb.RULED in verbs else [NO_RULING]
    if Verb.FOOTAGE_FOUND not in verbs:
        reasons = dict.fromkeys(reason for finding in findings for reason in finding.data.get("cctv_reasons") or [])
        lacking += [FOOTAGE.get(reason, FOOTAGE["code"]) for reason in reasons]
        if incident.cctv and not reasons:
            lacking.append(FOOTAGE["code"])
        if not incident.cctv and Verb.FOOTAGE_ASKED in verbs:
            lacking.append(FOOTAGE["asked"])
    details = details_of(steps)
    return lacking + [FIELDS[name] for name in wanted_fields(findings) if name not in details]


def is_reviewed(steps: Sequence[Step]) -> Step | None:
    """The approving review, if nothing but comments and assignments has come since; what came later has not been reviewed."""
    last = next((step for step in reversed(steps) if step.verb not in (Verb.COMMENTED, Verb.ASSIGNED)), None)
    if last is None or last.verb != Verb.REVIEWED or last.after.get("review") != "approved":
        return None
    return last
