"""Irregularities that the text leaves to the pit boss: followed when he rules."""

from __future__ import annotations

from typing import ClassVar

from rules.events import Event, Ruled
from rules.irregularity import FOLLOWED, NO_RULE, Finding, Irregularity, Outcome, Standing
from rules.table import Table

RULE_STEP = {"do": "rule"}


class PitBossRules(Irregularity):
    """No remedy is written; the pit boss decides, and his ruling is the step (seed 000, *Resolución Final*)."""

    heeds = (Ruled,)
    standing: ClassVar[Standing] = NO_RULE
    decides = "pit_boss"

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        return FOLLOWED if isinstance(event, Ruled) and rules_on(event, finding) else None


def rules_on(event: Ruled, finding: Finding) -> bool:
    """A pit boss's ruling that names this finding, or names none."""
    return event.by_role == "pit_boss" and event.code in (None, finding.code) and event.spot in (None, finding.spot)
