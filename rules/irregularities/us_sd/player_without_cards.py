from __future__ import annotations

from rules import sources
from rules.irregularity import MAJOR, PRESCRIBED, Footage
from rules.kinds.cardless import Cardless
from rules.words import Text


class PlayerWithoutCardsSD(Cardless):
    """A player who got no card has a dead hand and may join the next deal."""

    code = "player-without-cards"
    title = Text("Jugador sin cartas", "Player without cards")
    message = Text("{spot} tenía apuesta y no recibió cartas.", "{spot} had a bet and was dealt no cards.")
    law = Text(
        "La mano de quien no recibió cartas está muerta; puede entrar en el reparto siguiente.",
        "The hand of a player who was dealt nothing is dead; he may join the next deal.",
    )
    cites = (sources.SD_IRREGULARITIES.clause(6),)
    standing = PRESCRIBED
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(120, 120)
