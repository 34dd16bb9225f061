from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Burned
from rules.irregularity import BREACH, MAJOR, Finding, Footage
from rules.kinds.ruling import PitBossRules
from rules.table import Table
from rules.words import Text


class UnexplainedBurn(PitBossRules):
    """A card was burned that no rule asked for.

    Asked for are the shoe's first card and whatever waits to be burned: exposed, stuck, surplus, refused.
    """

    code = "unexplained-burn"
    title = Text("Carta quemada sin motivo", "Unexplained burned card")
    message = Text("Se quemó {card} y ninguna regla lo pedía.", "{card} was burned and no rule asked for it.")
    law = Text(
        "Solo se queman la primera carta del sabot y las que un procedimiento manda quemar.",
        "Only the shoe's first card and those a procedure names are burned.",
    )
    listens_to = (Burned,)
    cites = (sources.SCJ_IRREGULARITIES.clause(1), sources.SCJ_CHECKS.clause(2))
    standing = BREACH
    severity = MAJOR
    cctv = True
    footage = Footage(60, 60)

    def check(self, table: Table, event: Burned) -> Iterable[Finding]:
        if (event.why == "first" and not table.shoe.first_burned) or table.burn_is_asked(event.card):
            return ()
        return [self.finding(table, steps=[{"do": "explain"}], card=event.card, why=event.why)]
