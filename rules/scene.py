"""The table as a picture needs it: plain values, ready for JSON."""

from __future__ import annotations

from typing import Any

from rules.events import DEALER
from rules.hand import Hand
from rules.table import BETTING, DEALING, IDLE, PLAYING, Table

PHASES = {IDLE: "idle", BETTING: "betting", DEALING: "dealing", PLAYING: "playing"}


def scene(table: Table) -> dict[str, Any]:
    """What lies on the felt now.

    ``spots`` holds every seat with a bet or a card, in order, its split hands under it; a card carries its number in
    the drawn order, whether it counts, and whether it lies elsewhere than the order wants it (``hot``).
    """
    hot = _out_of_order(table)
    seats: dict[str, dict[str, Any]] = {}
    for hand in sorted(table.hands.values(), key=lambda hand: hand.number):
        seat = seats.setdefault(hand.seat, {"spot": hand.seat, "bets": [], "hands": []})
        seat["bets"].extend(
            {
                "on": stake.on,
                "owner": stake.owner,
                "amount": stake.stake + stake.void,
                "void": stake.void,
                "hand": hand.spot,
            }
            for stake in table.bets.values()
            if stake.hand is hand
        )
        seat["hands"].append(_hand(hand, hot))
    phase = PHASES[table.phase]
    if table.phase == PLAYING and any(stake.touched for stake in table.bets.values()):
        phase = "settling"
    shoe = table.shoe
    return {
        "round": table.round,
        "phase": phase,
        "spots": list(seats.values()),
        "dealer": _hand(table.dealer, hot),
        "burned": list(shoe.burned),
        "limbo": [*shoe.limbo, *shoe.aside],
        "shoe": {
            "left": max(0, shoe.left),
            "decks": shoe.decks,
            "behind": shoe.behind,
            "cut_out": shoe.cut_out,
        },
        "turn": _turn(table),
        "next": table.next_recipient,
        "dealer_name": table.dealer_name,
        "pit_boss": table.pit_boss,
    }


def _hand(hand: Hand, hot: set[int]) -> dict[str, Any]:
    return {
        "spot": hand.spot,
        "cards": [
            {
                "card": lying.card,
                "order": lying.order,
                "face": lying.face,
                "counts": lying.counts,
                "hot": not lying.counts or id(lying) in hot,
            }
            for lying in hand.lying
        ],
        "total": hand.total,
        "soft": hand.total != hand.low,
        "state": _state(hand),
    }


def _state(hand: Hand) -> str:
    if hand.invalid:
        return "void"
    if hand.surrendered:
        return "surrendered"
    if hand.total > 21:
        return "bust"
    if hand.natural and hand.spot != DEALER:
        return "natural"
    if hand.doubled:
        return "doubled"
    return "stood" if hand.stood else "live"


def _turn(table: Table) -> str | None:
    if table.phase != PLAYING or table.all_settled:
        return None
    if table.dealer_played:
        return DEALER
    for hand in sorted(table.hands.values(), key=lambda hand: hand.number):
        if hand.main and not hand.ended and not hand.natural and not table.passed_over(hand) and hand.cards:
            return hand.spot
    return DEALER


def _out_of_order(table: Table) -> set[int]:
    """Cards of a disordered deal that lie elsewhere than their place in the order says."""
    if not table.disordered and not table.doubtful:
        return set()
    return {id(drawn) for drawn, due in zip(table.drawn, table.order, strict=False) if drawn.to != due}
