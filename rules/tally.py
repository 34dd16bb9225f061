"""What was found, in so few bytes that two engines can be compared after every event."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypedDict

from rules.irregularity import Finding


class Tally(TypedDict):
    """``count`` findings; ``digest`` is 16 hex digits over their keys and outcomes, whatever their order."""

    count: int
    digest: str


def tally(findings: Iterable[Finding]) -> Tally:
    """Two engines that tell the same tally have raised the same findings, with the same outcomes."""
    rows = sorted(row_of(finding) for finding in findings)
    return {"count": len(rows), "digest": sha256("\n".join(rows).encode()).hexdigest()[:16]}


def row_of(finding: Finding) -> str:
    """``12:deal-order:3 followed``: which finding it is, and what became of it."""
    return f"{finding.key} {finding.outcome}"
