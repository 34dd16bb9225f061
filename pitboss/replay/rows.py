"""Writing what the engine saw: findings and rounds as rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.casino.models import TableSession
from pitboss.replay.models import BADGE, Finding, Outcome, Round
from pitboss.replay.rounds import seats_of
from pitboss.replay.run import Sighting, Span
from rules import EDITION
from rules.irregularity import Finding as Seen

LANGUAGES = ("es", "en")
_MUTABLE = [
    "answered",
    "key",
    "round",
    "spot",
    "severity",
    "standing",
    "decides",
    "outcome",
    "cctv",
    "last_at",
    "data",
    "dealer",
    "supervisor",
    "favours",
    "ruling",
]
_OF_A_ROUND = [
    "number",
    "last_entry",
    "opened_at",
    "closed_at",
    "shoe",
    "dealer",
    "supervisor",
    "hands",
    "seats",
]


def row(session: TableSession, sighting: Sighting) -> Finding:
    """The row of a finding, not saved."""
    seen = sighting.seen
    return Finding(
        id=sighting.id,
        casino_id=session.table.casino_id,
        session=session,
        entry=sighting.entry,
        answered=sighting.answered,
        key=seen.key,
        edition=EDITION,
        code=seen.code,
        round=seen.round,
        spot=seen.spot,
        severity=seen.severity,
        standing=seen.standing,
        decides=seen.decides,
        outcome=seen.outcome,
        cctv=seen.cctv,
        at=sighting.entry.at,
        last_at=sighting.last_at,
        data=data_of(seen, sighting.facts),
        dealer=sighting.dealer[:BADGE],
        supervisor=sighting.supervisor[:BADGE],
        favours=_favours(seen),
        ruling=sighting.ruling,
    )


def data_of(seen: Seen, facts: dict[str, Any]) -> dict[str, Any]:
    """The contract's object, and beside it what pages need to show it as it was said at the time."""
    return {
        **{name: value for name, value in seen.as_dict().items() if name != "words"},
        "facts": facts,
        "footage": list(seen.footage),
        "text": {
            language: {
                "title": seen.title(language),
                "message": seen.message(language),
                "steps": seen.steps(language),
                "say": seen.say(language),
                "law": seen.rule.law.of(language),
            }
            for language in LANGUAGES
        },
    }


def _favours(seen: Seen) -> list[str]:
    """Seats that got more than was due to them; a hand split off a seat is that seat's."""
    overpaid = {str(row["spot"]).partition(".")[0] for row in seen.money or () if (row.get("difference") or 0) < 0}
    return sorted(overpaid)


def write_findings(findings: Sequence[Finding]) -> None:
    """Insert them, or bring the rows of the same id up to date: one statement."""
    if findings:
        Finding.objects.bulk_create(
            findings, update_conflicts=True, unique_fields=["id"], update_fields=_MUTABLE, batch_size=500
        )


def differs(one: Finding, stored: Finding) -> bool:
    """Would writing this one change what is stored?"""
    return any(
        getattr(one, name) != getattr(stored, name)
        for name in [*(name for name in _MUTABLE if name != "answered"), "answered_id"]
    )


def withdraw(finding: Finding, by_seq: int | None) -> Finding:
    """A correction took it away: it stays, superseded, with the correction's ``seq`` beside it."""
    finding.outcome = Outcome.SUPERSEDED
    finding.data = {**finding.data, "outcome": str(Outcome.SUPERSEDED), "withdrawn_by": by_seq}
    return finding


def write_rounds(session: TableSession, spans: Iterable[Span]) -> None:
    """Insert or move on these rounds: one statement."""
    rows = [
        Round(
            session=session,
            number=span.number,
            first_entry=span.first,
            last_entry=span.last,
            opened_at=span.first.at,
            closed_at=span.closed_at,
            shoe=span.shoe,
            dealer=span.dealer[:BADGE],
            supervisor=span.supervisor[:BADGE],
            hands=span.hands,
            seats=seats_of(span.hands),
        )
        for span in spans
    ]
    if rows:
        Round.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["session", "first_entry"],
            update_fields=_OF_A_ROUND,
            batch_size=500,
        )
