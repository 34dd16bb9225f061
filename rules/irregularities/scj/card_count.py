from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Burned, Dealt, DecksChecked, Event, Exposed, ShoeEnded, Stuck, TableClosed
from rules.irregularity import CRITICAL, FOLLOWED, NO_RULE, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class CardCount(Irregularity):
    """More copies of a card came out, or more cards, than the shoe's decks hold.

    A foreign or doubled card, or a wrong entry: either way the shoe is not what the record says. Past rounds
    are never re-settled by themselves.
    """

    code = "card-count"
    title = Text("Conteo de cartas", "Card count")
    message = Text(
        "Salió {card} y el sabot de {decks} barajas ya no podía tenerla.",
        "{card} came out and a shoe of {decks} decks could hold no more of it.",
    )
    law = Text(
        "El juego se hace con seis barajas completas de 52 cartas: no hay una séptima carta igual.",
        "The game is played with six complete decks of 52 cards: there is no seventh of the same card.",
    )
    listens_to = (Dealt, Burned, Exposed, Stuck)
    heeds = (Dealt, Exposed, Burned, DecksChecked, TableClosed, ShoeEnded)
    cites = (sources.SCJ_MATERIALS.clause(2), sources.SCJ_CHECKS.clause(1))
    standing = NO_RULE
    decides = "pit_boss"
    severity = CRITICAL
    cctv = True
    footage = Footage(900, 300)
    deadline = "next_round"

    def check(self, table: Table, event: Dealt | Burned | Exposed | Stuck) -> Iterable[Finding]:
        shoe = table.shoe
        if isinstance(event, Dealt):
            return () if event.card in shoe.limbo else self._beyond(table, event.card, 0)
        if isinstance(event, Burned):
            is_first = event.why == "first" and not shoe.first_burned
            return () if not is_first and table.burn_is_asked(event.card) else self._beyond(table, event.card, 0)
        if isinstance(event, Exposed):
            return self._beyond(table, event.card, 0)
        found: list[Finding] = []
        for at, stuck in enumerate(event.cards):
            found.extend(self._beyond(table, stuck, event.cards[:at].count(stuck)))
        return found

    def _beyond(self, table: Table, card: str | None, before: int) -> Iterable[Finding]:
        shoe = table.shoe
        copies = None if card is None else shoe.copies[card] - before
        too_many = copies == 0
        none_left = shoe.drawn == shoe.size and (copies is None or copies > 0)
        if not too_many and not none_left:
            return ()
        steps = [{"do": "stop"}, {"do": "verify_shoe"}]
        return [self.finding(table, steps=steps, card=card, decks=shoe.decks)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, (Dealt, Exposed, Burned)) and event.card == finding.facts["card"]:
            finding.seen(table.seq)
        return FOLLOWED if isinstance(event, (DecksChecked, TableClosed, ShoeEnded)) else None
