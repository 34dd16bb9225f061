"""What the log holds of an entry of the ledger: where it stands in its chain, and its hash there.

Five lines, the last without a line break:

    pitboss leaf 1
    <table>          the table's number in the database
    <session>        the session's, as in the chain's own hash
    <number>         the entry's place in that session, from 1
    <hash>           the entry's chain hash, 64 hexadecimal letters

The chain hash covers the whole event and every entry before it in the session (see `pitboss.ledger.chain`), so one leaf
ties the order of its table to the order of the house. It names nobody.
"""

from __future__ import annotations

import re
from typing import NamedTuple

FORMAT = "pitboss leaf 1"
_RECORD = re.compile(rf"{FORMAT}\n([1-9]\d*)\n([1-9]\d*)\n([1-9]\d*)\n([0-9a-f]{{64}})", re.ASCII)


class Leaf(NamedTuple):
    table: int
    session: int
    number: int
    hash: bytes


def record_of(leaf: Leaf) -> bytes:
    return f"{FORMAT}\n{leaf.table}\n{leaf.session}\n{leaf.number}\n{leaf.hash.hex()}".encode()


def leaf_of(record: bytes) -> Leaf:
    """The other way round. Raises ValueError for what is not such a record."""
    found = _RECORD.fullmatch(record.decode("utf-8", "replace"))
    if found is None:
        raise ValueError(f"not a leaf of pitboss: {record!r}")
    return Leaf(int(found[1]), int(found[2]), int(found[3]), bytes.fromhex(found[4]))
