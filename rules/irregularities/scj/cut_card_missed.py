from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Dealt, Event, RoundClosed, ShoeEmpty
from rules.hand import Stake
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MAJOR,
    PRESCRIBED,
    TO_CONFIRM,
    Finding,
    Footage,
    Irregularity,
    Outcome,
    Step,
)  # fmt: skip
from rules.settle import balance, due
from rules.table import Table
from rules.words import Text


class CutCardMissed(Irregularity):
    """The shoe ran out in a round that needs cards: the cut card was forgotten.

    Both limbs are needed. Hands with 21 in their two initial cards are paid at the natural's rate; every other
    bet goes back, those taken already too. Where the cut card had come out and was ignored, or money had
    moved, the same remedy applies by analogy and is to be confirmed.
    """

    code = "cut-card-missed"
    title = Text("Olvido de la carta de corte", "Cut card forgotten")
    message = Text(
        "El sabot se agotó con el pase sin concluir.",
        "The shoe ran out and the round could not be concluded.",
    )
    law = Text(
        "Si el pase no se puede concluir, solo se pagan las manos con 21 en sus dos cartas iniciales; las demás "
        "apuestas son nulas.",
        "If the round can't be concluded, only hands with 21 in their two initial cards are paid; the other bets "
        "are void.",
    )
    announce = Text(
        "El pase no se puede concluir: se pagan los Black Jack y se devuelven las demás apuestas.",
        "The round can't be concluded: Black Jacks are paid and all other bets are given back.",
    )
    listens_to = (ShoeEmpty,)
    heeds = (Dealt, RoundClosed)
    afterwards = True
    cites = (sources.SCJ_IRREGULARITIES.clause(4), sources.SCJ_SEQUENCE.clause(3))
    standing = PRESCRIBED
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(300, 120)
    settles = "all"

    def check(self, table: Table, event: ShoeEmpty) -> Iterable[Finding]:
        if not table.shoe_empty or table.shoe_empty_at != table.seq:
            return ()
        steps: list[Step] = [{"do": "pay_naturals"}, {"do": "void_rest"}]
        naturals = []
        for stake in table.bets.values():
            owed = due(table, stake)
            spot = stake.hand.spot
            if owed.kind == "paid" and not stake.stands:
                naturals.append(spot)
                steps.append({"do": "pay", "spot": spot, "on": stake.on, "amount": owed.amount})
            elif owed.kind == "returned":
                amount = stake.stake + stake.void
                steps.append({"do": "return", "spot": spot, "on": stake.on, "amount": amount})
        moved = any(stake.touched for stake in table.bets.values())
        waits = bool(naturals) and table.dealer_shows in ("A", "T")
        doubtful = table.shoe.cut_out or moved or waits
        standing = TO_CONFIRM if doubtful else PRESCRIBED
        return [self.finding(table, steps=steps, standing=standing, naturals=naturals)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Dealt):
            return CONTRARY
        if isinstance(event, RoundClosed):
            return FOLLOWED if all(_is_even(table, stake) for stake in table.bets.values()) else CONTRARY
        return None


def _is_even(table: Table, stake: Stake) -> bool:
    expected, actual = balance(table, stake)
    if not stake.stake:
        return not stake.void
    return expected == actual and (stake.touched or stake.stands)
