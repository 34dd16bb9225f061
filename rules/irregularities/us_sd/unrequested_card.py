from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.advance.decisions import refusable
from rules.events import DEALER, Accepted, Burned, Dealt, Event, Refused, seat_of
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    MAJOR,
    NOTED,
    PENDING,
    PRESCRIBED,
    Finding,
    Footage,
    Irregularity,
    Outcome,
    Step,
)  # fmt: skip
from rules.kinds.burning import burns
from rules.placing import Place
from rules.table import Table
from rules.words import Text


class UnrequestedCardSD(Irregularity):
    """A card shown to a player who had not asked for it goes on to the players and the dealer in turn.

    It is burned only when it was refused and the dealer can't use it; who refuses is out of further cards for the
    whole round. Chile burns it and freezes the hand alone.
    """

    code = "unrequested-card"
    title = Text("Carta no pedida", "Unrequested card")
    message = Text("{card} fue a {spot} sin haberla pedido.", "{card} went to {spot}, which had not asked for it.")
    law = Text(
        "La carta no pedida que se mostró pasa a los demás en turno; quien la rechaza no recibe más en el pase.",
        "A card not asked for and shown goes on to the others in turn; who refuses takes no more in the round.",
    )
    listens_to = (Refused, Accepted, Dealt)
    heeds = (Accepted, Burned, Dealt)
    at = (Place.UNREQUESTED, Place.AFTER_DOUBLE, Place.AFTER_SPLIT_ACE)
    cites = (sources.SD_IRREGULARITIES.clause(3),)
    standing = PRESCRIBED
    decides = "dealer"
    severity = MAJOR
    cctv = True
    footage = Footage(60, 120)
    settles = "spot"
    watches_on = True
    final = (CONTRARY, NOTED)

    def check(self, table: Table, event: Refused | Accepted | Dealt) -> Iterable[Finding]:
        if isinstance(event, Dealt):
            return [self._passed(table, event.to, event.card)]
        lying = refusable(table, event.spot)
        if lying is None or not lying.counts:
            return ()
        if isinstance(event, Accepted):
            return [self.finding(table, spot=event.spot, outcome=NOTED, card=lying.card)]
        return [self._passed(table, event.spot, lying.card)]

    def _passed(self, table: Table, spot: str, card: str) -> Finding:
        steps: list[Step] = [
            {"do": "pass_on", "card": card},
            {"do": "no_more_in_round", "seat": seat_of(spot)},
        ]
        return self.finding(table, spot=spot, steps=steps, card=card)

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        card, spot = finding.facts["card"], finding.spot or ""
        if isinstance(event, Accepted) and event.spot == spot and finding.outcome == PENDING:
            return NOTED
        if isinstance(event, Burned) and burns(event, card):
            return FOLLOWED if table.dealer.total >= 17 or table.every_hand_out else CONTRARY
        if not isinstance(event, Dealt):
            return None
        if seat_of(event.to) == seat_of(spot) and event.to != DEALER:
            return CONTRARY
        return (FOLLOWED if event.card == card else CONTRARY) if finding.outcome == PENDING else None
