"""A finding as the band at the table shows it."""

from __future__ import annotations

from typing import Any

from rules.irregularity import Finding
from rules.replay import Replay
from rules.sources import cited
from rules.tablet.answers import answers, asks_player
from rules.tablet.sayings import imperative, say, then
from rules.told import OUTCOME, REASONS, SEVERITY, STANDING
from rules.words import Text, role_name

RECENT = 20
"""Findings shown beyond the open ones and those of the round."""
MAY = Text(
    "El jefe de mesa puede pedir la revisión de CCTV ({reasons}): desde {before} s antes hasta {after} s después.",
    "The pit boss may ask for a CCTV review ({reasons}): from {before} s before to {after} s after.",
)
SILENT = Text("Texto en silencio: decide el jefe de mesa", "The text is silent: the pit boss decides")


def findings(run: Replay, lang: str) -> list[dict[str, Any]]:
    """Open ones first, then those of the round, then the latest others; each group in the order raised."""
    listed = list(run.open_findings)
    seen = {id(finding) for finding in listed}
    for finding in (*run.of_round, *run.findings[-RECENT:]):
        if id(finding) not in seen:
            seen.add(id(finding))
            listed.append(finding)
    return [told(run, finding, lang) for finding in listed]


def told(run: Replay, finding: Finding, lang: str) -> dict[str, Any]:
    """One finding with its words in the person's language, and the answers that one tap writes."""
    rule = finding.rule
    before, after = finding.footage
    asks = asks_player(run.table, finding)
    return {
        "key": finding.key,
        "code": finding.code,
        "round": finding.round,
        "spot": finding.spot,
        "events": list(finding.events),
        "severity": finding.severity,
        "standing": finding.standing,
        "decides": finding.decides,
        "outcome": finding.outcome,
        "cctv": finding.cctv,
        "cctv_reasons": list(finding.cctv_reasons),
        "money": finding.money,
        "title": finding.title(lang),
        "message": finding.message(lang),
        "imperative": imperative(finding, lang, asks=asks),
        "then": then(finding, lang, asks=asks),
        "steps": finding.steps(lang),
        "say": say(finding, lang, asks=asks),
        "law": rule.law.of(lang),
        "cite": cited(rule.cites, lang),
        "cites": finding.cites,
        "footage": {"before": before, "after": after},
        "words": _words(finding, lang),
        "answers": answers(run, finding, lang),
        "declared": rule.declared,
    }


def _words(finding: Finding, lang: str) -> dict[str, str | None]:
    advice = None
    if finding.cctv:
        reasons = ", ".join(REASONS[reason].of(lang) for reason in finding.cctv_reasons)
        before, after = finding.footage
        advice = MAY.of(lang).format(reasons=reasons, before=before, after=after)
    silent = finding.standing == "no_rule"
    return {
        "severity": SEVERITY[finding.severity].of(lang),
        "standing": (SILENT if silent else STANDING[finding.standing]).of(lang),
        "outcome": OUTCOME[finding.outcome].of(lang),
        "decides": role_name(finding.decides, lang),
        "cctv": advice,
    }
