from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import sources
from rules.burning import burns
from rules.events import Burned, Dealt, Event, Exposed
from rules.irregularity import CONTRARY, FOLLOWED, MINOR, PRESCRIBED, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class ExposedCard(Irregularity):
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
    listens_to = (Exposed,)
    cites = (sources.SCJ_IRREGULARITIES.clause(1),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MINOR
    footage = Footage(30, 60)

    def check(self, table: Table, event: Exposed) -> Iterable[Finding]:
        to = table.next_recipient
        steps = [{"do": "burn", "card": event.card}, {"do": "continue"}]
        facts: dict[str, Any] = {"card": event.card, "to": to, "beside": list(table.shoe.limbo)}
        return [self.finding(table, event=event, steps=steps, **facts)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Burned):
            if burns(event, finding.facts["card"]):
                return FOLLOWED
            # Two cards face up one after the other are burned one after the other.
            return None if event.card in finding.facts["beside"] else CONTRARY
        if isinstance(event, Exposed):
            finding.facts["beside"].append(event.card)
        return CONTRARY if isinstance(event, Dealt) else None
