from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Dealt, Event, RoundClosed, ShoeEmpty, Shuffled
from rules.irregularity import CONTRARY, FOLLOWED, MAJOR, PRESCRIBED, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class ShoeRunOut(Irregularity):
    """The shoe ran out in a round: the discards are shuffled and cut, and the round is finished.

    The sharpest difference to Chile, where every bet but the two-card 21s is void.
    """

    code = "cut-card-missed"
    title = Text("Sabot agotado en el pase", "Shoe run out in the round")
    message = Text("El sabot se agotó con el pase sin concluir.", "The shoe ran out before the round was over.")
    law = Text(
        "Si las cartas no alcanzan, se barajan y cortan los descartes y el pase se termina.",
        "When the cards don't suffice, the discards are shuffled and cut and the round is finished.",
    )
    listens_to = (ShoeEmpty,)
    heeds = (Shuffled, Dealt, RoundClosed)
    afterwards = True
    cites = (sources.SD_IRREGULARITIES.clause(8),)
    standing = PRESCRIBED
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(300, 120)

    def check(self, table: Table, event: ShoeEmpty) -> Iterable[Finding]:
        if table.shoe_empty_at != table.seq:
            return ()
        steps = [{"do": "shuffle_discards"}, {"do": "finish"}]
        return [self.finding(table, steps=steps, shuffled=False)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Shuffled):
            finding.facts["shuffled"] = True
        if isinstance(event, Dealt) and not finding.facts["shuffled"]:
            return CONTRARY
        if isinstance(event, RoundClosed):
            return FOLLOWED if finding.facts["shuffled"] and not table.needs_cards() else CONTRARY
        return None
