from __future__ import annotations

from rules import sources
from rules.irregularity import TO_CONFIRM, Footage
from rules.kinds.surplus import SurplusCard
from rules.placing import Place
from rules.words import Text


class SplitAcesExtraCard(SurplusCard):
    """A second card on a split ace: each takes one, the next is treated as one not asked for."""

    code = "split-aces-extra-card"
    title = Text("Segunda carta a un as separado", "Second card on a split ace")
    message = Text(
        "{spot} ya tenía la carta de su as y recibió {card}.",
        "{spot} had its ace's card and was dealt {card}.",
    )
    law = Text("Cada as separado recibe una sola carta.", "Each split ace receives one card only.")
    at = (Place.AFTER_SPLIT_ACE,)
    cites = (sources.SCJ_SEQUENCE.clause(3), sources.SCJ_IRREGULARITIES.clause(9))
    standing = TO_CONFIRM
    footage = Footage(60, 90)
