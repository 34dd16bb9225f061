"""The tree of RFC 6962 as arithmetic: what is hashed, which nodes a proof is made of, and whether a proof holds.

Nothing here knows where nodes are kept: whoever makes a proof asks for a `Span` at a time. The verifying half follows
RFC 9162, 2.1.3.2 and 2.1.4.2, and shares nothing with the making half but the two hashes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

EMPTY = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


class Span(NamedTuple):
    """The leaves from ``start`` to before ``end``, and the hash over them: MTH(D[start:end])."""

    start: int
    end: int


class Node(NamedTuple):
    """A full subtree: ``2 ** level`` leaves, the ``nth`` such from the left. Leaves are of level 0."""

    level: int
    nth: int


def leaf_hash(record: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + record).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def full(hashes: Sequence[bytes]) -> bytes:
    """The hash over a row of sibling nodes; their count is a power of two."""
    row = list(hashes)
    while len(row) > 1:
        row = [node_hash(row[place], row[place + 1]) for place in range(0, len(row), 2)]
    return row[0]


def nodes_of(span: Span) -> Iterator[Node]:
    """The full subtrees that a span is made of, from the left, each smaller than the one before.

    Only of spans as the tree has them: those that begin where their largest subtree may begin.
    """
    start = span.start
    while start < span.end:
        level = (span.end - start).bit_length() - 1
        if start % (1 << level):
            raise ValueError(f"no subtree begins at {start} and reaches beyond {span.end}")
        yield Node(level, start >> level)
        start += 1 << level


def joined(hashes: Iterable[bytes]) -> bytes:
    """The hash of a span from the hashes of its `nodes_of`."""
    given = list(hashes)
    if not given:
        return EMPTY
    whole = given.pop()
    while given:
        whole = node_hash(given.pop(), whole)
    return whole


def inclusion_spans(index: int, size: int) -> list[Span]:
    """What proves that leaf ``index`` is in a tree of ``size``: PATH of RFC 6962, 2.1.1, the leaf's sibling first."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    start, end, path = 0, size, []
    while end - start > 1:
        middle = start + _left(end - start)
        if index < middle:
            path.append(Span(middle, end))
            end = middle
        else:
            path.append(Span(start, middle))
            start = middle
    return path[::-1]


def consistency_spans(old: int, new: int) -> list[Span]:
    """What proves that the tree of ``new`` leaves begins with that of ``old``: PROOF of RFC 6962, 2.1.2.

    Nothing where both are the same, or the older is empty (every tree begins with nothing).
    """
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} leaves does not begin with one of {old}")
    if old in (0, new):
        return []
    start, end, whole, path = 0, new, True, []
    while old != end:
        middle = start + _left(end - start)
        if old <= middle:
            path.append(Span(middle, end))
            end = middle
        else:
            path.append(Span(start, middle))
            start, whole = middle, False
    if not whole:
        path.append(Span(start, end))
    return path[::-1]


def includes(*, index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes) -> bool:
    """Does the proof show that the leaf of this hash is at ``index`` of the tree of that size and root?"""
    if not 0 <= index < size:
        return False
    place, last, result = index, size - 1, leaf
    for hashed in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            result = node_hash(hashed, result)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            result = node_hash(result, hashed)
        place, last = place >> 1, last >> 1
    return last == 0 and result == root


def extends(*, old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Does the proof show that the tree of ``new`` leaves is that of ``old`` leaves with others added at its end?"""
    if not 0 <= old <= new:
        return False
    if old == 0:
        return not proof and old_root == EMPTY and (new > 0 or new_root == EMPTY)
    if old == new:
        return not proof and old_root == new_root
    path = list(proof)
    if not old & (old - 1):
        path.insert(0, old_root)
    if not path:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = path[0]
    for hashed in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            before, after = node_hash(hashed, before), node_hash(hashed, after)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            after = node_hash(after, hashed)
        place, last = place >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root


def _left(size: int) -> int:
    """How many leaves the left subtree of a tree of ``size`` has: the largest power of two below it."""
    return 1 << (size - 1).bit_length() - 1
