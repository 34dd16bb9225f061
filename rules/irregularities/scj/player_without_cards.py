from __future__ import annotations

from rules import sources
from rules.irregularity import (
    MAJOR,
    PRESCRIBED,
    Footage,
)  # fmt: skip
from rules.kinds.cardless import Cardless
from rules.words import Text


class PlayerWithoutCards(Cardless):
    """The initial deal is over and a spot with a bet has no card at all.

    One card is not this case (that is an error of order). The hand neither wins nor loses: its stake goes
    back, and a card dealt to it later does not revive it.
    """

    code = "player-without-cards"
    title = Text("Jugador sin cartas", "Player without cards")
    message = Text("{spot} tenía apuesta y no recibió cartas.", "{spot} had a bet and was dealt no cards.")
    law = Text(
        "La mano de un jugador con apuesta al que no se repartió es inválida en ese pase.",
        "The hand of a player with a bet who was dealt nothing is invalid for that round.",
    )
    announce = Text(
        "La mano de {spot} no vale en este pase; se devuelve su apuesta.",
        "The hand at {spot} does not count this round; its bet is given back.",
    )
    cites = (sources.SCJ_IRREGULARITIES.clause(6),)
    standing = PRESCRIBED
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(120, 120)
