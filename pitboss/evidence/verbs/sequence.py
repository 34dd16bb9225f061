"""Take what the tables have written since into the tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.db import connection, transaction

from pitboss.evidence.locks import SEQUENCER, hold
from pitboss.evidence.merkle import leaf_hash
from pitboss.evidence.queries import tree_size
from pitboss.evidence.record import Leaf, record_of
from pitboss.evidence.tiles import FULL, HASH, LEVELS, WIDTH, Place, whole

AT_ONCE = 32_768
"""Leaves a transaction: half a second, and nobody waits for it but the next of these."""

# A head moves in the transaction of its entries, and a session's transactions end one after the other (its head is
# locked to the end). So up to its head a session is complete, whatever other tables have not committed yet; ids would
# not say that: a lower one can become visible after a higher.
BEHIND = """
    SELECT head.session_id, COALESCE(taken.number, 0), head.number
    FROM ledger_head head LEFT JOIN evidence_taken taken USING (session_id)
    WHERE head.number > COALESCE(taken.number, 0)
    ORDER BY head.session_id
"""
TAKE = """
    WITH picked AS (
        SELECT entry.id, entry.number, entry.hash, entry.session_id, session.table_id,
               %s + row_number() OVER (ORDER BY entry.session_id, entry.number) - 1 AS index
        FROM unnest(%s::bigint[], %s::integer[], %s::integer[]) AS due (session_id, after, upto)
        JOIN casino_tablesession session ON session.id = due.session_id
        JOIN ledger_entry entry ON entry.session_id = due.session_id
            AND entry.number > due.after AND entry.number <= due.upto
    ), put AS (
        INSERT INTO evidence_leaf (index, entry_id) SELECT index, id FROM picked ORDER BY index
    )
    SELECT table_id, session_id, number, hash FROM picked ORDER BY index
"""
GROW = """
    INSERT INTO evidence_tile AS tile (level, index, hashes)
    SELECT * FROM unnest(%s::smallint[], %s::bigint[], %s::bytea[])
    ON CONFLICT (level, index) DO UPDATE SET hashes = tile.hashes || EXCLUDED.hashes
"""


def sequence() -> int:
    """Take in every entry that is committed and not in the tree yet, each once; how many that were.

    Each batch is a transaction of its own, unless the caller has one open. Within a batch: by session, then in the
    order of the session.
    """
    taken = 0
    while some := _batch():
        taken += some
        if some < AT_ONCE:
            break
    return taken


def _batch() -> int:
    with transaction.atomic():
        hold(SEQUENCER)
        due = _due()
        if not due:
            return 0
        start = tree_size()
        with connection.cursor() as cursor:
            cursor.execute(TAKE, [start, *map(list, zip(*due, strict=True))])
            records = [record_of(Leaf(table, session, number, bytes(made))) for table, session, number, made in cursor]
        _grow(start, [leaf_hash(record) for record in records])
        return len(records)


def _due() -> list[tuple[int, int, int]]:
    """Session, after which number, up to which: not more than a batch."""
    due: list[tuple[int, int, int]] = []
    room = AT_ONCE
    with connection.cursor() as cursor:
        cursor.execute(BEHIND)
        for session_id, after, upto in cursor:
            if not room:
                break
            upto = min(upto, after + room)
            due.append((session_id, after, upto))
            room -= upto - after
    return due


def _grow(start: int, hashes: Sequence[bytes]) -> None:
    """Put hashes of leaves, from leaf ``start`` on, into tiles, and tiles that become full into those above."""
    added: dict[Place, bytes] = {}
    level = 0
    while hashes and level < LEVELS:
        rows: dict[int, list[bytes]] = defaultdict(list)
        for at, hashed in enumerate(hashes, start):
            rows[at // WIDTH].append(hashed)
        added |= {Place(level, index): b"".join(row) for index, row in rows.items()}
        above = []
        for index in rows:
            tile = added[Place(level, index)]
            if index == start // WIDTH and start % WIDTH and len(tile) + start % WIDTH * HASH == FULL:
                tile = _stored(Place(level, index)) + tile
            if len(tile) == FULL:
                above.append(whole(tile))
        start, hashes, level = start // WIDTH, above, level + 1
    with connection.cursor() as cursor:
        cursor.execute(GROW, [[place.level for place in added], [place.nth for place in added], list(added.values())])


def _stored(place: Place) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT hashes FROM evidence_tile WHERE level = %s AND index = %s", list(place))
        (hashes,) = cursor.fetchone() or (b"",)
    return bytes(hashes)
