"""Short plays as a tablet says them: facts only, the store adds id, time and badge."""

from __future__ import annotations

from typing import Any

Said = dict[str, Any]

READY: list[Said] = [
    {"kind": "table_opened", "profile": "cl-scj", "min": 5000, "max": 500000, "dealer": "R-2117"},
    {"kind": "decks_checked", "counts": [52] * 6, "backs": ["red"] * 3 + ["blue"] * 3, "in_sequence": False},
    {"kind": "shuffled", "method": "chemin", "passes": 1},
    {"kind": "shuffled", "method": "normal", "passes": 2},
    {"kind": "cut", "behind": 78},
    {"kind": "burned", "card": "2c", "why": "first"},
]


def plain_round(number: int) -> list[Said]:
    """One seat against the dealer, 20 against 19, without a finding."""
    return [
        {"kind": "round_opened", "round": number},
        {"kind": "bet", "spot": "1", "amount": 10000},
        {"kind": "bets_closed"},
        {"kind": "dealt", "to": "1", "card": "Th"},
        {"kind": "dealt", "to": "dealer", "card": "9c"},
        {"kind": "dealt", "to": "1", "card": "Ts"},
        {"kind": "acted", "spot": "1", "action": "stand"},
        {"kind": "dealt", "to": "dealer", "card": "Td"},
        {"kind": "paid", "spot": "1", "amount": 10000},
        {"kind": "cards_collected", "order": "right_to_left"},
        {"kind": "round_closed"},
    ]


def card_over_17(number: int) -> list[Said]:
    """The same, but the dealer draws to 19 and a card that is burned, as is prescribed."""
    play = plain_round(number)
    play[8:8] = [{"kind": "dealt", "to": "dealer", "card": "5s"}, {"kind": "burned", "card": "5s", "why": "over_17"}]
    return play
