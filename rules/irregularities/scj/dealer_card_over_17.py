from __future__ import annotations

from rules import sources
from rules.irregularity import (
    MAJOR,
    PRESCRIBED,
    Footage,
)
from rules.kinds.over_17 import DealerOver17
from rules.words import Text


class DealerCardOver17(DealerOver17):
    """The dealer drew while holding 17 or more, soft 17 and a bust hand included.

    The card is burned and the total from before it settles, whatever becomes of the card.
    """

    code = "dealer-card-over-17"
    title = Text("Carta extra para el croupier con 17 o más", "Extra card for a dealer with 17 or more")
    message = Text("El croupier tenía {total} y sacó {card}.", "The dealer held {total} and drew {card}.")
    law = Text(
        "La carta repartida por error a un croupier con 17 o más se quema; su total queda como estaba.",
        "A card dealt by mistake to a dealer holding 17 or more is burned; the total stands as before.",
    )
    announce = Text(
        "Se quema {card}; el croupier queda con {total}.", "{card} is burned; the dealer stays with {total}."
    )
    cites = (sources.SCJ_IRREGULARITIES.clause(8), sources.SCJ_CHECKS.clause(4), sources.SCJ_BANK.clause(2))
    standing = PRESCRIBED
    decides = "dealer"
    severity = MAJOR
    footage = Footage(60, 120)
