"""Two rows of the same cards, put beside each other: where they part, and for how long.

A card is its two letters; None is one that nobody could read and goes with any; ``END`` is the end of a shoe and goes
with another end only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

END: Final = "end"
"""Stands in a row where its shoe ended: no card goes with it."""
NEAR: Final = 2
"""Differences as short as this are waited for before a longer one is believed."""
FARTHEST: Final = 24
"""Cards that one side may be ahead of the other, without an outage that explains it."""

Card = str | None
Pair = tuple[int | None, int | None]
"""Places in the two rows that belong together; None on the side that has nothing there."""


def agree(one: Card, other: Card) -> bool:
    if one is None:
        return other != END
    if other is None:
        return one != END
    return one == other


def anchor(here: int, there: int) -> int:
    """Cards that must agree behind a difference before it is believed; the longer it is, the more by chance do.

    Another card in its place is believed soonest: it is told while its round is played.
    """
    if here == there == 1:
        return 2
    cost = max(here, there)
    if cost <= 2:
        return 3
    return 4 if cost <= 6 else 5


def parting(
    played: Sequence[Card], seen: Sequence[Card], *, ended: bool = False, farthest: int = FARTHEST
) -> tuple[int, int] | None:
    """How many of each differ, where their first cards do not agree; None while the cards behind do not show it yet.

    ``ended``: nothing more comes on either side, and the answer is never None.
    """
    for cost in range(1, min(farthest, max(len(played), len(seen))) + 1):
        waits = False
        for here, there in _shapes(cost):
            wanted = anchor(here, there)
            agreed = _goes_on(played, here, seen, there, wanted, ended)
            if agreed is None:
                continue
            if agreed >= wanted:
                return here, there
            # A short difference may yet show; a long one waits for none of which nothing is seen
            waits = waits or (not ended and (cost <= NEAR or agreed > 0))
        if waits:
            return None
    return (len(played), len(seen)) if ended else None


def _shapes(cost: int) -> Iterator[tuple[int, int]]:
    """Others in their place first, then one side longer by as little as may be."""
    yield cost, cost
    for shorter in range(cost - 1, -1, -1):
        yield cost, shorter
        yield shorter, cost


def _goes_on(
    played: Sequence[Card], here: int, seen: Sequence[Card], there: int, wanted: int, ended: bool
) -> int | None:
    """How many cards agree from these places on, as far as they go and no further than wanted; None: they do not."""
    if ended and (here > len(played) or there > len(seen)):
        return None
    firm = 0
    while here < len(played) and there < len(seen):
        one, other = played[here], seen[there]
        if not agree(one, other):
            return None
        if one == END:
            return wanted
        firm += one is not None and other is not None
        if firm == wanted:
            return wanted
        here, there = here + 1, there + 1
    if not ended:
        return firm
    return wanted if here == len(played) and there == len(seen) else None


def pairs(played: Sequence[Card], seen: Sequence[Card]) -> list[Pair]:
    """The two rows beside each other with the fewest differences; another card in its place counts as one."""
    width = len(seen) + 1
    costs = [list(range(width))]
    for here, one in enumerate(played, 1):
        row = [here]
        above = costs[-1]
        for there, other in enumerate(seen, 1):
            row.append(min(above[there - 1] + _other(one, other), above[there] + 1, row[there - 1] + 1))
        costs.append(row)
    here, there = len(played), len(seen)
    found: list[Pair] = []
    while here or there:
        cost = costs[here][there]
        if here and there and cost == costs[here - 1][there - 1] + _other(played[here - 1], seen[there - 1]):
            here, there = here - 1, there - 1
            found.append((here, there))
        elif here and cost == costs[here - 1][there] + 1:
            here -= 1
            found.append((here, None))
        else:
            there -= 1
            found.append((None, there))
    found.reverse()
    return found


def differences(played: Sequence[Card], seen: Sequence[Card]) -> int:
    """The fewest by which one of them goes along with the beginning of the other."""
    row = list(range(len(seen) + 1))
    fewest = row[-1] if not played else len(played) + len(seen)
    for here, one in enumerate(played, 1):
        above, row = row, [here]
        for there, other in enumerate(seen, 1):
            row.append(min(above[there - 1] + _other(one, other), above[there] + 1, row[there - 1] + 1))
        fewest = min(fewest, row[-1])
    return min(fewest, *row)


def _other(one: Card, other: Card) -> int:
    """What it costs that these two lie beside each other; an end beside a card is dearer than both alone."""
    if agree(one, other):
        return 0
    return 3 if END in (one, other) else 1


def beside(played: Sequence[Card], seen: Sequence[Card]) -> list[Pair]:
    """Two rows that are over, beside each other from end to end. Linear where they agree, whatever their length."""
    here = there = 0
    found: list[Pair] = []
    while here < len(played) and there < len(seen):
        if agree(played[here], seen[there]):
            found.append((here, there))
            here, there = here + 1, there + 1
            continue
        near = slice(here, here + 2 * FARTHEST), slice(there, there + 2 * FARTHEST)
        whole = len(played) - here <= 2 * FARTHEST and len(seen) - there <= 2 * FARTHEST
        parted = parting(played[near[0]], seen[near[1]], ended=whole) or (1, 1)
        some = pairs(played[here : here + parted[0]], seen[there : there + parted[1]])
        found += [
            (None if one is None else here + one, None if other is None else there + other) for one, other in some
        ]
        here, there = here + parted[0], there + parted[1]
    found += [(one, None) for one in range(here, len(played))]
    found += [(None, other) for other in range(there, len(seen))]
    return found
