from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.events import NOBODY, Dealt, Event, Reordered
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MAJOR,
    NO_RULE,
    PENDING,
    PRESCRIBED,
    Finding,
    Footage,
    Irregularity,
    Outcome,
    Step,
)  # fmt: skip
from rules.placing import Place
from rules.regulation import moves_due, side_by_side
from rules.table import Table
from rules.words import Text


class DealOrder(Irregularity):
    """A card of the initial deal went to another than the next in order.

    The pit boss, nobody else, puts the cards in the order they were drawn and announces it; no player may opt
    out. One finding a deal. Once somebody has acted the text is silent: both computations are shown.
    """

    code = "deal-order"
    title = Text("Error de distribución", "Cards dealt out of order")
    message = Text(
        "{card} fue a {to}; por orden le tocaba a {expected_to}.",
        "{card} went to {to}; by the order of the deal it was for {expected_to}.",
    )
    law = Text(
        "El jefe de mesa reordena las cartas mal distribuidas y lo anuncia a los jugadores.",
        "The pit boss puts wrongly dealt cards in order and announces it to the players.",
    )
    announce = Text(
        "Hubo un error al distribuir: las cartas se reordenan según salieron.",
        "There was an error in the deal: the cards are put in the order they were drawn.",
    )
    listens_to = (Dealt,)
    heeds = None
    at = (Place.MISDEALT,)
    cites = (sources.SCJ_IRREGULARITIES.clause(5), sources.SCJ_SEQUENCE.clause(2))
    standing = PRESCRIBED
    decides = "pit_boss"
    severity = MAJOR
    cctv = True
    footage = Footage(60, 180)
    settles = "differing"
    watches_on = True

    def check(self, table: Table, event: Dealt) -> Iterable[Finding]:
        if table.said_anywhere(self.code):
            return ()
        spot = None if event.to == NOBODY else event.to
        move = {"card": event.card, "from": event.to, "to": table.next_recipient or ""}
        return [
            self.finding(
                table,
                spot=spot,
                steps=_steps([move]),
                card=event.card,
                to=event.to,
                expected_to=table.next_recipient,
            )
        ]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if finding.outcome == CONTRARY:
            # Both computations go on to the end of the round.
            finding.regulation = side_by_side(table)
            return None
        if isinstance(event, Dealt) and table.place == Place.MISDEALT:
            # Put in order once and out of order again: still the same deal, and one finding.
            finding.seen(table.seq)
            finding.prescribed = _steps(moves_due(table))
            return PENDING
        if finding.outcome == FOLLOWED:
            return None
        if isinstance(event, Reordered):
            finding.regulation = side_by_side(table, as_dealt=True)
            if event.by_role != "pit_boss" or not event.announced or table.play_begun:
                return CONTRARY
            return None if table.disordered else FOLLOWED
        if isinstance(event, Dealt) and not table.play_begun:
            finding.prescribed = _steps(moves_due(table))
        finding.regulation = side_by_side(table)
        if not table.play_begun:
            return None
        if any(len(hand.cards) in (1, 3) for hand in table.hands.values() if hand.main and not hand.decided):
            finding.standing = NO_RULE
        return CONTRARY


def _steps(moves: list[dict[str, str]]) -> list[Step]:
    moving: list[Step] = [{"do": "move", **move} for move in moves]
    return [{"do": "reorder"}, *moving, {"do": "announce"}]
