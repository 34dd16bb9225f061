from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Cut, Event, RoundOpened
from rules.house import House
from rules.irregularity import BREACH, FOLLOWED, MINOR, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class CutDepth(Irregularity):
    """Nobody cut before the shoe's first round, or the cut left fewer than 52 or more than 104 cards."""

    code = "cut-depth"
    title = Text("Profundidad del corte", "Depth of the cut")
    message = Text("{what}", "{what}")
    law = Text(
        "Tras el corte quedan entre 52 y 104 cartas detrás de la carta de corte.",
        "After the cut, 52 to 104 cards lie behind the cut card.",
    )
    listens_to = (RoundOpened, Cut)
    heeds = (Cut,)
    cites = (sources.SCJ_CHECKS.clause(2),)
    standing = BREACH
    decides = "dealer"
    severity = MINOR
    footage = Footage(120, 60)
    deadline = "next_round"

    def check(self, table: Table, event: RoundOpened | Cut) -> Iterable[Finding]:
        steps = [{"do": "cut"}]
        if isinstance(event, RoundOpened):
            if table.shoe.rounds or table.shoe.behind is not None:
                return ()
            what = Text("El sabot empezó sin cortar.", "The shoe started without a cut.")
            return [self.finding(table, event=event, steps=steps, what=what)]
        if _deep_enough(table.house, event.behind):
            return ()
        what = Text(f"El corte dejó {event.behind} cartas detrás.", f"The cut left {event.behind} cards behind.")
        return [self.finding(table, steps=steps, what=what, behind=event.behind)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        return FOLLOWED if isinstance(event, Cut) and _deep_enough(table.house, event.behind) else None


def _deep_enough(house: House, behind: int) -> bool:
    return house.cut_least <= behind <= house.cut_most
