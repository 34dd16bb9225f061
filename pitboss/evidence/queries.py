"""Reading the tree: its size, its root at any size, proofs, and what is served of it. A proof reads a few tiles."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.models import Max

from pitboss.evidence.head import Proof, TreeHead
from pitboss.evidence.merkle import Span, consistency_spans, inclusion_spans, joined, nodes_of
from pitboss.evidence.models import Checkpoint, Key, Leaf, Tile
from pitboss.evidence.note import VerifierKey
from pitboss.evidence.record import Leaf as LeafRecord
from pitboss.evidence.record import record_of
from pitboss.evidence.tiles import HASH, WIDTH, Place, Rows, bundle, node_from, place_of, rows_of

RECORDS = """
    SELECT session.table_id, entry.session_id, entry.number, entry.hash
    FROM evidence_leaf leaf
    JOIN ledger_entry entry ON entry.id = leaf.entry_id
    JOIN casino_tablesession session ON session.id = entry.session_id
    WHERE leaf.index >= %s AND leaf.index < %s ORDER BY leaf.index
"""
CONSISTENCY = "pitboss consistency 1"
AT_ONCE = 500
"""Proofs a query: those of entries that are near each other share their tiles, others need two or three each."""


def tree_size() -> int:
    last = Leaf.objects.aggregate(last=Max("index"))["last"]
    return 0 if last is None else int(last) + 1


def root_at(size: int) -> bytes:
    """The root of the tree as it was with that many leaves."""
    return hashes_of([Span(0, size)])[0]


def inclusion(index: int, size: int) -> list[bytes]:
    """The path from a leaf to the root of the tree of that size. Raises ValueError for a leaf that is not in it."""
    return hashes_of(inclusion_spans(index, size))


def consistency(old: int, new: int) -> list[bytes]:
    """What shows that the tree of ``new`` leaves begins with that of ``old``."""
    return hashes_of(consistency_spans(old, new))


def consistency_text(old: Checkpoint, new: Checkpoint) -> str:
    """The same between two checkpoints, as a bundle carries it (docs/evidence.md)."""
    path = [base64.b64encode(hashed).decode() for hashed in consistency(old.size, new.size)]
    return json.dumps({"format": CONSISTENCY, "old": old.note, "new": new.note, "path": path}, ensure_ascii=False)


def hashes_of(spans: Sequence[Span]) -> list[bytes]:
    """The hash of each span; the tiles of all of them are read together."""
    nodes = [list(nodes_of(span)) for span in spans]
    tiles = _tiles({place_of(node) for row in nodes for node in row})
    return [joined(node_from(node, tiles) for node in row) for row in nodes]


def proof_of(entry_id: int, checkpoint: Checkpoint) -> Proof | None:
    """That this entry of the ledger is in the checkpoint's tree; None if it was taken in later, or not yet."""
    return proofs_of([entry_id], checkpoint).get(entry_id)


def proofs_of(entry_ids: Iterable[int], checkpoint: Checkpoint) -> dict[int, Proof]:
    """The same for many, by entry; those that the checkpoint does not have yet are left out."""
    wanted = Leaf.objects.filter(entry__in=list(entry_ids), index__lt=checkpoint.size).order_by("index")
    found = list(wanted.values_list("entry_id", "index"))
    proofs: dict[int, Proof] = {}
    for start in range(0, len(found), AT_ONCE):
        some = found[start : start + AT_ONCE]
        paths = [inclusion_spans(index, checkpoint.size) for _, index in some]
        hashes = iter(hashes_of([span for path in paths for span in path]))
        for (entry_id, index), path in zip(some, paths, strict=True):
            proofs[entry_id] = Proof(index, tuple(next(hashes) for _ in path), checkpoint.note)
    return proofs


def records(start: int, end: int) -> list[bytes]:
    """The records of the leaves from ``start`` to before ``end``, made of the entries as they are now."""
    with connection.cursor() as cursor:
        cursor.execute(RECORDS, [start, end])
        return [record_of(LeafRecord(table, session, number, bytes(made))) for table, session, number, made in cursor]


def tile(place: Place, width: int) -> bytes | None:
    """The first ``width`` hashes of a tile; None where the tree has not so many."""
    hashes = Tile.objects.filter(level=place.level, index=place.nth).values_list("hashes", flat=True).first()
    if hashes is None or len(hashes) < width * HASH:
        return None
    return bytes(hashes)[: width * HASH]


def entries(index: int, width: int) -> bytes | None:
    """The entry bundle beside a tile of level 0; None where the tree has not so many."""
    found = records(index * WIDTH, index * WIDTH + width)
    return bundle(found) if len(found) == width else None


def newest(origin: str | None = None) -> Checkpoint | None:
    held = Checkpoint.objects.select_related("key")
    return (held if origin is None else held.filter(key__name=origin)).first()


def verifiers() -> list[VerifierKey]:
    """Every key that the log ever signed with, the first first."""
    return [key.verifier for key in Key.objects.all()]


def head_of(checkpoint: Checkpoint) -> TreeHead:
    return TreeHead(checkpoint.key.name, checkpoint.size, bytes(checkpoint.root))


def _tiles(places: Iterable[Place]) -> dict[Place, Rows]:
    """All there are of those tiles, by place."""
    wanted = sorted(places)
    found: dict[Place, Rows] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT level, index, hashes FROM evidence_tile JOIN"
            " unnest(%s::smallint[], %s::bigint[]) AS wanted (level, index) USING (level, index)",
            [[place.level for place in wanted], [place.nth for place in wanted]],
        )
        for level, index, hashes in cursor:
            found[Place(level, index)] = rows_of(bytes(hashes))
    return found
