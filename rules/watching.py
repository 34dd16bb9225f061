"""Findings that a later event can still change, each under the kinds of event that can change it.

A stream may keep thousands of findings open (a record full of gaps), and asking each of them about each event would
take the square of it. Nearly every rule waits for one kind or two, and says so: ``Irregularity.heeds``.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.events import KINDS, Event, RoundClosed, RoundOpened
from rules.irregularity import Finding, Irregularity

EVERY_KIND: frozenset[type[Event]] = frozenset(KINDS.values())
NO_KIND: frozenset[type[Event]] = frozenset()


class Watching(dict[int, Finding]):
    """The findings by their identity, in the order raised; ``by_kind`` the same, in the same order, kind by kind."""

    def __init__(self) -> None:
        super().__init__()
        self.by_kind: dict[type[Event], dict[int, Finding]] = {kind: {} for kind in EVERY_KIND}

    def add(self, finding: Finding) -> None:
        key = id(finding)
        self[key] = finding
        for kind in changing(finding):
            self.by_kind[kind][key] = finding

    def drop(self, finding: Finding) -> None:
        """Watch it no longer; one that was not watched stays so."""
        key = id(finding)
        if self.pop(key, None) is not None:
            for kind in changing(finding):
                self.by_kind[kind].pop(key, None)

    def asked(self, kind: type[Event]) -> Iterable[Finding]:
        """Whom an event of this kind is put to, in the order raised. A list of its own: answering drops findings."""
        return list(self.by_kind[kind].values())


def changing(finding: Finding) -> frozenset[type[Event]]:
    """Kinds that can change a finding: those its rule heeds, and those at which its time runs out."""
    rule = finding.rule
    kinds = heeded(rule)
    if finding.in_round and rule.deadline == "round":
        kinds |= {RoundClosed}
    if rule.deadline != "never" or rule.watches_on:
        kinds |= {RoundOpened}
    return kinds


def heeded(rule: Irregularity) -> frozenset[type[Event]]:
    """Kinds about which the rule's ``answer`` has anything to say."""
    if type(rule).answer is Irregularity.answer:
        return NO_KIND
    return EVERY_KIND if rule.heeds is None else frozenset(rule.heeds)
