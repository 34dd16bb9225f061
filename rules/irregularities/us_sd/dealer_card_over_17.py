from __future__ import annotations

from rules import sources
from rules.irregularity import MAJOR, PRESCRIBED, Footage
from rules.kinds.over_17 import DealerOver17
from rules.words import Text


class DealerCardOver17SD(DealerOver17):
    """A dealer with 17 to 21 who draws by accident burns the card: the same as in Chile."""

    code = "dealer-card-over-17"
    title = Text("Carta extra para el croupier con 17 o más", "Extra card for a dealer with 17 or more")
    message = Text("El croupier tenía {total} y sacó {card}.", "The dealer held {total} and drew {card}.")
    law = Text(
        "La carta que saca por error un croupier con 17 a 21 se quema.",
        "A card drawn by accident by a dealer holding 17 to 21 is burned.",
    )
    cites = (sources.SD_IRREGULARITIES.clause(5),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MAJOR
    footage = Footage(60, 120)
