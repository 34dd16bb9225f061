"""The deal as it should have been, from the real order of the cards, beside the deal as played.

The order is the product: the k-th card drawn belongs to the k-th place of the regulation deal. Cards drawn
after the initial deal stay with whom they went to; what a player would have decided on other cards the engine
does not invent.
"""

from __future__ import annotations

from typing import Any

from rules.cards import is_natural, total
from rules.events import DEALER
from rules.hand import Lying
from rules.table import Table


def order_due(table: Table) -> list[str]:
    """The regulation order of this deal, without the hands that are out of the round for want of cards."""
    skipped = {hand.spot for hand in table.hands.values() if hand.invalid}
    return [spot for spot in table.order if spot not in skipped]


def moves_due(table: Table) -> list[dict[str, str]]:
    """Moves that put the cards drawn so far where the order wants them."""
    return [
        {"card": drawn.card, "from": drawn.to, "to": spot}
        for drawn, spot in zip(table.drawn, order_due(table), strict=False)
        if drawn.to != spot
    ]


def side_by_side(table: Table, *, as_dealt: bool = False) -> dict[str, Any]:
    """Cards of every place as played and by regulation, in drawn order, with totals.

    As played is where the cards lie; ``as_dealt``, where the dealer had put them before they were put in order.

    Shape: ``{"played": {spot: [card]}, "regulation": {spot: [card]}, "order": [...], "totals": {...}}``. Later
    cards (hits, the dealer's draws) are the same on both sides.
    """
    pairs = _pairs(table.drawn, order_due(table))
    played: dict[str, list[str]] = {}
    regulation: dict[str, list[str]] = {}
    for drawn, due in pairs:
        played.setdefault(drawn.dealt_to if as_dealt else drawn.to, []).append(drawn.card)
        if due is not None:
            regulation.setdefault(due, []).append(drawn.card)
    _add_later(table, played, regulation)
    spots = sorted({*played, *regulation})
    return {
        "played": {spot: played.get(spot, []) for spot in spots},
        "regulation": {spot: regulation.get(spot, []) for spot in spots},
        "order": [
            {"card": drawn.card, "to": drawn.dealt_to if as_dealt else drawn.to, "due": due} for drawn, due in pairs
        ],
        "totals": {
            spot: {"played": total(played.get(spot, [])), "regulation": total(regulation.get(spot, []))}
            for spot in spots
        },
        "results": _results(table, played, regulation),
    }


def _pairs(drawn: list[Lying], order: list[str]) -> list[tuple[Lying, str | None]]:
    """Each card with its place by regulation; None for one drawn after the last place had its card."""
    return [(card, order[at] if at < len(order) else None) for at, card in enumerate(drawn)]


def _add_later(table: Table, played: dict[str, list[str]], regulation: dict[str, list[str]]) -> None:
    initial = {id(drawn) for drawn in table.drawn}
    for hand in table.everyone():
        for lying in hand.lying:
            if id(lying) in initial or not lying.counts:
                continue
            played.setdefault(hand.spot, []).append(lying.card)
            regulation.setdefault(hand.spot, []).append(lying.card)


def _results(
    table: Table, played: dict[str, list[str]], regulation: dict[str, list[str]]
) -> dict[str, dict[str, str | None]]:
    """How each hand ends on either side, assuming the same decisions; None where that can't be said:
    the dealer is not done, the hand was split, or a double would not have been allowed."""
    found: dict[str, dict[str, str | None]] = {}
    for spot, hand in table.hands.items():
        if hand.main is None or not (hand.main.stake or hand.main.void):
            continue
        sides: dict[str, str | None] = {}
        for side, cards in (("played", played), ("regulation", regulation)):
            sides[side] = (
                None if hand.split else _result(table, hand.doubled, cards.get(spot, []), cards.get(DEALER, []))
            )
        found[spot] = sides
    return found


def _result(table: Table, doubled: bool, cards: list[str], dealer: list[str]) -> str | None:
    if len(cards) < 2 or len(dealer) < 2:
        return None
    if doubled and not table.house.may_double_on(cards[:2]):
        return None
    if is_natural(cards):
        return "push" if is_natural(dealer) else "blackjack"
    if total(cards) > 21 or is_natural(dealer):
        return "lose"
    if total(dealer) < 17:
        return None
    if total(dealer) > 21 or total(cards) > total(dealer):
        return "win"
    return "push" if total(cards) == total(dealer) else "lose"
