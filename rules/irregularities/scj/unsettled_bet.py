from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Event, Paid, Returned, RoundClosed, Taken
from rules.hand import Stake
from rules.irregularity import FOLLOWED, MAJOR, NO_RULE, Finding, Footage, Irregularity, Outcome, Step
from rules.settle import due, is_off, money_row
from rules.table import Table
from rules.words import LANGS, Text, bet_name


class UnsettledBet(Irregularity):
    """The round was closed with a bet on which nothing, or after a void round not enough, had moved.

    Pending until the next round opens (contract, reading 27).
    """

    code = "unsettled-bet"
    title = Text("Apuesta sin liquidar", "Unsettled bet")
    message = Text(
        "Se cerró el pase con apuestas sin liquidar en {spot}: {names}.",
        "The round was closed with bets unsettled at {spot}: {names}.",
    )
    law = Text(
        "Al cierre del pase se pagan las apuestas ganadoras y se recogen las perdedoras.",
        "When the round closes, winning bets are paid and losing ones collected.",
    )
    listens_to = (RoundClosed,)
    heeds = (Paid, Taken, Returned)
    afterwards = True
    cites = (sources.SCJ_SEQUENCE.clause(5),)
    standing = NO_RULE
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(90, 60)
    deadline = "next_round"

    def check(self, table: Table, event: RoundClosed) -> Iterable[Finding]:
        by_hand: dict[str, list[Stake]] = {}
        for stake in table.bets.values():
            if _is_open(table, stake) and not table.said(self.code, stake.hand.spot):
                by_hand.setdefault(stake.hand.spot, []).append(stake)
        return [self._found(table, spot, stakes) for spot, stakes in by_hand.items()]

    def _found(self, table: Table, spot: str, stakes: list[Stake]) -> Finding:
        bets = [(stake.on, stake.owner) for stake in stakes]
        names = Text(*(", ".join(bet_name(on, lang) for on, _ in bets) for lang in LANGS))
        steps = [_step(table, stake) for stake in stakes]
        finding = self.finding(table, round=table.round, spot=spot, steps=steps, bets=bets, names=names)
        _weigh(table, stakes, finding)
        return finding

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if not isinstance(event, (Paid, Taken, Returned)):
            return None
        keys = [(finding.spot or "", on, owner) for on, owner in finding.facts["bets"]]
        stakes = [table.bets[key] for key in keys if key in table.bets]
        if table.bet(event.spot, event.on, event.owner) not in stakes:
            return None
        _weigh(table, stakes, finding)
        return None if any(_is_open(table, stake) or is_off(table, stake) for stake in stakes) else FOLLOWED


def _step(table: Table, stake: Stake) -> Step:
    owed = due(table, stake)
    do = {"paid": "pay", "taken": "take", "returned": "return"}[owed.kind]
    return {"do": do, "spot": stake.hand.spot, "on": stake.on, "amount": owed.amount or stake.void}


def _is_open(table: Table, stake: Stake) -> bool:
    if table.said("wrong-payout", stake.hand.spot, stake.on, stake.owner):
        return False
    if not stake.stake:
        return bool(stake.void) and not stake.touched
    if not stake.touched:
        return bool(due(table, stake).amount)
    return table.shoe_empty and is_off(table, stake)


def _weigh(table: Table, stakes: list[Stake], finding: Finding) -> None:
    finding.weigh([money_row(table, stake) for stake in stakes])
