from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.burning import burns
from rules.events import Burned, Dealt, Event
from rules.irregularity import FOLLOWED, MINOR, PRESCRIBED, Finding, Footage, Irregularity, Outcome
from rules.placing import Place
from rules.table import Table
from rules.words import Text


class ExtraCardsAtEnd(Irregularity):
    """The round was over and the dealer drew on.

    Over means settled, or with no hand and no insurance left for which the dealer's cards could matter. Cards
    drawn in a row are one finding; all of them are burned. Closing the round over them is contrary; until the next
    one opens they can still be burned.
    """

    code = "extra-cards-at-end"
    title = Text("Cartas de más al terminar el pase", "Extra cards at the end of the round")
    message = Text(
        "Con el pase concluido salieron cartas de más: {cards}.",
        "The round was over and extra cards were drawn: {cards}.",
    )
    law = Text(
        "Las cartas que el croupier saca cuando el pase ya concluyó se queman, todas.",
        "Cards that the dealer draws once the round is over are burned, all of them.",
    )
    listens_to = (Dealt,)
    at = (Place.EXTRA,)
    cites = (sources.SCJ_IRREGULARITIES.clause(2),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MINOR
    footage = Footage(60, 60)
    watches_on = True

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if table.extra_row:
            return ()
        steps = [{"do": "burn", "card": event.card}]
        return [self.finding(table, event=event, steps=steps, cards=[event.card], left=[event.card])]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        left: list[str] = finding.facts["left"]
        if not left:
            return None
        if isinstance(event, Dealt) and table.place == Place.EXTRA and len(table.extra_row) > 1:
            finding.seen(table.seq)
            finding.facts["cards"].append(event.card)
            left.append(event.card)
            finding.prescribed.append({"do": "burn", "card": event.card})
        if isinstance(event, Burned):
            burned = next((card for card in left if burns(event, card)), None)
            if burned is not None:
                left.remove(burned)
            if not left:
                return FOLLOWED
        return None
