from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import Acted, Dealt, Event, Paid, Returned, RoundClosed, Taken
from rules.hand import Hand
from rules.irregularity import CONTRARY, FOLLOWED, MAJOR, TO_CONFIRM, Finding, Footage, Irregularity, Outcome
from rules.legality import surrender_is_allowed
from rules.settle import hand_bets, is_off, is_part_taken, is_right, kind_of
from rules.table import Table
from rules.words import Text


class SurrenderNotAllowed(Irregularity):
    """Surrender against an ace, after another decision, or on a split hand: ignored, the hand plays on.

    A half stake taken all the same is contrary, and a wrong payout beside it. Of a hand that had surrendered in order
    the half is due, so saying it again changes nothing.
    """

    code = "surrender-not-allowed"
    title = Text("Retiro no permitido", "Surrender not allowed")
    message = Text("{spot} se retiró sin que correspondiera.", "{spot} surrendered where it is not allowed.")
    law = Text(
        "El retiro es tras las dos cartas iniciales y no procede si el croupier muestra un as.",
        "Surrender is for the two initial cards and is not allowed when the dealer shows an ace.",
    )
    listens_to = (Acted,)
    heeds = (Acted, Dealt, Paid, Taken, Returned, RoundClosed)
    actions = ("surrender",)
    cites = (sources.SCJ_SEQUENCE.clause(3),)
    standing = TO_CONFIRM
    decides = "pit_boss"
    severity = MAJOR
    footage = Footage(60, 90)

    def check(self, table: Table, event: Acted) -> Iterable[Finding]:
        hand = table.in_play(event.spot)
        if hand is None:
            return ()
        if surrender_is_allowed(table, hand):
            return ()
        return [self.finding(table, spot=event.spot, steps=[{"do": "play_on", "spot": event.spot}])]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        spot = finding.spot
        if isinstance(event, Acted) and event.spot == spot:
            return FOLLOWED if event.action in ("hit", "stand", "double", "split") else None
        if isinstance(event, Dealt) and event.to == spot:
            return FOLLOWED
        if isinstance(event, (Paid, Taken, Returned)) and event.spot == spot and event.on == "main":
            stake = table.bet(event.spot, "main", event.owner)
            if stake is None:
                return None
            if isinstance(event, Taken) and is_part_taken(stake):
                return CONTRARY
            return FOLLOWED if is_right(table, stake, kind_of(event)) else CONTRARY
        if isinstance(event, RoundClosed):
            return FOLLOWED if _was_settled(table, table.hands.get(spot or "")) else None
        return None


def _was_settled(table: Table, hand: Hand | None) -> bool:
    """Every main bet of the hand had been settled as due: said then, the surrender moved nothing."""
    mains = [stake for stake in hand_bets(table, hand) if stake.on == "main"] if hand is not None else []
    return bool(mains) and all(stake.touched and not is_off(table, stake) for stake in mains)
