from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import sources
from rules.events import Bet, BetsClosed, Dealt
from rules.hand import Stake
from rules.irregularity import BREACH, MINOR, Finding, Footage, Irregularity
from rules.placing import Place
from rules.table import BETTING, Table
from rules.words import Text


class BetLimit(Irregularity):
    """A main bet outside the table's limits: the sum against the maximum as it grows, the final stake against
    the minimum when bets close (contract, reading 32)."""

    code = "bet-limit"
    title = Text("Apuesta fuera de límites", "Bet outside the limits")
    message = Text(
        "Apuesta de {amount} en {spot}; el límite es {limit}.",
        "Bet of {amount} at {spot}; the limit is {limit}.",
    )
    law = Text(
        "La apuesta principal está entre el mínimo y el máximo de la mesa.",
        "The main bet lies between the table's minimum and maximum.",
    )
    listens_to = (Bet, BetsClosed, Dealt)
    at = (Place.INITIAL, Place.MISDEALT)
    cites = (sources.SCJ_SEQUENCE.clause(1),)
    standing = BREACH
    decides = "pit_boss"
    severity = MINOR
    footage = Footage(60, 30)

    def check(self, table: Table, event: Bet | BetsClosed | Dealt) -> Iterable[Finding]:
        if table.phase != BETTING:
            return ()
        if isinstance(event, Bet):
            return self._over(table, event)
        if table.bets_closed or table.house.min is None:
            return ()
        least = table.house.min
        return [
            self._found(table, stake, stake.stake, least)
            for stake in table.bets.values()
            if stake.on == "main" and 0 < stake.stake < least
        ]

    def _over(self, table: Table, event: Bet) -> Iterable[Finding]:
        most = table.house.max
        if most is None or event.on != "main" or event.tender != "chips":
            return ()
        placed = table.bets.get((event.spot, "main", event.owner))
        before = placed.stake if placed else 0
        if before + event.amount <= most or before > most:
            return ()
        amount = before + event.amount
        facts: dict[str, Any] = {"amount": amount, "limit": most, "owner": event.owner}
        return [self.finding(table, spot=event.spot, also=placed.seqs[:] if placed else [], **facts)]

    def _found(self, table: Table, stake: Stake, amount: int, limit: int) -> Finding:
        facts: dict[str, Any] = {"amount": amount, "limit": limit, "owner": stake.owner}
        return self.finding(table, spot=stake.hand.spot, also=stake.seqs[:], **facts)
