"""The settlement as paid beside as due, hand by hand: every bet of the round, and what a finding says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.audit.regulation import result_words
from pitboss.audit.telling import bet_name
from pitboss.replay.models import Finding, Outcome, Round

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """One bet: what it should have come to and what it came to, signed from the player's side. None: not computed, and
    shown as such, never as zero. ``corrected`` is what the report says was put right; ``found``: a finding names it."""

    spot: str
    on: str
    owner: str
    expected: int | None
    actual: int | None
    difference: int | None
    stake: int | None = None
    cards: tuple[str, ...] = ()
    total: int | None = None
    result: str = ""
    found: bool = False
    corrected: int | None = None


@dataclass(frozen=True, slots=True)
class Money:
    """``dealer``: the dealer's cards, and what they come to."""

    rows: list[MoneyRow]
    owed: int
    overpaid: int
    dealer: tuple[str, ...] = ()
    dealer_total: int | None = None


def settlement(findings: Sequence[Finding], this: Round | None, details: Mapping[str, Any]) -> Money:
    """A bet that findings name is told as the last of them has it, one that none names as the round's cards do; a
    finding that was replaced names none. What is owed is what findings say, and nothing else."""
    rows = _of_round(this)
    differences: dict[Key, int] = {}
    for finding in findings:
        if finding.outcome == Outcome.SUPERSEDED:
            continue
        for told in finding.data.get("money") or []:
            key = str(told.get("spot")), str(told.get("on")), str(told.get("owner") or "")
            bare = MoneyRow(key[0], bet_name(key[1]), key[2], None, None, None)
            rows[key] = replace(
                rows.get(key, bare),
                expected=told.get("expected"),
                actual=told.get("actual"),
                difference=told.get("difference"),
                found=True,
            )
            differences[key] = told.get("difference") or 0
    for one in details.get("money_corrected", {}).get("bets", []):
        for key in [key for key in rows if key[:2] == (one["spot"], one.get("on", "main"))][:1]:
            rows[key] = replace(rows[key], corrected=one["amount"])
    dealer: Mapping[str, Any] = next((hand for hand in _hands(this) if hand["spot"] == "dealer"), {})
    return Money(
        rows=[rows[key] for key in sorted(rows, key=_place)],
        owed=sum(amount for amount in differences.values() if amount > 0),
        overpaid=-sum(amount for amount in differences.values() if amount < 0),
        dealer=tuple(dealer.get("cards", ())),
        dealer_total=dealer.get("total"),
    )


def _of_round(this: Round | None) -> dict[Key, MoneyRow]:
    rows: dict[Key, MoneyRow] = {}
    for hand in _hands(this):
        for bet in hand["bets"]:
            due, moved = bet["due"], bet["moved"] if bet["settled"] else None
            rows[hand["spot"], bet["on"], bet["owner"] or ""] = MoneyRow(
                spot=hand["spot"],
                on=bet_name(bet["on"]),
                owner=bet["owner"] or "",
                expected=due,
                actual=moved,
                difference=None if due is None or moved is None else due - moved,
                stake=bet["stake"] + bet["void"],
                cards=tuple(hand["cards"]),
                total=hand["total"],
                result=result_words(bet["result"]),
            )
    return rows


def _hands(this: Round | None) -> list[dict[str, Any]]:
    return [] if this is None else list(this.hands or ())


def _place(key: Key) -> tuple[bool, float, Key]:
    """Seats as they are numbered, ``3.2`` behind ``3``; what is no number comes last."""
    digits = key[0].replace(".", "", 1)
    return not digits.isdigit(), float(key[0]) if digits.isdigit() else 0.0, key
