"""Roots and proofs against RFC 6962's definitions and Certificate Transparency's own test vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pitboss.evidence.merkle import (
    EMPTY,
    Node,
    Span,
    consistency_spans,
    extends,
    full,
    includes,
    inclusion_spans,
    joined,
    leaf_hash,
    nodes_of,
)
from tests.evidence import naive

# The leaves and roots that certificate-transparency-go and trillian test with
CT_LEAVES = [bytes.fromhex(leaf) for leaf in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657",
                                              "606162636465666768696a6b6c6d6e6f")]  # fmt: skip
CT_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
sizes = some.integers(1, 300)


def leaves(size: int) -> list[bytes]:
    return [f"leaf {index}".encode() for index in range(size)]


def hashes(spans: Sequence[Span], entries: Sequence[bytes]) -> list[bytes]:
    def node(one: Node) -> bytes:
        start = one.nth << one.level
        return full([leaf_hash(entry) for entry in entries[start : start + (1 << one.level)]])

    return [joined(node(one) for one in nodes_of(span)) for span in spans]


def flipped(hashed: bytes) -> bytes:
    return bytes([hashed[0] ^ 1]) + hashed[1:]


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_those_of_certificate_transparency(size: int) -> None:
    assert hashes([Span(0, size)], CT_LEAVES)[0].hex() == CT_ROOTS[size - 1]


def test_a_tree_without_leaves_has_the_hash_of_nothing() -> None:
    assert joined([]) == EMPTY == naive.mth([])


@given(sizes)
def test_a_root_is_the_one_that_the_rfc_defines(size: int) -> None:
    assert hashes([Span(0, size)], leaves(size)) == [naive.mth(leaves(size))]


@given(some.data(), sizes)
def test_an_inclusion_proof_is_the_one_that_the_rfc_defines_and_holds(data: some.DataObject, size: int) -> None:
    index = data.draw(some.integers(0, size - 1))
    entries = leaves(size)
    path = hashes(inclusion_spans(index, size), entries)
    assert path == naive.path(index, entries)
    shown: dict[str, Any] = {
        "index": index,
        "size": size,
        "leaf": leaf_hash(entries[index]),
        "root": naive.mth(entries),
    }
    assert includes(proof=path, **shown)
    for at in range(len(path)):
        assert not includes(proof=[*path[:at], flipped(path[at]), *path[at + 1 :]], **shown)
        assert not includes(proof=[*path[:at], *path[at + 1 :]], **shown)
    assert not includes(proof=[*path, EMPTY], **shown)
    assert not includes(proof=path, **{**shown, "leaf": flipped(shown["leaf"])})
    assert not includes(proof=path, **{**shown, "root": flipped(shown["root"])})
    assert not includes(proof=path, **{**shown, "index": size})
    assert size == 1 or not includes(proof=path, **{**shown, "index": (index + 1) % size})


@given(some.data(), sizes)
def test_a_consistency_proof_is_the_one_that_the_rfc_defines_and_holds(data: some.DataObject, size: int) -> None:
    old = data.draw(some.integers(1, size))
    entries = leaves(size)
    path = hashes(consistency_spans(old, size), entries)
    assert path == naive.proof(old, entries)
    shown: dict[str, Any] = {
        "old": old,
        "new": size,
        "old_root": naive.mth(entries[:old]),
        "new_root": naive.mth(entries),
    }
    assert extends(proof=path, **shown)
    for at in range(len(path)):
        assert not extends(proof=[*path[:at], flipped(path[at]), *path[at + 1 :]], **shown)
        assert not extends(proof=[*path[:at], *path[at + 1 :]], **shown)
    assert not extends(proof=[*path, EMPTY], **shown)
    assert not extends(proof=path, **{**shown, "old_root": flipped(shown["old_root"])})
    assert not extends(proof=path, **{**shown, "new_root": flipped(shown["new_root"])})
    assert not extends(proof=path, **{**shown, "old": size + 1})


def test_every_tree_begins_with_the_empty_one() -> None:
    root = naive.mth(leaves(3))
    assert extends(old=0, new=3, old_root=EMPTY, new_root=root, proof=[])
    assert not extends(old=0, new=3, old_root=root, new_root=root, proof=[])
    assert not extends(old=0, new=0, old_root=EMPTY, new_root=root, proof=[])
    assert consistency_spans(0, 3) == []


def test_what_is_not_in_a_tree_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="leaf 3 is not in a tree of 3"):
        inclusion_spans(3, 3)
    with pytest.raises(ValueError, match="does not begin"):
        consistency_spans(4, 3)
    with pytest.raises(ValueError, match="no subtree begins"):
        list(nodes_of(Span(1, 4)))
