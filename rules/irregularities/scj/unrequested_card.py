from __future__ import annotations

from collections.abc import Iterable

from rules import sources
from rules.advance.decisions import refusable
from rules.events import Accepted, Dealt, Refused
from rules.irregularity import MAJOR, NOTED, PRESCRIBED, TO_CONFIRM, Finding, Footage
from rules.kinds.surplus import SurplusCard
from rules.placing import Place
from rules.table import Table
from rules.words import Text


class UnrequestedCard(SurplusCard):
    """The dealer drew a card that the player had not asked for.

    Both limbs count: not asked for, and refused. Refused, it is burned and the hand takes no further card;
    accepted, it stays. Neither said, it does not count. Where the record shows that the card was asked for
    and the player refuses it all the same, the literal reading can be disputed.
    """

    code = "unrequested-card"
    title = Text("Carta no pedida", "Unrequested card")
    message = Text("{card} fue a {spot} sin haberla pedido.", "{card} went to {spot}, which had not asked for it.")
    law = Text(
        "La carta no pedida que el jugador rechaza se quema, y él pierde el derecho a más cartas en esa mano.",
        "A card not asked for that the player refuses is burned, and he takes no further card in that hand.",
    )
    announce = Text(
        "Se quema {card}; {spot} no recibe más cartas en esta mano.",
        "{card} is burned; {spot} takes no further card in this hand.",
    )
    listens_to = (Refused, Accepted, Dealt)
    at = (Place.UNREQUESTED,)
    cites = (sources.SCJ_IRREGULARITIES.clause(9),)
    standing = PRESCRIBED
    severity = MAJOR
    footage = Footage(60, 120)

    def check(self, table: Table, event: Refused | Accepted | Dealt) -> Iterable[Finding]:
        if isinstance(event, Dealt):
            return [self.surplus(table, event.to, event.card)]
        lying = refusable(table, event.spot)
        hand = table.hands.get(event.spot)
        if hand is None or lying is None or not lying.counts:
            return ()
        if isinstance(event, Accepted):
            return [self.finding(table, spot=event.spot, outcome=NOTED, card=lying.card)]
        finding = self.surplus(table, event.spot, lying.card)
        if hand.opted:
            finding.standing = TO_CONFIRM
        return [finding]
