"""What the screens add to an event's own sentence: its icon, and short names for seats, roles and bets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext

Body = Mapping[str, Any]

ICONS: Final = {
    "table_opened": "table", "decks_checked": "check", "shuffled": "shuffle", "cut": "card",
    "burned": "burn", "cut_card_out": "flag", "shoe_empty": "flag", "shoe_ended": "shuffle",
    "dealer_changed": "user", "table_closed": "lock", "round_opened": "play", "bet": "coins",
    "bets_closed": "coins", "dealt": "card", "acted": "user", "refused": "x", "accepted": "check",
    "exposed": "card", "stuck": "card", "dropped": "card", "picked_up": "user", "reordered": "swap",
    "paid": "coins", "taken": "coins", "returned": "coins", "cards_collected": "undo",
    "discard_opened": "card", "round_closed": "check", "conduct": "user", "excluded": "out",
    "disputed": "flag", "ruled": "user", "cctv_requested": "camera", "declared": "flag",
    "seen": "search", "feed": "card", "corrected": "undo",
}  # fmt: skip
"""One icon for each kind of the contract; a test holds the two lists together."""

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def icon_of(kind: str) -> str:
    return ICONS.get(kind, "noted")


def card_glyph(code: object) -> str:
    """``Td`` as ``10♦``; what is no card stays as it came."""
    text = str(code)
    if len(text) != 2 or text[1] not in _SUITS:
        return text
    return ("10" if text[0] == "T" else text[0]) + _SUITS[text[1]]


def spot_name(spot: object) -> str:
    """The bare name of a place: ``3.2``, *croupier*, *nadie*."""
    if spot == "dealer":
        return gettext("croupier")
    if spot in (None, "none"):
        return gettext("nadie")
    return str(spot)


def contracted(sentence: str) -> str:
    """Spanish joins *a el* and *de el*; English has neither."""
    return sentence.replace(" a el ", " al ").replace(" de el ", " del ")


def role_name(name: object) -> str:
    names = {
        "dealer": gettext("croupier"),
        "pit_boss": gettext("jefe de mesa"),
        "section_head": gettext("jefe de sección"),
        "player": gettext("jugador"),
        "floor": gettext("sala"),
    }
    return names.get(str(name), str(name))


def bet_name(on: object) -> str:
    names = {
        "main": gettext("Principal"),
        "perfect_pairs": gettext("Perfect Pairs"),
        "insurance": gettext("Seguro"),
    }
    return names.get(str(on), str(on))
