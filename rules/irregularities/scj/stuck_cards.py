from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import sources
from rules.events import Burned, Dealt, Event, Stuck, seat_of
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MINOR,
    NO_RULE,
    PRESCRIBED,
    TO_CONFIRM,
    Finding,
    Footage,
    Irregularity,
    Outcome,
    Step,
)  # fmt: skip
from rules.table import Table
from rules.words import Text


class StuckCards(Irregularity):
    """Two or more cards came out together.

    The player they were for chooses exactly one to burn; the rest go on in dealing order. For the dealer no
    player has the choice and the text is silent, so the pit boss rules.
    """

    code = "stuck-cards"
    title = Text("Cartas pegadas", "Stuck cards")
    message = Text("Salieron pegadas {cards}; iban a {to}.", "{cards} came out stuck together; they were for {to}.")
    law = Text(
        "El jugador elige, entre las cartas pegadas, cuál se quema; las demás se reparten.",
        "The player chooses which of the stuck cards is burned; the rest are dealt.",
    )
    announce = Text("Cartas pegadas: usted elige cuál se quema.", "Stuck cards: you choose which one is burned.")
    listens_to = (Stuck,)
    heeds = (Burned, Dealt)
    cites = (sources.SCJ_IRREGULARITIES.clause(3),)
    standing = PRESCRIBED
    decides = "player"
    severity = MINOR
    footage = Footage(30, 90)
    watches_on = True

    def check(self, table: Table, event: Stuck) -> Iterable[Finding]:
        cards = list(event.cards)
        facts: dict[str, Any] = {"cards": cards, "left": list(cards), "to": event.to, "burned": 0}
        if event.to in ("dealer", "none"):
            steps: list[Step] = [{"do": "choose_pit_boss", "cards": cards}]
            spot = "dealer" if event.to == "dealer" else None
            return [self.finding(table, spot=spot, steps=steps, standing=NO_RULE, decides="pit_boss", **facts)]
        steps = [{"do": "choose", "spot": event.to, "cards": cards}]
        hand = table.hands.get(event.to)
        plain = len(cards) == 2 and not (hand and (hand.doubled or hand.split_aces))
        standing = PRESCRIBED if plain else TO_CONFIRM
        return [self.finding(table, spot=event.to, steps=steps, standing=standing, **facts)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        facts = finding.facts
        left: list[str] = facts["left"]
        if finding.outcome == CONTRARY or not left:
            return None
        if isinstance(event, Burned):
            if event.card is None and event.why == "stuck":
                left.pop()
            elif event.card in left:
                left.remove(event.card)
            else:
                return None
            facts["burned"] += 1
            return FOLLOWED if facts["burned"] == 1 and self._chosen(finding, event) else CONTRARY
        if isinstance(event, Dealt):
            if event.card not in left:
                return CONTRARY
            left.remove(event.card)
            return CONTRARY if not left and not facts["burned"] else None
        return None

    def _chosen(self, finding: Finding, event: Burned) -> bool:
        if finding.decides == "pit_boss":
            return event.chosen_by == "pit_boss"
        return event.chosen_by is not None and seat_of(event.chosen_by) == seat_of(finding.spot or "")
