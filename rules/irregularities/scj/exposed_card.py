from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR, PRESCRIBED, Footage
from rules.kinds.exposed import BurnedWhenExposed
from rules.words import Text


class ExposedCard(BurnedWhenExposed):
    """A card came out of the shoe already face up.

    Nobody is to blame for the card, only for what is done with it: playing it is the departure. Other
    jurisdictions pass it to the next hand; Chile burns it.
    """

    code = "exposed-card"
    title = Text("Carta descubierta en el sabot", "Card face up in the shoe")
    message = Text(
        "{card} salió descubierta del sabot; la esperaba {to}.",
        "{card} came out of the shoe face up; {to} was waiting for it.",
    )
    law = Text(
        "La carta que sale descubierta del sabot se quema y el pase sigue con la siguiente.",
        "A card that comes out of the shoe face up is burned and the round goes on with the next one.",
    )
    announce = Text("Carta descubierta: se quema y seguimos.", "Card exposed: it is burned and we go on.")
    cites = (sources.SCJ_IRREGULARITIES.clause(1),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MINOR
    footage = Footage(30, 60)
