from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.advance.session import decks_are_good
from rules.events import DecksChecked, Event, RoundOpened
from rules.irregularity import BREACH, CRITICAL, FOLLOWED, NO_RULE, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class DeckCheck(Irregularity):
    """The decks were not checked before the first round, or the check found them wrong.

    Six full decks, three of one back and three of another, and not in sequence unless their seals were shown.
    One finding: a round played over a failed check turns it contrary and raises no second one.
    """

    code = "deck-check"
    title = Text("Comprobación de barajas", "Deck check")
    message = Text("{what}", "{what}")
    law = Text(
        "Al abrir la mesa se comprueba que haya seis barajas completas, tres y tres de un color, sin secuencia.",
        "When a table opens, six complete decks are checked: three of one back, three of another, not in sequence.",
    )
    listens_to = (RoundOpened, DecksChecked)
    heeds = (DecksChecked,)
    cites = (sources.SCJ_CHECKS.clause(1), sources.SCJ_MATERIALS.clause(2))
    standing = BREACH
    decides = "pit_boss"
    severity = CRITICAL
    cctv = True
    footage = Footage(600, 300)
    deadline = "next_round"

    def check(self, table: Table, event: RoundOpened | DecksChecked) -> Iterable[Finding]:
        steps = [{"do": "stop"}, {"do": "check_decks"}]
        if isinstance(event, RoundOpened):
            if table.decks_checked or table.round is not None:
                return ()
            what = Text(
                "Se abrió el primer pase sin comprobar las barajas.",
                "The first round opened with no deck check.",
            )
            return [self.finding(table, event=event, steps=steps, what=what)]
        if not table.decks_are_good or decks_are_good(table, event):
            return ()
        what = Text(
            "La comprobación no encontró seis barajas completas, tres y tres, sin secuencia.",
            "The check did not find six full decks, three and three, out of sequence.",
        )
        return [self.finding(table, steps=steps, standing=NO_RULE, what=what)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, DecksChecked):
            if table.decks_are_good:
                return FOLLOWED
            finding.seen(table.seq)
        return None
