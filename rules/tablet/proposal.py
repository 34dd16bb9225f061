"""What the table has to pay, take and give back now, as the events that do it.

``rules.settle`` says what a bet is due; here it is said when, and what is left where part of it has moved already.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.hand import Stake
from rules.settle import Due, balance, due, is_known, moved, needs_dealer
from rules.table import PLAYING, Table
from rules.words import Text, bet_name, contracted, money, spot_name

CLOSING: tuple[dict[str, Any], ...] = (
    {"kind": "cards_collected", "order": "right_to_left"},
    {"kind": "round_closed"},
)
RESULTS = {
    "blackjack": Text("Black Jack", "Black Jack"),
    "win": Text("gana", "wins"),
    "lose": Text("pierde", "loses"),
    "push": Text("empata", "ties"),
    "void": Text("nula", "void"),
    "surrender": Text("se retiró", "surrendered"),
    "even_money": Text("pago par", "even money"),
}
MOVES = {
    "paid": Text("pagar {amount}", "pay {amount}"),
    "taken": Text("cobrar {amount}", "take {amount}"),
    "returned": Text("devolver {amount}", "return {amount}"),
}


class Move(NamedTuple):
    """One movement of chips on a bet, and why."""

    stake: Stake
    result: str
    kind: str
    amount: int

    def event(self) -> dict[str, Any]:
        said: dict[str, Any] = {"kind": self.kind, "spot": self.stake.hand.spot, "amount": self.amount}
        if self.stake.on != "main":
            said["on"] = self.stake.on
        if self.stake.owner is not None:
            said["owner"] = self.stake.owner
        return said


def proposal(table: Table, step: str, lang: str, *, may_close: bool) -> dict[str, Any] | None:
    """Payments of this moment in clearing order; with the last of them the cards go and the round is closed.

    ``when``: ``now`` where the round waits for it, ``may`` where it can also go with the rest, ``wait`` where an open
    finding comes first. None where nothing is due and the round can't be closed.
    """
    if not table.round_open:
        return None
    last = step in ("settle", "close")
    moves = list(_due_now(table, last=last))
    closes = last and may_close and bool(table.bets)
    if not moves and not closes:
        return None
    events = [move.event() for move in moves]
    at_once = table.house.busts_at_once and any(move.stake.hand.bust for move in moves)
    return {
        "events": events + [dict(event) for event in CLOSING] if closes else events,
        "rows": [_row(move, lang) for move in moves],
        "closes": closes,
        "when": "wait" if not may_close else "now" if last or at_once else "may",
    }


def _row(move: Move, lang: str) -> dict[str, Any]:
    stake = move.stake
    on = "" if stake.on == "main" else f" ({bet_name(stake.on, lang)})"
    who = "" if stake.owner is None else f", {stake.owner}"
    do = MOVES[move.kind].of(lang).format(amount=money(move.amount, lang))
    spot = spot_name(stake.hand.spot, lang)
    words = contracted(f"{spot[:1].upper()}{spot[1:]}{on}{who}: {RESULTS[move.result].of(lang)}, {do}", lang)
    return {
        "spot": stake.hand.spot,
        "on": stake.on,
        "owner": stake.owner,
        "result": move.result,
        "kind": move.kind,
        "amount": move.amount,
        "words": words,
    }


def _due_now(table: Table, *, last: bool) -> Iterator[Move]:
    if table.phase != PLAYING and not table.shoe_empty:
        return
    if table.disordered and not table.play_begun and not last:
        return
    for stake in in_clearing_order(table):
        if last or _is_free(table, stake):
            yield from moves_of(table, stake)


def in_clearing_order(table: Table) -> list[Stake]:
    """Insurance first, then the hands from right to left, on each the player's bet before the others'."""
    return sorted(
        table.bets.values(),
        key=lambda stake: (
            stake.on != "insurance",
            -stake.hand.number[0],
            -stake.hand.number[1],
            stake.on != "main",
            stake.owner or "",
        ),
    )


def _is_free(table: Table, stake: Stake) -> bool:
    """Whether a bet can be settled while others still play: nothing that comes can change what it is due."""
    hand = stake.hand
    if stake.void and not stake.stake:
        return hand.invalid or table.play_begun
    if not is_known(table, stake) or needs_dealer(table, stake):
        return False
    if stake.on == "perfect_pairs":
        return True
    if stake.on == "insurance":
        return table.dealer_played
    if hand.bust:
        return table.house.busts_at_once
    return hand.out or hand.natural


def moves_of(table: Table, stake: Stake) -> Iterator[Move]:
    """What is left to move on a bet so that it stands settled as due; nothing while the dealer's hand is short."""
    if not stake.stake:
        yield from _give_back(stake)
        return
    if stake.void and stake.taken <= stake.stake:
        yield Move(stake, "void", "returned", stake.void)
    owed = due(table, stake)
    if not stake.touched:
        if owed.amount and not needs_dealer(table, stake):
            yield Move(stake, owed.result, owed.kind, owed.amount)
    elif is_known(table, stake) and not needs_dealer(table, stake):
        yield from _put_right(table, stake, owed)


def _give_back(stake: Stake) -> Iterator[Move]:
    """A bet that is void as a whole: the chips that lie there and those already taken go back, winnings come home."""
    won = moved(stake)
    back = max(0, stake.lies) + max(0, -won)
    if back:
        yield Move(stake, "void", "returned", back)
    if won > 0:
        yield Move(stake, "void", "taken", won)


def _put_right(table: Table, stake: Stake, owed: Due) -> Iterator[Move]:
    expected, actual = balance(table, stake)
    off = expected - actual
    if off > 0 and owed.kind == "paid":
        yield Move(stake, owed.result, "paid", off)
    elif off > 0:
        # What was taken too much comes back together with the chips that lie there still: those go first.
        back = off + max(0, stake.lies) if stake.taken else off
        yield Move(stake, owed.result, "returned", back)
    elif off < 0:
        yield Move(stake, owed.result, "taken", -off)
        if owed.kind == "returned" and not stake.returned and stake.paid == stake.taken - off:
            yield Move(stake, owed.result, owed.kind, owed.amount)
