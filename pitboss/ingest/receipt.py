"""The answer to whoever sent events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pitboss.casino.models import TableSession
from pitboss.incidents.models import Incident
from pitboss.ingest.lines import Rejection
from pitboss.replay.models import Finding


@dataclass(slots=True)
class Told:
    """One table session that events went to, and the number of its last ledger entry."""

    session: TableSession
    last_number: int

    def as_dict(self) -> dict[str, Any]:
        return {
            "session": self.session.pk,
            "table": self.session.table.name,
            "casino": self.session.table.casino.code,
            "number": self.session.number,
            "last_number": self.last_number,
        }


@dataclass(slots=True)
class Receipt:
    """What became of the lines: every line that was not blank is in exactly one of the first three.

    ``findings`` are those that these events raised or changed, each once, as they stand now.
    """

    accepted: int = 0
    duplicates: int = 0
    rejected: list[Rejection] = field(default_factory=list)
    findings: dict[Any, Finding] = field(default_factory=dict)
    incidents: dict[int, Incident] = field(default_factory=dict)
    told: dict[int, Told] = field(default_factory=dict)

    @property
    def nothing_taken(self) -> bool:
        """Lines came, and none of them is in the ledger now."""
        return bool(self.rejected) and not self.accepted and not self.duplicates

    def as_dict(self) -> dict[str, Any]:
        """The answer's object, as JSON has it.

        ``session`` and ``last_number`` are null where the events went to none or to several;
        ``sessions`` has them all.
        """
        only = next(iter(self.told.values())) if len(self.told) == 1 else None
        return {
            "accepted": self.accepted,
            "duplicates": self.duplicates,
            "rejected": [why.as_dict() for why in sorted(self.rejected, key=lambda why: why.line)],
            "findings": [told_of(finding) for finding in self.findings.values()],
            "incidents": [
                {"id": incident.pk, "folio": incident.folio, "status": incident.status}
                for incident in self.incidents.values()
            ],
            "session": None if only is None else only.session.pk,
            "last_number": None if only is None else only.last_number,
            "sessions": [told.as_dict() for told in self.told.values()],
        }


CONTRACT = (
    "code", "round", "spot", "events", "severity", "standing", "decides", "prescribed", "outcome",
    "cctv", "cctv_reasons", "money", "cites",
)  # fmt: skip
"""The fields of a finding in the contract, section 2."""


def told_of(finding: Finding) -> dict[str, Any]:
    """A finding as the contract has it, with its id, its edition and its words."""
    return {
        "id": str(finding.pk),
        "edition": finding.edition,
        **{name: finding.data.get(name) for name in CONTRACT},
        "text": finding.data.get("text", {}),
    }
