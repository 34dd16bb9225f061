from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR
from rules.kinds.offence import Offence
from rules.words import Text


class ConductForeignObject(Offence):
    """Foreign object on the table: the player may be excluded; the round goes on as it lies."""

    code = "conduct-foreign-object"
    title = Text("Objeto ajeno en la mesa", "Foreign object on the table")
    message = Text(
        "El jugador de {spot} puso en la mesa un objeto ajeno al juego.",
        "The player at {spot} put an object on the table that is no part of the game.",
    )
    law = Text(
        "Sobre la mesa solo hay valores para el juego.",
        "Only values for the game lie on the table.",
    )
    act = "foreign_object"
    cites = (sources.SCJ_CONDUCT.clause(5), sources.SCJ_CONDUCT.clause(7))
    severity = MINOR
