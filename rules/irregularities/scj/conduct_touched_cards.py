from __future__ import annotations

from rules import sources
from rules.irregularity import MAJOR
from rules.kinds.offence import Offence
from rules.words import Text


class ConductTouchedCards(Offence):
    """Player touched the cards: the player may be excluded; the round goes on as it lies."""

    code = "conduct-touched-cards"
    title = Text("Jugador tocó las cartas", "Player touched the cards")
    message = Text(
        "El jugador de {spot} tocó las cartas.",
        "The player at {spot} touched the cards.",
    )
    law = Text(
        "Los jugadores no tocan las cartas.",
        "Players do not touch the cards.",
    )
    act = "touched_cards"
    cites = (sources.SCJ_CONDUCT.clause(2), sources.SCJ_CONDUCT.clause(7))
    severity = MAJOR
    cctv = True
