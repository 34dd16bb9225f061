from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Acted, Dealt
from rules.irregularity import MINOR, Finding, Footage
from rules.kinds.ruling import RULE_STEP, PitBossRules
from rules.placing import Place
from rules.table import DEALING, Table
from rules.words import Text


class OutOfTurn(PitBossRules):
    """A card or an action for a hand already passed over, or before the initial deal is complete.

    Insurance, even money and surrender have windows of their own and are never out of turn. An action that was
    flagged brings its card along: one departure, one finding.
    """

    code = "out-of-turn"
    title = Text("Fuera de turno", "Out of turn")
    message = Text("{what} en {spot} fuera de su turno.", "{what} at {spot} out of turn.")
    law = Text(
        "Los jugadores deciden por orden, después de la distribución inicial.",
        "Players decide in order, once the initial deal is complete.",
    )
    listens_to = (Dealt, Acted)
    at = (Place.OUT_OF_TURN,)
    actions = ("hit", "stand", "double", "split")
    cites = (sources.SCJ_SEQUENCE.clause(3), sources.SCJ_FINAL.clause(1))
    severity = MINOR
    footage = Footage(60, 60)

    def check(self, table: Table, event: Dealt | Acted) -> Iterable[Finding]:
        if isinstance(event, Dealt):
            hand = table.hands[event.to]
            brought_along = hand.asked and table.said(self.code, event.to)
            return () if brought_along else self._found(table, event.to, Text("Carta", "A card"))
        acting = table.in_play(event.spot)
        if acting is None:
            return ()
        early = table.phase == DEALING and not table.disordered
        if not early and not (table.round_open and table.passed_over(acting)):
            return ()
        return self._found(table, event.spot, Text("Decisión", "An action"))

    def _found(self, table: Table, spot: str, what: Text) -> Iterable[Finding]:
        return [self.finding(table, spot=spot, steps=[RULE_STEP], what=what)]
