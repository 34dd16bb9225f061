from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import CardsCollected
from rules.irregularity import BREACH, MINOR, Finding, Footage, Irregularity
from rules.table import Table
from rules.words import Text


class ClearingOrder(Irregularity):
    """The cards were collected from left to right."""

    code = "clearing-order"
    title = Text("Orden al recoger", "Order of clearing")
    message = Text("Las cartas se recogieron de izquierda a derecha.", "The cards were collected from left to right.")
    law = Text("Las cartas se recogen de derecha a izquierda.", "Cards are collected from right to left.")
    listens_to = (CardsCollected,)
    cites = (sources.SCJ_CHECKS.clause(5),)
    standing = BREACH
    decides = "dealer"
    severity = MINOR
    footage = Footage(30, 30)

    def check(self, table: Table, event: CardsCollected) -> Iterable[Finding]:
        return () if event.order == "right_to_left" else [self.finding(table)]
