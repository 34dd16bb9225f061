from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Dealt, Event, Paid, Returned, RoundClosed, Taken
from rules.hand import Stake
from rules.irregularity import FOLLOWED, MAJOR, NO_RULE, Finding, Footage, Irregularity, Outcome, Step
from rules.placing import Place
from rules.settle import balance, due, is_known, is_off, is_part_taken, is_right, kind_of, money_row, needs_dealer
from rules.table import Table
from rules.words import Text


class WrongPayout(Irregularity):
    """A bet was paid, taken or returned otherwise than due, in kind or in amount.

    Payments of one bet are summed, so a payment that completes or undoes an earlier one answers this finding
    and raises nothing. A bet settled before the dealer's hand could say what it was due is compared when it can.
    """

    code = "wrong-payout"
    title = Text("Pago distinto del que corresponde", "Wrong payout")
    message = Text(
        "{on} de {spot}: corresponde {due}, se movió {actual_amount}.",
        "{on} at {spot}: {due} is due, {actual_amount} has moved.",
    )
    law = Text(
        "Black Jack paga 3 a 2, apuesta ganadora 1 a 1, seguro 2 a 1; en empate la apuesta vuelve al jugador.",
        "Black Jack pays 3 to 2, a winning bet 1 to 1, insurance 2 to 1; on a tie the bet goes back.",
    )
    listens_to = (Paid, Taken, Returned, Dealt, RoundClosed)
    heeds = (Paid, Taken, Returned, Dealt, RoundClosed)
    at = (Place.DEALER_DRAW,)
    afterwards = True
    cites = (sources.SCJ_PAYMENTS.clause(1), sources.SCJ_PAIRS.clause(1), sources.SCJ_CHECKS.clause(6))
    standing = NO_RULE
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(90, 60)

    def check(self, table: Table, event: Paid | Taken | Returned | Dealt | RoundClosed) -> Iterable[Finding]:
        if isinstance(event, (Dealt, RoundClosed)) and not table.settled_early:
            return ()
        if isinstance(event, (Dealt, RoundClosed)):
            if isinstance(event, RoundClosed) and table.shoe_empty:
                return ()
            over = isinstance(event, RoundClosed)
            return [
                self._found(table, stake)
                for stake in table.bets.values()
                if stake.touched and is_known(table, stake) and (over or not needs_dealer(table, stake))
                if not _said(self.code, table, stake) and is_off(table, stake)
            ]
        stake = table.paying
        if stake is None or stake.last == "void" or not stake.touched or _said(self.code, table, stake):
            return ()
        claimed = isinstance(event, Taken) and stake.hand.claimed and is_part_taken(stake)
        if not claimed and (table.early or table.uncertain):
            return ()
        if is_right(table, stake, kind_of(event)):
            return ()
        return [self._found(table, stake)]

    def _found(self, table: Table, stake: Stake) -> Finding:
        expected, actual = balance(table, stake)
        finding = self.finding(
            table,
            round=table.round,
            spot=stake.hand.spot,
            steps=[_step(table, stake)],
            on=stake.on,
            owner=stake.owner,
            due=expected,
            actual_amount=actual,
            result=due(table, stake).result,
        )
        finding.weigh([money_row(table, stake)])
        return finding

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        facts = finding.facts
        stake = table.bets.get((finding.spot or "", facts["on"], facts["owner"]))
        if stake is None or not isinstance(event, (Paid, Taken, Returned, Dealt, RoundClosed)):
            return None
        if is_known(table, stake):
            finding.weigh([money_row(table, stake)])
        if isinstance(event, (Paid, Taken, Returned)):
            if (event.on, event.owner) != (facts["on"], facts["owner"]) or table.bet(
                event.spot, event.on, event.owner
            ) is not stake:
                return None
            finding.seen(table.seq)
            return FOLLOWED if is_right(table, stake, kind_of(event)) and not needs_dealer(table, stake) else None
        return None


def _said(code: str, table: Table, stake: Stake) -> bool:
    return table.said(code, stake.hand.spot, stake.on, stake.owner)


def _step(table: Table, stake: Stake) -> Step:
    expected, actual = balance(table, stake)
    step: Step = {"spot": stake.hand.spot, "on": stake.on}
    if expected == actual:
        return {"do": "settle", **step}
    return {"do": "pay" if expected > actual else "take", **step, "amount": abs(expected - actual)}
