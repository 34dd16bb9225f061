"""The whole picture of a table at one moment."""

from __future__ import annotations

from typing import Any

from rules import EDITION
from rules.hand import Stake
from rules.house import House
from rules.replay import Replay
from rules.scene import scene
from rules.table import Table
from rules.tablet.expects import blocking, expects
from rules.tablet.found import findings
from rules.tablet.proposal import proposal
from rules.tablet.turns import turn, waiting, windows


def picture(run: Replay, lang: str) -> dict[str, Any]:
    """Everything the tablet draws and every event it can write with one tap, as plain values.

    Pure: it reads the replay and changes nothing, and it never raises, whatever the table did.
    """
    table = run.table
    comes = expects(run, lang)
    playing = waiting(table) if table.round_open else []
    return {
        "edition": EDITION,
        "lang": lang,
        "seq": run.last_seq,
        "opened": table.opened,
        "profile": table.house.profile,
        "house": house(table.house),
        "scene": scene(table),
        "expects": comes,
        "turn": turn(table, playing[0]) if playing else None,
        "turns": [turn(table, hand) for hand in playing],
        **windows(table),
        "last_bets": last_bets(table),
        "proposal": proposal(table, comes["step"], lang, may_close=not blocking(run)),
        "findings": findings(run, lang),
    }


def house(rules: House) -> dict[str, Any]:
    """The house's options that a key, a limit or an amount on the tablet depends on."""
    return {
        "min": rules.min,
        "max": rules.max,
        "chip": rules.chip,
        "currency": rules.currency,
        "perfect_pairs": rules.perfect_pairs,
        "even_money": rules.even_money,
        "seats": rules.seats,
        "decks": rules.decks,
        "surrender": rules.surrender,
        "back_bets": rules.back_bets,
        "hands_per_seat": rules.hands_per_seat,
        "insurance_exact": rules.insurance_exact,
        "busts_at_once": rules.busts_at_once,
        "face_down": sorted(rules.face_down),
        "cut_least": rules.cut_least,
        "cut_most": rules.cut_most,
    }


def last_bets(table: Table) -> list[dict[str, Any]]:
    """The bets that the last round began with, as the events that make them again.

    Without those of players who were excluded since, and without what a double or a split added.
    """
    bets = table.bets if not table.round_open and table.bets else table.last_bets
    found = []
    for stake in sorted(bets.values(), key=lambda one: (one.hand.number, one.on != "main", one.owner or "")):
        amount = _placed(stake)
        if stake.on == "insurance" or "." in stake.hand.spot or not amount or stake.hand.seat in table.excluded:
            continue
        event: dict[str, Any] = {"kind": "bet", "spot": stake.hand.spot, "amount": amount}
        if stake.on != "main":
            event["on"] = stake.on
        if stake.owner is not None:
            event["owner"] = stake.owner
        found.append(event)
    return found


def _placed(stake: Stake) -> int:
    """What lay there at the first card: a double puts the same again beside it, as far as it was put."""
    hand = stake.hand
    whole = stake.stake
    if hand.invalid:
        whole += stake.void + stake.given_back
    if not hand.doubled or stake.on != "main":
        return whole
    if stake.owner is None:
        return (whole + hand.short - hand.excess) // 2
    # Whoever bets behind a seat follows its double by one more bet of his own, or not at all.
    return whole // 2 if any(seq > hand.lying[0].seq for seq in stake.seqs if hand.lying) else whole
