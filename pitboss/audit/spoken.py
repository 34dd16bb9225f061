"""Which rule spoke at a step of the replay: raised a finding, had it answered, or is still waiting for its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pitboss.audit.case import Said
from pitboss.replay.models import Finding, Outcome

How = Literal["raised", "answered", "pending"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """``steps`` and ``say`` are what is prescribed, told while it is of use: not any more once it is answered."""

    how: How
    finding: Finding
    title: str
    message: str
    steps: list[str]
    say: str


def spoken(here: Said, findings: Sequence[Finding], language: str) -> list[Spoken]:
    """What rules say at this step; those that speak first, then those that wait."""
    told = [_told(how, finding, language) for finding in findings if (how := _how(here.entry.pk, finding))]
    return sorted(told, key=lambda one: one.how == "pending")


def hot_entries(findings: Sequence[Finding]) -> set[int]:
    """Entries at which a finding rises or is answered."""
    return {finding.entry_id for finding in findings} | {
        finding.answered_id for finding in findings if finding.answered_id
    }


def _how(entry: int, finding: Finding) -> How | None:
    if finding.entry_id == entry:
        return "raised"
    if finding.answered_id == entry:
        return "answered"
    waits = finding.outcome not in (Outcome.NOTED, Outcome.SUPERSEDED)
    if waits and finding.entry_id < entry and (finding.answered_id is None or finding.answered_id > entry):
        return "pending"
    return None


def _told(how: How, finding: Finding, language: str) -> Spoken:
    text = finding.text(language)
    answered = how == "answered"
    return Spoken(
        how=how,
        finding=finding,
        title=str(text.get("title") or finding.code),
        message=str(text.get("message") or ""),
        steps=[] if answered else [str(step) for step in text.get("steps") or []],
        say="" if answered else str(text.get("say") or ""),
    )
