from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR
from rules.kinds.offence import Offence
from rules.words import Text


class ConductAskedForMoney(Offence):
    """Asked for money: the player may be excluded; the round goes on as it lies."""

    code = "conduct-asked-for-money"
    title = Text("Pidió dinero", "Asked for money")
    message = Text(
        "El jugador de {spot} pidió dinero para su apuesta.",
        "The player at {spot} asked for money for a bet.",
    )
    law = Text(
        "No se pide dinero para aumentar una apuesta.",
        "Nobody asks for money to raise a bet.",
    )
    act = "asked_for_money"
    cites = (sources.SCJ_CONDUCT.clause(5), sources.SCJ_CONDUCT.clause(7))
    severity = MINOR
