from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR, PRESCRIBED, Footage
from rules.kinds.extra import ExtraCards
from rules.words import Text


class ExtraCardsAtEnd(ExtraCards):
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
    cites = (sources.SCJ_IRREGULARITIES.clause(2),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MINOR
    footage = Footage(60, 60)
