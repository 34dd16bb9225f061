from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import NOBODY, Dealt
from rules.irregularity import BREACH, MINOR, Finding, Footage, Irregularity
from rules.table import Table
from rules.words import Text


class CardFace(Irregularity):
    """A card dealt face down where the profile deals every card face up.

    Noted: no event shows a card being turned (contract, reading 27).
    """

    code = "card-face"
    title = Text("Carta boca abajo", "Card face down")
    message = Text("{card} fue boca abajo a {to}.", "{card} went face down to {to}.")
    law = Text("Todas las cartas se distribuyen descubiertas.", "Every card is dealt face up.")
    listens_to = (Dealt,)
    cites = (sources.SCJ_SEQUENCE.clause(2),)
    standing = BREACH
    decides = "dealer"
    severity = MINOR
    footage = Footage(30, 30)

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if event.face == "up":
            return ()
        spot = None if event.to == NOBODY else event.to
        return [self.finding(table, event=event, spot=spot, card=event.card, to=event.to)]
