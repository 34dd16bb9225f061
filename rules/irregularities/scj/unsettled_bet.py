from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Event, Paid, Returned, RoundClosed, Taken
from rules.irregularity import FOLLOWED, MAJOR, NO_RULE, Finding, Footage, Irregularity, Outcome, Step
from rules.settle import balance, due, money_row
from rules.table import Stake, Table
from rules.words import Text


class UnsettledBet(Irregularity):
    """The round was closed with a bet on which nothing, or after a void round not enough, had moved.

    Pending until the next round opens (contract, reading 27).
    """

    code = "unsettled-bet"
    title = Text("Apuesta sin liquidar", "Unsettled bet")
    message = Text("Se cerró el pase y la {on} de {spot} no se liquidó.", "The round was closed with the {on} of {spot} unsettled.")
    law = Text(
        "Al cierre del pase se pagan las apuestas ganadoras y se recogen las perdedoras.",
        "When the round closes, winning bets are paid and losing ones collected.",
    )
    listens_to = (RoundClosed,)
    cites = (sources.SCJ_SEQUENCE.clause(5),)
    standing = NO_RULE
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(90, 60)
    deadline = "next_round"

    def check(self, table: Table, event: RoundClosed) -> Iterable[Finding]:
        return [self._found(table, event, stake) for stake in table.bets.values() if _is_open(table, stake)]

    def _found(self, table: Table, event: Event, stake: Stake) -> Finding:
        owed = due(table, stake)
        amount = owed.amount or stake.void
        do = {"paid": "pay", "taken": "take", "returned": "return"}[owed.kind]
        step: Step = {"do": do, "spot": stake.hand.spot, "on": stake.on, "amount": amount}
        facts = {"on": stake.on, "owner": stake.owner, "due": amount, "result": owed.result}
        finding = self.finding(table, event=event, spot=stake.hand.spot, steps=[step], **facts)
        _weigh(table, stake, finding)
        return finding

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        facts = finding.facts
        stake = table.bets.get((finding.spot or "", facts["on"], facts["owner"]))
        if stake is None or not isinstance(event, Paid | Taken | Returned):
            return None
        if table.bet(event.spot, event.on, event.owner) is not stake:
            return None
        _weigh(table, stake, finding)
        return None if _is_open(table, stake) or _off(table, stake) else FOLLOWED


def _is_open(table: Table, stake: Stake) -> bool:
    if table.said("wrong-payout", stake.hand.spot, stake.on, stake.owner):
        return False
    if not stake.stake:
        return bool(stake.void) and not stake.touched
    if not stake.touched:
        return bool(due(table, stake).amount)
    return table.shoe_empty and _off(table, stake)


def _off(table: Table, stake: Stake) -> bool:
    expected, actual = balance(table, stake)
    return expected != actual


def _weigh(table: Table, stake: Stake, finding: Finding) -> None:
    finding.money = [money_row(table, stake)]
    if finding.money[0]["difference"]:
        finding.flag("money")
