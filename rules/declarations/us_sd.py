"""Declarations by South Dakota's rules: the seven codes that its irregularities section answers."""

from __future__ import annotations

from rules.declarations import scj
from rules.events import Declared
from rules.irregularity import NOTED, TO_CONFIRM
from rules.kinds.declared import Said, Tell
from rules.table import Table


def extra(table: Table, event: Declared) -> Said:
    """Its face not shown, the card is the next one; shown, it goes out of play."""
    card = next(iter(scj.cards_of(event)), None)
    if event.face == "down":
        return Said(None, [scj.with_card({"do": "use_next"}, card)], {"card": card, "used": True})
    return Said(None, [scj.with_card({"do": "burn"}, card)], {"card": card, "used": False}, TO_CONFIRM)


def shoe_run_out(table: Table, event: Declared) -> Said:
    return Said(None, [{"do": "shuffle_discards"}, {"do": "finish"}], {})


def deal_order(table: Table, event: Declared) -> Said:
    said = scj.deal_order(table, event)
    return said._replace(steps=[{"do": "complete", "spot": event.to or event.spot}])


def unrequested(table: Table, event: Declared) -> Said:
    if event.reply == "accepted":
        return Said(event.spot, [], {"card": event.card}, outcome=NOTED)
    seat = (event.spot or "").partition(".")[0] or None
    steps = [scj.with_card({"do": "pass_on"}, event.card), {"do": "no_more_in_round", "seat": seat}]
    return Said(event.spot, steps, {"card": event.card})


TELLS: dict[str, Tell] = {
    "exposed-card": scj.exposed,
    "extra-cards-at-end": extra,
    "cut-card-missed": shoe_run_out,
    "deal-order": deal_order,
    "player-without-cards": scj.without_cards,
    "dealer-card-over-17": scj.over_17,
    "unrequested-card": unrequested,
}
