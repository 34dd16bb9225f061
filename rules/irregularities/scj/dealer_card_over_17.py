from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.burning import burns
from rules.events import DEALER, Burned, Dealt, Event, Paid, Returned, Taken
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MAJOR,
    PRESCRIBED,
    Finding,
    Footage,
    Irregularity,
    Outcome,
    Step,
)
from rules.placing import Place
from rules.table import Table
from rules.words import Text


class DealerCardOver17(Irregularity):
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
    listens_to = (Dealt,)
    at = (Place.OVER_17,)
    cites = (sources.SCJ_IRREGULARITIES.clause(8), sources.SCJ_CHECKS.clause(4), sources.SCJ_BANK.clause(2))
    standing = PRESCRIBED
    decides = "dealer"
    severity = MAJOR
    footage = Footage(60, 120)
    settles = "differing"

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        total = table.dealer.total
        steps: list[Step] = [{"do": "burn", "card": event.card}, {"do": "stand", "total": total}]
        return [self.finding(table, event=event, spot=DEALER, steps=steps, card=event.card, total=total)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Burned) and burns(event, finding.facts["card"]):
            return FOLLOWED
        return CONTRARY if isinstance(event, (Paid, Taken, Returned)) else None
