from __future__ import annotations

from rules import sources
from rules.irregularity import MINOR
from rules.kinds.offence import RefusedTender
from rules.words import Text


class ConductWordBet(RefusedTender):
    """Bet by word: not accepted, given back before the first card, void if it is played all the same."""

    code = "conduct-word-bet"
    title = Text("Apuesta de palabra", "Bet by word")
    message = Text("{spot} apostó de palabra.", "{spot} bet by word.")
    law = Text("No se aceptan apuestas de palabra.", "Bets by word are not accepted.")
    act = "word_bet"
    tender = "word"
    cites = (sources.SCJ_CONDUCT.clause(6), sources.SCJ_CONDUCT.clause(7))
    severity = MINOR
