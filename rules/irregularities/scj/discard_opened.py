from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import DiscardOpened
from rules.irregularity import BREACH, MAJOR, Finding, Footage, Irregularity
from rules.table import Table
from rules.words import Text


class DiscardWasOpened(Irregularity):
    """Cards were taken out of the discard rack with no dispute and no open finding in the round."""

    code = "discard-opened"
    title = Text("Descartador abierto", "Discard rack opened")
    message = Text("Se abrió el descartador sin discrepancia.", "The discard rack was opened with no dispute.")
    law = Text(
        "Del descartador no se sacan cartas, salvo una discrepancia.",
        "No cards are taken out of the discard rack, except over a dispute.",
    )
    listens_to = (DiscardOpened,)
    cites = (sources.SCJ_CHECKS.clause(5),)
    standing = BREACH
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(120, 120)

    def check(self, table: Table, event: DiscardOpened) -> Iterable[Finding]:
        if table.disputed or table.finding_is_open:
            return ()
        return [self.finding(table)]
