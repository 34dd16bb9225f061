"""RFC 6962's own definitions, word for word and slow: what our arithmetic is held against."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def split(size: int) -> int:
    k = 1
    while k * 2 < size:
        k *= 2
    return k


def mth(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return sha()
    if len(leaves) == 1:
        return sha(b"\x00", leaves[0])
    k = split(len(leaves))
    return sha(b"\x01", mth(leaves[:k]), mth(leaves[k:]))


def path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return [*path(index, leaves[:k]), mth(leaves[k:])]
    return [*path(index - k, leaves[k:]), mth(leaves[:k])]


def proof(old: int, leaves: Sequence[bytes]) -> list[bytes]:
    return subproof(old, leaves, True)


def subproof(old: int, leaves: Sequence[bytes], whole: bool) -> list[bytes]:
    if old == len(leaves):
        return [] if whole else [mth(leaves)]
    k = split(len(leaves))
    if old <= k:
        return [*subproof(old, leaves[:k], whole), mth(leaves[k:])]
    return [*subproof(old - k, leaves[k:], False), mth(leaves[:k])]
