from __future__ import annotations

from rules import sources
from rules.irregularity import TO_CONFIRM, Footage
from rules.kinds.surplus import SurplusCard
from rules.placing import Place
from rules.words import Text


class DoubleExtraCard(SurplusCard):
    """A second card after a double: the first counts, the second is treated as one not asked for."""

    code = "double-extra-card"
    title = Text("Segunda carta tras doblar", "Second card after a double")
    message = Text("{spot} había doblado y recibió además {card}.", "{spot} had doubled and was also dealt {card}.")
    law = Text("Quien dobla recibe una sola carta más.", "A hand that doubles receives one more card only.")
    at = (Place.AFTER_DOUBLE,)
    cites = (sources.SCJ_SEQUENCE.clause(3), sources.SCJ_IRREGULARITIES.clause(9))
    standing = TO_CONFIRM
    footage = Footage(60, 90)
