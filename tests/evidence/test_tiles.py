"""Tiles: their names, their widths, and the records that the log is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pitboss.evidence.merkle import Node, full, leaf_hash
from pitboss.evidence.record import Leaf, leaf_of, record_of
from pitboss.evidence.tiles import (
    HASH,
    Place,
    bundle,
    index_of,
    node_from,
    path_of,
    places_of,
    rows_of,
    unbundled,
    width_at,
)

LEAF = Leaf(table=4, session=17, number=212, hash=bytes(range(32)))


def test_a_number_is_cut_in_threes_as_the_specification_has_it() -> None:
    assert path_of(1234067) == "x001/x234/067"
    assert path_of(0) == "000"


@given(some.integers(0, 10**12))
def test_a_path_says_its_number(index: int) -> None:
    assert index_of(path_of(index)) == index


@pytest.mark.parametrize("path", ["", "0", "1234", "x001", "x000/067", "001/067", "x001/x234/67", "٠٠٠", "000/"])
def test_what_is_not_a_path_has_no_number(path: str) -> None:
    assert index_of(path) is None


def test_a_tree_of_seventy_thousand_has_the_tiles_of_the_specification() -> None:
    tiles = list(places_of(70_000))
    assert sum(width == 256 for place, width in tiles if place.level == 0) == 273
    assert [width for place, width in tiles if place.level == 0][-1] == 112
    assert [width for place, width in tiles if place.level == 1] == [256, 17]
    assert [(place, width) for place, width in tiles if place.level > 1] == [(Place(2, 0), 1)]


def test_a_tree_of_256_has_one_full_tile_and_one_of_width_one() -> None:
    assert list(places_of(256)) == [(Place(0, 0), 256), (Place(1, 0), 1)]
    assert list(places_of(0)) == []
    assert width_at(Place(0, 1), 256) == 0


@given(some.integers(0, 7), some.data())
def test_a_node_inside_a_tile_is_made_of_its_row(level: int, data: some.DataObject) -> None:
    index = data.draw(some.integers(0, (512 >> level) - 1))
    hashes = [leaf_hash(str(at).encode()) for at in range(512)]
    tiles = {Place(0, 0): rows_of(b"".join(hashes[:256])), Place(0, 1): rows_of(b"".join(hashes[256:]))}
    assert node_from(Node(level, index), tiles) == full(hashes[index << level : (index + 1) << level])


def test_a_hash_that_a_tile_does_not_have_yet_is_missed_aloud() -> None:
    with pytest.raises(LookupError):
        node_from(Node(1, 1), {Place(0, 0): rows_of(bytes(3 * HASH))})
    with pytest.raises(LookupError):
        node_from(Node(8, 0), {})


@given(some.lists(some.binary(max_size=300)))
def test_a_bundle_gives_back_its_records(records: list[bytes]) -> None:
    assert unbundled(bundle(records)) == records


@pytest.mark.parametrize("cut", [b"\x00", b"\x00\x02a", bundle([b"abc"])[:-1]])
def test_a_bundle_that_is_cut_is_refused(cut: bytes) -> None:
    with pytest.raises(ValueError, match="ends inside"):
        unbundled(cut)


def test_a_record_is_five_lines_and_says_where_its_entry_is() -> None:
    assert record_of(LEAF) == b"pitboss leaf 1\n4\n17\n212\n" + LEAF.hash.hex().encode()
    assert leaf_of(record_of(LEAF)) == LEAF


@pytest.mark.parametrize("record", [b"", record_of(LEAF) + b"\n", record_of(LEAF).replace(b"17", b"017"),
                                    record_of(LEAF).replace(b"leaf 1", b"leaf 2"), record_of(LEAF)[:-1],
                                    record_of(LEAF).upper()])  # fmt: skip
def test_what_is_not_a_record_is_not_read(record: bytes) -> None:
    with pytest.raises(ValueError, match="not a leaf"):
        leaf_of(record)
