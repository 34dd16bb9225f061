from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Event, RoundOpened, Shuffled
from rules.irregularity import BREACH, FOLLOWED, MAJOR, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class Shuffle(Irregularity):
    """The shoe's first round opened over cards that were not shuffled enough.

    At least one chemin and one normal of two or three passes since the check or the last shoe; a machine counts
    for both, and sealed decks are exempt for their first shoe only.
    """

    code = "shuffle"
    title = Text("Barajado insuficiente", "Not shuffled enough")
    message = Text(
        "El sabot empezó sin un barajado chemin y uno normal doble o triple.",
        "The shoe started without one chemin and one double or triple normal shuffle.",
    )
    law = Text(
        "Las cartas sin sellos llevan al menos un barajado chemin y uno normal doble o triple.",
        "Decks without seals get at least one chemin and one double or triple normal shuffle.",
    )
    listens_to = (RoundOpened,)
    heeds = (Shuffled,)
    cites = (sources.SCJ_CHECKS.clause(1),)
    standing = BREACH
    decides = "dealer"
    severity = MAJOR
    footage = Footage(600, 60)
    deadline = "next_round"

    def check(self, table: Table, event: RoundOpened) -> Iterable[Finding]:
        if table.shoe.rounds or table.sealed or (table.chemin and table.normal):
            return ()
        return [self.finding(table, event=event, steps=[{"do": "shuffle"}])]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        return FOLLOWED if isinstance(event, Shuffled) and table.chemin and table.normal else None
