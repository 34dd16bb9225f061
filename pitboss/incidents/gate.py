"""What a case lacks before it can be reviewed and closed. The database asks for the same (migrations ``0005_life``,
``0008_fields_and_custody``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.refusal import FIELDS, FOOTAGE, NO_RULING, Why
from pitboss.replay.models import Finding, Outcome

CHOICE_CODES = frozenset({"stuck-cards", "unrequested-card"})
"""Where the text leaves something to the player."""
BESIDE = frozenset({Verb.COMMENTED, Verb.ASSIGNED, Verb.CARDS_HANDED_OVER})
"""What goes on beside a case and asks for no other review."""


def wanted_fields(incident: Incident, findings: Sequence[Finding]) -> list[str]:
    """The fields that this case must have: the player's choice only where there was one, what was corrected only
    where money differs."""
    codes = {finding.code for finding in findings if finding.outcome != Outcome.SUPERSEDED}
    idle = set() if codes & CHOICE_CODES else {"player_choice"}
    if not (incident.owed or incident.overpaid):
        idle.add("money_corrected")
    return [name for name in FIELDS if name not in idle]


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
    return lacking + [FIELDS[name] for name in wanted_fields(incident, findings) if name not in details]


def is_reviewed(steps: Sequence[Step]) -> Step | None:
    """The approving review, if nothing has come since but what is ``BESIDE``; what came later has not been reviewed."""
    last = next((step for step in reversed(steps) if step.verb not in BESIDE), None)
    if last is None or last.verb != Verb.REVIEWED or last.after.get("review") != "approved":
        return None
    return last
