from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Burned, Dealt, Event
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MINOR,
    PRESCRIBED,
    TO_CONFIRM,
    Finding,
    Footage,
    Irregularity,
    Outcome,
)  # fmt: skip
from rules.kinds.burning import burns
from rules.placing import Place
from rules.table import Table
from rules.words import Text


class CardDrawnInError(Irregularity):
    """A card drawn when nobody was to get one.

    Its face not shown, it is used as the next card in order, where Chile burns it. Shown, there is nobody in turn
    left to take it, so it goes out of play by analogy with a card found face up.
    """

    code = "extra-cards-at-end"
    title = Text("Carta sacada por error", "Card drawn in error")
    message = Text("Salió {card} cuando nadie debía recibirla.", "{card} was drawn when nobody was to get it.")
    law = Text(
        "La carta sacada por error cuya cara no se mostró se usa como la siguiente en orden.",
        "A card drawn in error without its face being shown is used as the next card in order.",
    )
    listens_to = (Dealt,)
    heeds = (Dealt, Burned)
    at = (Place.EXTRA, Place.NOWHERE)
    cites = (sources.SD_IRREGULARITIES.clause(2),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MINOR
    footage = Footage(60, 60)
    deadline = "never"

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if event.face == "down":
            steps = [{"do": "use_next", "card": event.card}]
            return [self.finding(table, steps=steps, card=event.card, used=True)]
        steps = [{"do": "burn", "card": event.card}]
        return [self.finding(table, steps=steps, standing=TO_CONFIRM, card=event.card, used=False)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        card, used = finding.facts["card"], finding.facts["used"]
        if isinstance(event, Dealt) and event.to != "none":
            return FOLLOWED if used and event.card == card else CONTRARY
        if isinstance(event, Burned) and burns(event, card):
            return CONTRARY if used else FOLLOWED
        return None
