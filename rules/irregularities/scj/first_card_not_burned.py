from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Burned, Dealt, Event
from rules.irregularity import BREACH, FOLLOWED, MAJOR, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class FirstCardNotBurned(Irregularity):
    """The shoe's first card was dealt, not burned. What was dealt is not rewound."""

    code = "first-card-not-burned"
    title = Text("Primera carta sin quemar", "First card not burned")
    message = Text(
        "Se repartió {card} sin haber quemado la primera carta del sabot.",
        "{card} was dealt before the shoe's first card was burned.",
    )
    law = Text(
        "La primera carta del mazo se quema siempre antes de iniciar.",
        "The first card of the shoe is always burned before play starts.",
    )
    listens_to = (Dealt,)
    heeds = (Burned,)
    cites = (sources.SCJ_CHECKS.clause(2),)
    standing = BREACH
    decides = "dealer"
    severity = MAJOR
    cctv = True
    footage = Footage(120, 60)
    deadline = "next_round"

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if table.shoe.dealt or table.shoe.first_burned:
            return ()
        return [self.finding(table, steps=[{"do": "burn_first"}], card=event.card)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        return FOLLOWED if isinstance(event, Burned) and event.why == "first" else None
