"""In which order the events of wide rows happened: a row is a hand, and hands are dealt side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from pitboss.imports.definition import Step

R = TypeVar("R")
VALUE_OF: Final = frozenset({"card", "amount", "action", "cards"})
"""The field of a step's event that its column says."""


def in_order(rows: Sequence[R], steps: Sequence[Step], is_dealer: Callable[[R], bool]) -> Iterator[tuple[R, int]]:
    """Every row of a round with each of its steps, by number from 0.

    A step ``across`` comes for all rows before the next; others row by row, the dealer's last. The dealer has one card
    of the initial deal (no profile has a hole card): his others wait until the players have played.
    """
    ordered = [*(row for row in rows if not is_dealer(row)), *(row for row in rows if is_dealer(row))]
    waiting: list[tuple[R, int]] = []
    dealt_across = 0
    number = 0
    while number < len(steps):
        step = steps[number]
        if step.across:
            if step.kind == "dealt":
                dealt_across += 1
            else:
                yield from waiting
                waiting = []
            for row in ordered:
                if step.kind == "dealt" and dealt_across > 1 and is_dealer(row):
                    waiting.append((row, number))
                else:
                    yield row, number
            number += 1
            continue
        end = number
        while end < len(steps) and not steps[end].across:
            end += 1
        for row in ordered:
            if is_dealer(row):
                yield from waiting
                waiting = []
            yield from ((row, nth) for nth in range(number, end))
        number = end
    yield from waiting
