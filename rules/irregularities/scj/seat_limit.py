from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import DEALER, MOST_SEATS, NOBODY, Bet, Dealt, seat_of
from rules.irregularity import BREACH, MAJOR, Finding, Footage, Irregularity
from rules.table import Table
from rules.words import Text


class SeatLimit(Irregularity):
    """A bet or a card at a spot above the seats of the table. One finding a spot."""

    code = "seat-limit"
    title = Text("Casilla que la mesa no tiene", "Spot the table does not have")
    message = Text(
        "Se jugó en {spot} y la mesa tiene {seats} puestos.",
        "{spot} was played and the table has {seats} seats.",
    )
    law = Text("La mesa tiene hasta siete jugadores sentados.", "The table has up to seven seated players.")
    listens_to = (Bet, Dealt)
    cites = (sources.SCJ_MATERIALS.clause(1),)
    standing = BREACH
    decides = "pit_boss"
    severity = MAJOR
    footage = Footage(60, 60)

    def check(self, table: Table, event: Bet | Dealt) -> Iterable[Finding]:
        if table.house.seats >= MOST_SEATS:
            return ()
        spot = event.spot if isinstance(event, Bet) else event.to
        if spot in (DEALER, NOBODY) or int(spot[0]) <= table.house.seats:
            return ()
        seat = seat_of(spot)
        if table.said(self.code, seat):
            return ()
        return [self.finding(table, spot=seat, seats=table.house.seats)]
