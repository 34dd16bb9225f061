from __future__ import annotations

from rules import sources
from rules.irregularity import MAJOR
from rules.kinds.offence import Offence
from rules.words import Text


class ConductPlayedOtherHand(Offence):
    """Played another's hand: the player may be excluded; the round goes on as it lies."""

    code = "conduct-played-other-hand"
    title = Text("Jugó la mano de otro", "Played another's hand")
    message = Text(
        "El jugador de {spot} jugó la mano de otro.",
        "The player at {spot} played another's hand.",
    )
    law = Text(
        "Un jugador no juega la mano de otro.",
        "A player does not play another's hand.",
    )
    act = "played_other_hand"
    cites = (sources.SCJ_CONDUCT.clause(4), sources.SCJ_CONDUCT.clause(7))
    severity = MAJOR
    cctv = True
