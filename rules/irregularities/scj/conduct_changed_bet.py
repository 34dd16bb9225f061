from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.advance.bets import bet_follows_play
from rules.events import Bet, Conduct
from rules.irregularity import MAJOR, Finding
from rules.kinds.offence import Offence
from rules.table import BETTING, IDLE, Table
from rules.words import Text


class ConductChangedBet(Offence):
    """A bet was placed, raised or withdrawn after the round's first card: what is late is void.

    Chips that complete a double or a split are no late bet.
    """

    code = "conduct-changed-bet"
    title = Text("Cambio de apuesta", "Bet changed")
    message = Text(
        "{spot} cambió su apuesta con el pase iniciado.",
        "{spot} changed a bet after the round had begun.",
    )
    law = Text(
        "Iniciado el pase no se agregan, retiran ni cambian apuestas.",
        "Once the round has begun no bet is added, withdrawn or changed.",
    )
    act = "changed_bet"
    cites = (sources.SCJ_CONDUCT.clause(1), sources.SCJ_CONDUCT.clause(7))
    severity = MAJOR
    cctv = True
    listens_to = (Conduct, Bet)

    def check(self, table: Table, event: Conduct | Bet) -> Iterable[Finding]:
        if isinstance(event, Conduct):
            return super().check(table, event)
        if table.phase in (IDLE, BETTING) or bet_follows_play(table, event):
            return ()
        return self.offence(table, event.spot)
