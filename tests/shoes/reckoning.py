"""Emitted against entered, injected against reported."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding
from pitboss.shoes.simulating.faults import EXPECTED, GAP, MISMATCH
from tests.shoes.pit import Played


@dataclass(slots=True)
class Reckoning:
    """``table`` has a row a kind of fault: injected, reported with its cause, and with which others."""

    emitted: int = 0
    entered: int = 0
    lost: int = 0
    doubled: int = 0
    misplaced: int = 0
    injected: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    others: dict[str, Counter[str]] = field(default_factory=dict)
    unasked: Counter[str] = field(default_factory=Counter)

    def told(self) -> str:
        lines = [
            f"cards emitted {self.emitted}, entries {self.entered}",
            f"lost {self.lost}, doubled {self.doubled}, out of order {self.misplaced}",
            "",
            f"{'injected':<18}{'n':>5}  {'expected':<34}{'right':>6}  otherwise",
        ]
        for kind, expected in EXPECTED.items():
            if self.injected[kind]:
                words = "nothing: put right on the way" if expected is None else " ".join(expected)
                others = ", ".join(f"{cause} {count}" for cause, count in self.others.get(kind, Counter()).items())
                lines.append(f"{kind:<18}{self.injected[kind]:>5}  {words:<34}{self.right[kind]:>6}  {others}")
        lines.append(f"reported and not injected: {dict(self.unasked) or 'nothing'}")
        return "\n".join(lines)


def reckon(tables: Sequence[Played]) -> Reckoning:
    """What the ledger has of these tables."""
    found = Reckoning()
    for one in tables:
        entries = list(Entry.objects.filter(session__table__name=one.name).order_by("session", "number"))
        _cards(one, entries, found)
        _faults(one, entries, found)
    return found


def number_of(body: dict[str, Any]) -> int:
    """The device's own number of a read."""
    said = body["read"].split("/")[3]
    return 0 if said == "-" else int(said)


def _cards(one: Played, entries: Sequence[Entry], found: Reckoning) -> None:
    seen = [json.loads(entry.body) for entry in entries if entry.kind == "seen"]
    ours = [(line.number, line.card) for line in one.lines]
    theirs = [(number_of(body), body["card"]) for body in seen]
    found.emitted += len(ours)
    found.entered += len(theirs)
    found.lost += sum((Counter(ours) - Counter(theirs)).values())
    found.doubled += sum((Counter(theirs) - Counter(ours)).values())
    found.misplaced += sum(here > there for (here, _), (there, _) in pairwise(theirs))


def _faults(one: Played, entries: Sequence[Entry], found: Reckoning) -> None:
    by_id = {str(entry.event_id): entry.seq for entry in entries}
    by_number: dict[int, list[int]] = {}
    for entry in entries:
        if entry.kind in ("seen", "feed"):
            by_number.setdefault(number_of(json.loads(entry.body)), []).append(entry.seq)
    findings = list(Finding.objects.filter(session__table__name=one.name, code__in=(MISMATCH, GAP)))
    taken: set[Any] = set()
    for fault in one.faults:
        seqs = {by_id[event] for event in fault.ids if event in by_id}
        seqs |= {seq for line in fault.lines for seq in by_number.get(line.number, [])}
        theirs = [finding for finding in findings if finding.pk not in taken and seqs & set(finding.data["events"])]
        taken |= {finding.pk for finding in theirs}
        expected = EXPECTED[fault.kind]
        found.injected[fault.kind] += 1
        right = (
            not theirs
            if expected is None
            else any(
                finding.code == expected[0] and expected[1] in finding.data["facts"].get("causes", ())
                for finding in theirs
            )
        )
        found.right[fault.kind] += right
        if not right:
            causes = [str(finding.data["facts"].get("cause")) for finding in theirs] or ["nothing"]
            found.others.setdefault(fault.kind, Counter()).update(causes)
    for finding in findings:
        if finding.pk not in taken:
            found.unasked[f"{finding.code} {finding.data['facts'].get('cause')}"] += 1
