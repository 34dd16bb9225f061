"""How a tree is cut into tiles: https://c2sp.org/tlog-tiles, height 8.

A tile of level L has up to 256 hashes, each over ``256 ** L`` leaves. Nodes in between are made from a tile's row.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.evidence.merkle import Node, full

HEIGHT = 8
WIDTH = 1 << HEIGHT
HASH = 32
FULL = WIDTH * HASH
LEVELS = 8  # more leaves than 256 ** 8 nobody will have
_PATH = re.compile(r"(?:x\d{3}/)*\d{3}")


class Place(NamedTuple):
    """Which tile: its level, and the how-manieth of that level."""

    level: int
    nth: int


def path_of(index: int) -> str:
    """1234067 is ``x001/x234/067``."""
    parts = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        parts.append(f"x{index % 1000:03}")
    return "/".join(reversed(parts))


def index_of(path: str) -> int | None:
    """The other way round; None for what is not such a path, or not the shortest of its number."""
    if not _PATH.fullmatch(path):
        return None
    index = int(path.replace("/", "").replace("x", ""))
    return index if path_of(index) == path else None


def width_at(place: Place, size: int) -> int:
    """How many hashes that tile has in a tree of ``size`` leaves; 0 where there is none yet."""
    return max(0, min(WIDTH, (size >> HEIGHT * place.level) - place.nth * WIDTH))


def places_of(size: int) -> Iterator[tuple[Place, int]]:
    """Every tile of a tree of that size, with its width."""
    for level in range(LEVELS):
        rows = size >> HEIGHT * level
        for index in range(-(-rows // WIDTH)):
            place = Place(level, index)
            yield place, width_at(place, size)


def tile_with(node: Node) -> tuple[Place, int, int]:
    """Where a node comes from: the tile, and the range of its hashes that are its leaves there."""
    level, inside = divmod(node.level, HEIGHT)
    first = node.nth << inside
    return Place(level, first // WIDTH), first % WIDTH, first % WIDTH + (1 << inside)


def node_from(node: Node, tiles: Mapping[Place, bytes]) -> bytes:
    """The hash of a full subtree. Raises LookupError where the tile is missing or too narrow."""
    place, start, end = tile_with(node)
    hashes = tiles[place]
    if len(hashes) < end * HASH:
        raise LookupError(f"tile {place.level}/{place.nth} has no hash {end - 1}")
    return full([hashes[at * HASH : (at + 1) * HASH] for at in range(start, end)])


def whole(tile: bytes) -> bytes:
    """The hash over a full tile: what the level above has of it."""
    return full([tile[at : at + HASH] for at in range(0, FULL, HASH)])


def bundle(records: Iterable[bytes]) -> bytes:
    """Entries as the log serves them: each behind its length, two bytes, the higher first."""
    return b"".join(struct.pack(">H", len(record)) + record for record in records)


def unbundled(entries: bytes) -> list[bytes]:
    """Raises ValueError for bytes that end inside an entry."""
    records, at = [], 0
    while at < len(entries):
        end = at + 2 + int.from_bytes(entries[at : at + 2], "big")
        if at + 2 > len(entries) or end > len(entries):
            raise ValueError(f"the bundle ends inside the entry at byte {at}")
        records.append(entries[at + 2 : end])
        at = end
    return records
