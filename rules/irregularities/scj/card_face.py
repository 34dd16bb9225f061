from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import NOBODY, Dealt
from rules.irregularity import BREACH, MINOR, Finding, Footage, Irregularity
from rules.placing import Place
from rules.table import Table
from rules.words import Text

FACES = {"up": Text("descubierta", "up"), "down": Text("boca abajo", "down")}


def goes_face_down(table: Table, event: Dealt) -> bool:
    """A card that this house deals face down: a double's own, or a split ace's."""
    hand = table.hands.get(event.to)
    if not table.house.face_down or hand is None:
        return False
    if table.place == Place.HIT and hand.doubled:
        return "double" in table.house.face_down
    return table.place == Place.SPLIT_SECOND and hand.split_aces and "split_ace" in table.house.face_down


class CardFace(Irregularity):
    """A card with another face than the profile deals it with: all up, or a double's and a split ace's down.

    Noted: no event shows a card being turned (contract, reading 27).
    """

    code = "card-face"
    title = Text("Carta del lado equivocado", "Card on the wrong face")
    message = Text("{card} fue {face} a {to}.", "{card} went face {face} to {to}.")
    law = Text("Todas las cartas se distribuyen descubiertas.", "Every card is dealt face up.")
    listens_to = (Dealt,)
    cites = (sources.SCJ_SEQUENCE.clause(2),)
    standing = BREACH
    decides = "dealer"
    severity = MINOR
    footage = Footage(30, 30)

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if (event.face == "down") == goes_face_down(table, event):
            return ()
        spot = None if event.to == NOBODY else event.to
        return [self.finding(table, spot=spot, card=event.card, to=event.to, face=FACES[event.face])]
