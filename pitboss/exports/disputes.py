"""Audits and violations as iTrak takes them in: one line a violation, what the audit says repeated on each.

Its columns are that program's, in English whatever the bundle's language; what people said stays in theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pitboss.exports.cells import Cell, Column, Row
from pitboss.exports.shapes import Finding, Incident, Person
from pitboss.exports.sheets import Zones, called, headline, last, local, summed
from pitboss.incidents.models import Verb
from pitboss.incidents.picks import Seen
from pitboss.replay.models import Outcome

COLUMNS: Final = [
    Column("Property"),
    Column("Area Audited"),
    Column("Section"),
    Column("Requested By"),
    Column("Subject"),
    Column("Audit Start", "moment"),
    Column("Audit End", "moment"),
    Column("Review Method"),
    Column("VCR Console #"),
    Column("Remarks"),
    Column("Violations", "number"),
    Column("Second Auditor"),
    Column("Time", "moment"),
    Column("Type of Error"),
    Column("Violation"),
    Column("Dealer"),
    Column("Supervisor"),
    Column("Remarks"),
    Column("Savings and Losses", "money"),
]
NO_ERROR, PATRON, DEALER = "no error", "patron", "dealer"
OF_A_PATRON: Final = "conduct-"
"""How the codes begin of what a player does."""


def dispute_rows(
    incidents: Sequence[Incident], clocks: Zones, pits: Mapping[int, str], raised: Mapping[tuple[int, int], str],
    language: str,
) -> Iterator[Row]:  # fmt: skip
    """``pits``: the pit's name by session; ``raised``: when, by session and number of the entry."""
    for one in incidents:
        clock = clocks[one.casino]
        kept, viewed, reviewed = (
            last(one, verb) for verb in (Verb.FOOTAGE_PRESERVED, Verb.FOOTAGE_FOUND, Verb.REVIEWED)
        )
        start, end = (kept.after["from"], kept.after["to"]) if kept else (one.footage.start, one.footage.end)
        audit: list[Cell] = [
            one.casino,
            one.table,
            pits[one.session],
            called(_requested_by(one)),
            f"{one.folio} {one.code}",
            local(start, clock),
            local(end, clock),
            "Recorded video" if viewed and viewed.after.get("seen") != Seen.NO_FOOTAGE else "Table record",
            f"{kept.after['camera']} {kept.after['reference']}" if kept else "",
            headline(one, language),
            len(one.findings),
            called(reviewed.by) if reviewed else "",
        ]
        contradicted = viewed is not None and viewed.after.get("seen") == Seen.CONTRADICTS
        for finding in one.findings:
            text = getattr(finding.text, language)
            yield [
                *audit,
                local(raised[one.session, finding.entry], clock),
                type_of_error(finding, contradicted=contradicted),
                text.title,
                called(finding.dealer),
                called(finding.supervisor),
                text.message,
                # What the house kept too much counts as saved, what it paid too much as lost
                summed(finding, "difference"),
            ]


def type_of_error(finding: Finding, *, contradicted: bool = False) -> str:
    """``contradicted``: the video showed something else."""
    if contradicted or finding.withdrawn_by is not None or finding.outcome == Outcome.SUPERSEDED:
        return NO_ERROR
    if finding.code.startswith(OF_A_PATRON):
        return PATRON
    return NO_ERROR if finding.outcome == Outcome.NOTED else DEALER


def _requested_by(one: Incident) -> Person | None:
    """Who asked for the video first; else who first did anything about the case."""
    asked = next((step.by for step in one.steps if step.verb == Verb.FOOTAGE_ASKED and step.by), None)
    return asked or next((step.by for step in one.steps if step.by), None)
