"""Is the tree still the one of the ledger, and is every head that was ever signed one of this tree?

Every entry is read again and hashed from its record; nothing of the tiles is believed. The chains inside the tables are
`pitboss.ledger.verify`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from pitboss.evidence import queries
from pitboss.evidence.head import TreeHead, read_checkpoint
from pitboss.evidence.merkle import leaf_hash
from pitboss.evidence.models import Checkpoint, Key
from pitboss.evidence.note import NotANote
from pitboss.evidence.tiles import HASH, WIDTH, Place, places_of, whole
from pitboss.evidence.verbs.rotate_key import introduces

WHY = {
    "tile": _("una parte del árbol no es la de los asientos"),
    "entry": _("falta un asiento que el árbol tiene"),
    "checkpoint": _("un punto de control no es de este árbol"),
    "signature": _("la firma de un punto de control no vale"),
    "key": _("una llave no fue presentada por la anterior"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """``where``: a tile as its path, the size of a checkpoint, a key's id. ``why``: one of the keys of WHY."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {WHY[self.why]}"


def faults(size: int) -> Iterator[Fault]:
    """All that is wrong with the tree of the first ``size`` leaves and what was signed of it."""
    yield from _tiles(size)
    yield from _keys()
    keys = queries.verifiers()
    for checkpoint in Checkpoint.objects.select_related("key").order_by("pk").iterator():
        head = queries.head_of(checkpoint)
        try:
            stated, by = read_checkpoint(checkpoint.note, keys)
        except NotANote:
            yield Fault(str(head.size), "signature")
            continue
        if stated != head or checkpoint.key.verifier not in by or not _is_of_this_tree(head):
            yield Fault(str(head.size), "checkpoint")


def _tiles(size: int) -> Iterator[Fault]:
    below: dict[Place, bytes] = {}
    for place, width in places_of(size):
        tile = queries.tile(place, width)
        if place.level == 0:
            records = queries.records(place.nth * WIDTH, place.nth * WIDTH + width)
            if len(records) != width:
                yield Fault(f"{place.level}/{place.nth}", "entry")
            made = b"".join(leaf_hash(record) for record in records)
        else:
            first = place.nth * WIDTH
            made = b"".join(below.pop(Place(place.level - 1, index)) for index in range(first, first + width))
        if width == WIDTH and len(made) == WIDTH * HASH:
            below[place] = whole(made)
        elif width == WIDTH:
            below[place] = bytes(HASH)
        if made != tile:
            yield Fault(f"{place.level}/{place.nth}", "tile")


def _keys() -> Iterator[Fault]:
    before: Key | None = None
    for key in Key.objects.all():
        if before is not None and not introduces(key.introduction, before.verifier, key.verifier):
            yield Fault(key.verifier.id.hex(), "key")
        before = key


def _is_of_this_tree(head: TreeHead) -> bool:
    try:
        return queries.root_at(head.size) == head.root
    except LookupError:
        return False
