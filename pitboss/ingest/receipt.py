"""The answer to whoever sent events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

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

    ``findings`` are those that these events raised or changed, each once, as they stand now. With
    ``most`` the three lists end there, so that a large file of rubbish needs no large memory; ``counts``
    are always whole.
    """

    accepted: int = 0
    duplicates: int = 0
    rejected: list[Rejection] = field(default_factory=list)
    findings: dict[UUID, Finding] = field(default_factory=dict)
    incidents: dict[int, Incident] = field(default_factory=dict)
    told: dict[int, Told] = field(default_factory=dict)
    most: int | None = None
    _rejected: int = 0
    _findings: set[UUID] = field(default_factory=set)
    _incidents: set[int] = field(default_factory=set)

    @property
    def counts(self) -> dict[str, int]:
        return {
            "rejected": self._rejected,
            "findings": len(self._findings),
            "incidents": len(self._incidents),
        }

    @property
    def nothing_taken(self) -> bool:
        """Lines came, and none of them is in the ledger now."""
        return bool(self._rejected) and not self.accepted and not self.duplicates

    def reject(self, why: Rejection) -> None:
        self._rejected += 1
        if self.most is None or len(self.rejected) < self.most:
            self.rejected.append(why)

    def raised(self, findings: Iterable[Finding], incidents: Iterable[Incident]) -> None:
        """These were raised or changed; as they stand now they take the place of what was told before."""
        for finding in findings:
            self._findings.add(finding.pk)
            if finding.pk in self.findings or self.most is None or len(self.findings) < self.most:
                self.findings[finding.pk] = finding
        for incident in incidents:
            self._incidents.add(incident.pk)
            if incident.pk in self.incidents or self.most is None or len(self.incidents) < self.most:
                self.incidents[incident.pk] = incident

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
            "counts": self.counts,
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
