"""Generated play in which one dealer pays one seat too much, as a record of it would stand."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any


def favoured(lines: list[bytes], *, errors: int, spread: bool = False) -> tuple[list[bytes], str, str]:
    """The same lines with so many wins paid two chips too much; who and which seat.

    They go to the pair of dealer and seat that has just enough wins for them, or ``spread`` over all, one in turn.
    """
    events: list[dict[str, Any]] = [json.loads(line) for line in lines]
    wins: dict[tuple[str, str], list[int]] = {}
    counted: set[str] = set()
    dealer, chip = "", 1
    for place, event in enumerate(events):
        dealer = event.get("dealer", dealer)
        chip = event.get("chip", chip)
        if event["kind"] == "round_opened":
            counted = set()
        seat = event.get("spot", "").partition(".")[0]
        if event["kind"] == "paid" and event.get("on", "main") == "main" and seat not in counted:
            # Two hands of a seat in one round are one occasion
            counted.add(seat)
            wins.setdefault((dealer, seat), []).append(place)
    enough = {pair: places for pair, places in wins.items() if len(places) >= errors}
    who, seat = min(enough, key=lambda pair: len(enough[pair]))
    places = enough[who, seat][:errors]
    if spread:
        every = sorted(place for of in wins.values() for place in of)
        places = every[:: len(every) // errors][:errors]
        assert max(Counter(_pair(wins, place) for place in places).values()) < errors
    for place in places:
        events[place]["amount"] += 2 * chip
    return [json.dumps(event, separators=(",", ":")).encode() + b"\n" for event in events], who, seat


def _pair(wins: dict[tuple[str, str], list[int]], place: int) -> tuple[str, str]:
    return next(pair for pair, places in wins.items() if place in places)
