from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR
from rules.kinds.offence import RefusedTender
from rules.words import Text


class ConductCashBet(RefusedTender):
    """Cash bet: not accepted, given back before the first card, void if it is played all the same."""

    code = "conduct-cash-bet"
    title = Text("Apuesta en efectivo", "Cash bet")
    message = Text("{spot} apostó en efectivo.", "{spot} bet in cash.")
    law = Text("No se aceptan apuestas en efectivo.", "Bets in cash are not accepted.")
    act = "cash_bet"
    tender = "cash"
    cites = (sources.SCJ_CONDUCT.clause(6), sources.SCJ_CONDUCT.clause(7))
    severity = MINOR
