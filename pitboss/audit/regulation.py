"""As it was played beside the order of the regulation, hand by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from pitboss.audit.telling import spot_name


@dataclass(frozen=True, slots=True)
class Lying:
    """One card of a hand; ``moved`` when it lies elsewhere in the other order."""

    card: str
    moved: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """``result`` is empty where it can't be said: the engine does not invent decisions."""

    cards: list[Lying]
    total: int | None
    result: str


@dataclass(frozen=True, slots=True)
class Compared:
    """``rows``: the hand's name, as played, by regulation. ``results``: is any result known?
    ``unsaid``: is one known on one side only, or on none?"""

    rows: list[tuple[str, Hand, Hand]]
    results: bool
    unsaid: bool


def compared(regulation: Mapping[str, Any] | None) -> Compared | None:
    """From a finding's ``regulation``: ``played``, ``regulation``, ``totals``, ``results``, each by spot."""
    if not regulation:
        return None
    played, due = regulation.get("played") or {}, regulation.get("regulation") or {}
    rows = []
    for spot in sorted({*played, *due}, key=lambda spot: (spot in ("dealer", "none"), spot)):
        totals = (regulation.get("totals") or {}).get(spot) or {}
        results = (regulation.get("results") or {}).get(spot) or {}
        one = _hand(played.get(spot, []), due.get(spot, []), totals.get("played"), results.get("played"))
        other = _hand(due.get(spot, []), played.get(spot, []), totals.get("regulation"), results.get("regulation"))
        rows.append((spot_name(spot).capitalize(), one, other))
    results_known = any(one.result or other.result for _, one, other in rows)
    unsaid = any(not (one.result and other.result) for name, one, other in rows if name[:1].isdigit())
    return Compared(rows, results=results_known, unsaid=results_known and unsaid)


def _hand(cards: Sequence[str], other: Sequence[str], total: int | None, result: object) -> Hand:
    lying = [Lying(card, place >= len(other) or other[place] != card) for place, card in enumerate(cards)]
    return Hand(lying, total if cards else None, result_words(result))


def result_words(result: object) -> str:
    words = {
        "win": gettext("Gana"),
        "lose": gettext("Pierde"),
        "push": gettext("Empata"),
        "void": gettext("Nula"),
        "blackjack": gettext("Black Jack"),
        "surrender": gettext("Se retira"),
        "even_money": gettext("Pago par"),
    }
    return words.get(str(result), "" if result is None else str(result))
