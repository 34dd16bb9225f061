"""What became of a file of events, as the upload page tells it: at once, or from a job's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import get_language

from pitboss.incidents.models import Incident
from pitboss.ingest.receipt import Receipt

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """Counts are whole, lists are cut. An incident is folio, words, severity, address."""

    name: str
    accepted: int
    duplicates: int
    rejected: list[Mapping[str, Any]]
    rejected_count: int
    findings_count: int
    incidents: list[tuple[str, str, str, str]]
    incidents_count: int

    @property
    def nothing_taken(self) -> bool:
        return bool(self.rejected_count) and not self.accepted and not self.duplicates


def outcome_of(receipt: Receipt, name: str) -> Outcome:
    """Of a file that was taken in while its sender waited."""
    rejected = sorted(receipt.rejected, key=lambda why: why.line)
    return Outcome(
        name=name,
        accepted=receipt.accepted,
        duplicates=receipt.duplicates,
        rejected=[why.as_dict() for why in rejected[:MOST]],
        rejected_count=len(rejected),
        findings_count=len(receipt.findings),
        incidents=_incidents(list(receipt.incidents)[:MOST]),
        incidents_count=len(receipt.incidents),
    )


def outcome_of_result(result: Mapping[str, Any], name: str) -> Outcome:
    """Of a job that is done."""
    rejected, incidents = result.get("rejected") or [], result.get("incidents") or []
    counts = result.get("counts") or {}
    return Outcome(
        name=name,
        accepted=int(result.get("accepted") or 0),
        duplicates=int(result.get("duplicates") or 0),
        rejected=rejected[:MOST],
        rejected_count=int(counts.get("rejected", len(rejected))),
        findings_count=int(counts.get("findings", len(result.get("findings") or []))),
        incidents=_incidents([one["id"] for one in incidents[:MOST]]),
        incidents_count=int(counts.get("incidents", len(incidents))),
    )


def _incidents(ids: Sequence[int]) -> list[tuple[str, str, str, str]]:
    language = get_language() or "es"
    found = Incident.objects.filter(pk__in=ids).select_related("casino").order_by("-opened_at", "-pk")
    return [
        (
            one.folio,
            one.headline(language),
            one.severity,
            reverse("audit:incident", args=[one.casino.code, one.folio]),
        )
        for one in found
    ]
