from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import NOBODY, Dropped, Event, PickedUp
from rules.irregularity import CONTRARY, FOLLOWED, MINOR, PRESCRIBED, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class CardOnFloor(Irregularity):
    """A card fell to the floor.

    Only the pit boss picks it up and shows it to everybody; it stays in play for whom it was meant.
    """

    code = "card-on-floor"
    title = Text("Carta al suelo", "Card on the floor")
    message = Text("{card} cayó al suelo.", "{card} fell to the floor.")
    law = Text(
        "Solo el jefe de mesa recoge una carta caída, la muestra a todos y la carta sigue en el juego.",
        "Only the pit boss picks up a fallen card, shows it to everybody, and it stays in play.",
    )
    announce = Text(
        "La carta que cayó es {card} y sigue en el juego.", "The card that fell is {card}; it stays in play."
    )
    listens_to = (Dropped,)
    heeds = (PickedUp,)
    cites = (sources.SCJ_IRREGULARITIES.clause(7),)
    standing = PRESCRIBED
    decides = "pit_boss"
    severity = MINOR
    cctv = True
    footage = Footage(30, 120)

    def check(self, table: Table, event: Dropped) -> Iterable[Finding]:
        spot = None if event.from_ == NOBODY else event.from_
        steps = [{"do": "pick_up", "card": event.card, "by": "pit_boss"}, {"do": "show", "card": event.card}]
        return [self.finding(table, spot=spot, steps=steps, card=event.card)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, PickedUp) and event.card == finding.facts["card"]:
            return FOLLOWED if event.by_role == "pit_boss" and event.shown else CONTRARY
        return None
