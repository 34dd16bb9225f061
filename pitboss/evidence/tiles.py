"""How a tree is cut into tiles: https://c2sp.org/tlog-tiles, height 8.

A tile of level L has up to 256 hashes, each over ``256 ** L`` leaves. Nodes in between are made from a tile's row.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.evidence.merkle import Node, full, node_hash

HEIGHT = 8
WIDTH = 1 << HEIGHT
HASH = 32
FULL = WIDTH * HASH
LEVELS = 8  # more leaves than 256 ** 8 nobody will have
Rows = list[list[bytes]]
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


def place_of(node: Node) -> Place:
    """The tile that a node is in, or is made of."""
    level, inside = divmod(node.level, HEIGHT)
    return Place(level, node.nth >> HEIGHT - inside)


def rows_of(tile: bytes) -> Rows:
    """A tile's hashes, and above them each row of nodes that are whole; made once, whatever is asked of the tile."""
    row = [tile[at : at + HASH] for at in range(0, len(tile), HASH)]
    rows = [row]
    while len(row) > 1:
        row = [node_hash(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
        rows.append(row)
    return rows


def node_from(node: Node, tiles: Mapping[Place, Rows]) -> bytes:
    """The hash of a full subtree. Raises LookupError where the tile is missing or too narrow."""
    inside = node.level % HEIGHT
    return tiles[place_of(node)][inside][node.nth % (WIDTH >> inside)]


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
