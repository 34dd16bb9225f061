from __future__ import annotations

from rules import sources
from rules.irregularity import BREACH, MINOR, Footage
from rules.kinds.two_sources import TwoSources
from rules.words import Text


class FeedGap(TwoSources):
    """A second source shows a fault of its own: a card it could not read, read twice, or did not see.

    Nothing is held against the table, whose record stands; for these cards it has no second witness.
    """

    code = "feed-gap"
    title = Text("Vacío en la segunda fuente", "Gap in the second source")
    law = Text(
        "Donde la segunda fuente no vio una carta, esa carta tiene un solo testigo, y así queda anotado.",
        "Where the second source did not see a card, that card has one witness only, and so it is noted.",
    )
    cites = (sources.CONTRACT_11.clause(3),)
    standing = BREACH
    decides = "pit_boss"
    severity = MINOR
    footage = Footage(60, 60)
