from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR
from rules.kinds.offence import Offence
from rules.words import Text


class ConductInterfered(Offence):
    """Interference: the player may be excluded; the round goes on as it lies."""

    code = "conduct-interfered"
    title = Text("Interferencia", "Interference")
    message = Text(
        "El jugador de {spot} interfirió en la decisión de otro.",
        "The player at {spot} interfered with another's decision.",
    )
    law = Text(
        "Nadie interfiere en la decisión de otro jugador.",
        "Nobody interferes with another player's decision.",
    )
    act = "interfered"
    cites = (sources.SCJ_CONDUCT.clause(3), sources.SCJ_CONDUCT.clause(7))
    severity = MINOR
