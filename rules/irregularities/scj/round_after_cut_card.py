from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Event, RoundOpened, ShoeEnded
from rules.irregularity import BREACH, FOLLOWED, MAJOR, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class RoundAfterCutCard(Irregularity):
    """The cut card had come out and another round was opened from the same shoe."""

    code = "round-after-cut-card"
    title = Text("Pase después de la carta de corte", "Round after the cut card")
    message = Text(
        "La carta de corte ya había salido y se abrió otro pase.",
        "The cut card was out already and another round was opened.",
    )
    law = Text(
        "Cuando sale la carta de corte, el pase en curso es el último del sabot.",
        "When the cut card comes out, the round in play is the shoe's last.",
    )
    listens_to = (RoundOpened,)
    heeds = (ShoeEnded,)
    cites = (sources.SCJ_MATERIALS.clause(5), sources.SCJ_IRREGULARITIES.clause(4))
    standing = BREACH
    decides = "dealer"
    severity = MAJOR
    cctv = True
    footage = Footage(120, 120)
    deadline = "next_round"

    def check(self, table: Table, event: RoundOpened) -> Iterable[Finding]:
        if not table.shoe.cut_out:
            return ()
        return [self.finding(table, event=event, steps=[{"do": "end_shoe"}])]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        return FOLLOWED if isinstance(event, ShoeEnded) else None
