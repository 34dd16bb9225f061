"""What was declared, as events of the record: for a round whose cards are on it, where the cards themselves can show
what happened and what was done about it.

A code that is not here is declared in such a round too: no event of its own shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.replay import Replay
from rules.scene import scene

Facts = Mapping[str, Any]
Said = list[dict[str, Any]]


def _exposed(facts: Facts) -> Said:
    return [{"kind": "exposed", "card": facts["card"]}]


def _stuck(facts: Facts) -> Said:
    return [{"kind": "stuck", "to": facts["to"], "cards": list(facts["cards"])}]


def _dropped(facts: Facts) -> Said:
    owner = {"from": facts["spot"]} if facts.get("spot") else {}
    return [{"kind": "dropped", "card": facts["card"], **owner}]


def _shoe_empty(facts: Facts) -> Said:
    return [{"kind": "shoe_empty"}]


def _dealt(facts: Facts) -> Said:
    return [{"kind": "dealt", "to": facts["spot"], "card": facts["card"]}]


def _to_dealer(facts: Facts) -> Said:
    return [{"kind": "dealt", "to": "dealer", "card": facts["card"]}]


def _unrequested(facts: Facts) -> Said:
    return [*_dealt(facts), {"kind": facts["reply"], "spot": facts["spot"]}]


DIRECT: dict[str, tuple[tuple[str, ...], Callable[[Facts], Said]]] = {
    "exposed-card": (("card",), _exposed),
    "stuck-cards": (("to", "cards"), _stuck),
    "card-on-floor": (("card",), _dropped),
    "cut-card-missed": ((), _shoe_empty),
    "deal-order": (("spot", "card"), _dealt),
    "dealer-card-over-17": (("card",), _to_dealer),
    "unrequested-card": (("spot", "card", "reply"), _unrequested),
}
"""The facts that the events need, and the events."""


def direct(run: Replay, code: str, facts: Facts) -> Said | None:
    """The events, without time and person; None where the cards of a round are not on record, where a fact is missing
    that they need, or where no event shows this code."""
    needed, events = DIRECT.get(code, ((), None))
    if events is None or any(facts.get(name) in (None, "", []) for name in needed) or not on_record(run):
        return None
    return events(facts)


def on_record(run: Replay) -> bool:
    """Is a round open whose cards are being written down?"""
    if run.table.round is None:
        return False
    shown = scene(run.table)
    return bool(shown["dealer"]["cards"]) or any(hand["cards"] for spot in shown["spots"] for hand in spot["hands"])
