"""What an incident says about itself, worked out from its findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pitboss.incidents.footage import Look, Window, window
from pitboss.incidents.models import Status
from pitboss.replay.models import Finding, Outcome, Severity

SEVERITIES = {Severity.MINOR: 0, Severity.MAJOR: 1, Severity.CRITICAL: 2}
OUTCOMES = {
    Outcome.SUPERSEDED: 0,
    Outcome.NOTED: 1,
    Outcome.FOLLOWED: 2,
    Outcome.PENDING: 3,
    Outcome.CONTRARY: 4,
}
"""From the least to the most that asks for a person's eye; an incident shows the most."""

FACTS = ("status", "outcome", "severity", "cctv", "owed", "overpaid")
"""What a step tells the change of."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The fields of an incident that follow from its findings; names as in the model."""

    status: str
    code: str
    outcome: str
    severity: str
    cctv: bool
    opened_at: datetime
    last_event_at: datetime
    footage: Window | None
    owed: int
    overpaid: int
    dealer: str
    supervisor: str
    seat: str
    headline_es: str
    headline_en: str

    def facts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in FACTS}


def summarise(findings: Sequence[Finding], *, status: str) -> Summary:
    """``findings`` in the order they were raised, at least one; ``status`` as it stands now.

    A finding that another one replaced, or that a correction took away, no longer counts, but for
    its footage flag (contract 5.13). When none is left that counts, the case is withdrawn.
    """
    live = [finding for finding in findings if finding.outcome != Outcome.SUPERSEDED]
    counted = live or list(findings)
    lead = max(counted, key=lambda finding: SEVERITIES[Severity(finding.severity)])
    owed, overpaid = _money(live)
    shown = [finding for finding in findings if finding.cctv] or counted
    return Summary(
        status=_status(findings, live, status),
        code=lead.code,
        outcome=max((finding.outcome for finding in counted), key=lambda name: OUTCOMES[Outcome(name)]),
        severity=lead.severity,
        cctv=any(finding.cctv for finding in findings),
        opened_at=min(finding.at for finding in findings),
        last_event_at=max(finding.last_at for finding in findings),
        footage=window(_look(finding) for finding in shown),
        owed=owed,
        overpaid=overpaid,
        dealer=_first(lead.dealer, *(finding.dealer for finding in counted)),
        supervisor=_first(lead.supervisor, *(finding.supervisor for finding in counted)),
        seat=_first(_seat(lead), *(_seat(finding) for finding in counted)),
        headline_es=_headline(lead, "es"),
        headline_en=_headline(lead, "en"),
    )


def _first(*words: str) -> str:
    """The first that says something; the badge or seat of the leading finding, where it has one."""
    return next((word for word in words if word), "")


def _seat(finding: Finding) -> str:
    """``"3.2"`` is of seat ``"3"``; the dealer has none."""
    seat = (finding.spot or "").partition(".")[0]
    return "" if seat == "dealer" else seat


def _status(findings: Sequence[Finding], live: Sequence[Finding], status: str) -> str:
    """Only a correction withdraws a case, and only facts that come back restore it."""
    if not live and any("withdrawn_by" in finding.data for finding in findings):
        return Status.WITHDRAWN if status == Status.OPEN else status
    return Status.OPEN if status == Status.WITHDRAWN and live else status


def differences_of(findings: Iterable[Finding]) -> dict[tuple[Any, ...], int]:
    """What each bet (round, spot, on, owner) still differs by, as last told; findings that were replaced tell none."""
    differences: dict[tuple[Any, ...], int] = {}
    for finding in findings:
        if finding.outcome == Outcome.SUPERSEDED:
            continue
        for row in finding.data.get("money") or []:
            if row.get("difference") is not None:
                bet = (finding.round, row.get("spot"), row.get("on"), row.get("owner"))
                differences[bet] = row["difference"]
    return {bet: amount for bet, amount in differences.items() if amount}


def _money(findings: Iterable[Finding]) -> tuple[int, int]:
    """Owed to players, and paid too much. A bet named by two findings counts once, as last told."""
    differences = differences_of(findings)
    owed = sum(amount for amount in differences.values() if amount > 0)
    return owed, -sum(amount for amount in differences.values() if amount < 0)


def _look(finding: Finding) -> Look:
    before, after = finding.data.get("footage") or (0, 0)
    return Look(first=finding.at, last=finding.last_at, before=int(before), after=int(after))


def _headline(finding: Finding, language: str) -> str:
    text = finding.text(language)
    return str(text.get("message") or text.get("title") or finding.code)
