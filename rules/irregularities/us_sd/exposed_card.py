from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR, PRESCRIBED, Footage
from rules.kinds.exposed import BurnedWhenExposed
from rules.words import Text


class ExposedCardSD(BurnedWhenExposed):
    """A card found face up in the shoe is not used: the same as in Chile."""

    code = "exposed-card"
    title = Text("Carta descubierta en el sabot", "Card face up in the shoe")
    message = Text(
        "{card} salió descubierta del sabot; la esperaba {to}.",
        "{card} came out of the shoe face up; {to} was waiting for it.",
    )
    law = Text(
        "La carta que está boca arriba en el sabot no se usa: va al descartador.",
        "A card that lies face up in the shoe is not used: it goes to the discard rack.",
    )
    cites = (sources.SD_IRREGULARITIES.clause(1),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MINOR
    footage = Footage(30, 60)
