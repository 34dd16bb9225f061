"""Every committed entry is taken into the tree, once, in the order of its table, whoever commits when."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from pitboss.casino.cast import Cast
from pitboss.evidence import queries
from pitboss.evidence.merkle import includes, leaf_hash
from pitboss.evidence.models import Leaf, Tile
from pitboss.evidence.record import leaf_of
from pitboss.evidence.tiles import Place, places_of, unbundled, whole
from pitboss.evidence.verbs import sequence as verb
from pitboss.evidence.verbs.sequence import sequence
from pitboss.ledger.models import Entry
from tests.evidence import naive
from tests.evidence.night import more, night


def test_all_entries_are_taken_in_once_and_the_root_is_that_of_their_records(cast: Cast) -> None:
    sessions = night(cast.casino, 3, 0, 2)
    assert sequence() == 5
    assert sequence() == 0
    records = queries.records(0, 5)
    assert [leaf_of(record)[1:3] for record in records] == [
        (sessions[0].pk, 1), (sessions[0].pk, 2), (sessions[0].pk, 3), (sessions[2].pk, 1), (sessions[2].pk, 2)
    ]  # fmt: skip
    assert queries.tree_size() == 5
    assert queries.root_at(5) == naive.mth(records)


def test_a_record_names_the_table_and_the_hash_of_the_chain(cast: Cast) -> None:
    (session,) = night(cast.casino, 1)
    sequence()
    entry = Entry.objects.get(session=session)
    (record,) = queries.records(0, 1)
    assert leaf_of(record) == (session.table_id, session.pk, 1, bytes(entry.hash))


@pytest.mark.parametrize("at_once", [7, 300])
def test_however_it_is_batched_the_tiles_are_those_of_the_tree(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(verb, "AT_ONCE", at_once)
    first, second = night(cast.casino, 250, 20)
    sequence()
    more(second, 260)
    more(first, 3)
    assert sequence() == 263
    records = queries.records(0, 533)
    assert {(tile.level, tile.index): len(tile.hashes) // 32 for tile in Tile.objects.all()} == {
        tuple(place): width for place, width in places_of(533)
    }
    for size in (1, 255, 256, 257, 512, 533):
        assert queries.root_at(size) == naive.mth(records[:size])
    bottom = queries.tile(Place(0, 1), 256)
    assert bottom == b"".join(leaf_hash(record) for record in records[256:512])
    assert queries.tile(Place(1, 0), 2) == whole(queries.tile(Place(0, 0), 256) or b"") + whole(bottom)
    assert queries.tile(Place(0, 2), 22) is None
    assert unbundled(queries.entries(2, 21) or b"") == records[512:]
    assert queries.inclusion(300, 533) == naive.path(300, records)
    assert queries.consistency(257, 533) == naive.proof(257, records)


def test_a_proof_reads_a_few_tiles_and_one_query(cast: Cast, django_assert_num_queries: object) -> None:
    night(cast.casino, 600)
    sequence()
    root, (record,) = queries.root_at(600), queries.records(599, 600)
    with django_assert_num_queries(1):  # type: ignore[operator]
        path = queries.inclusion(599, 600)
    assert includes(index=599, size=600, leaf=leaf_hash(record), proof=path, root=root)


@pytest.mark.django_db(transaction=True)
def test_an_entry_that_commits_late_is_not_passed_over(cast: Cast) -> None:
    """It has a lower id than what is taken in before it."""
    early, late = night(cast.casino, 1, 1)
    sequence()
    written, go_on = threading.Event(), threading.Event()

    def slow_table() -> None:
        try:
            with transaction.atomic():
                more(early, 2)
                written.set()
                go_on.wait(20)
        finally:
            connection.close()

    slow = threading.Thread(target=slow_table)
    slow.start()
    try:
        assert written.wait(20)
        more(late, 3)
        # Not held up by the open transaction either
        assert sequence() == 3
    finally:
        go_on.set()
        slow.join()
    assert sequence() == 2
    ids = list(Leaf.objects.order_by("index").values_list("entry_id", flat=True))
    assert len(set(ids)) == 7
    assert ids != sorted(ids)


@pytest.mark.django_db(transaction=True)
def test_two_sequencers_at_once_take_nothing_twice(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verb, "AT_ONCE", 10)
    night(cast.casino, 40, 35, 22)
    taken: list[int] = []

    def take() -> None:
        try:
            taken.append(sequence())
        finally:
            connection.close()

    both = [threading.Thread(target=take) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    sequence()
    assert sum(taken) <= 97
    assert queries.tree_size() == Leaf.objects.values("entry").distinct().count() == Entry.objects.count() == 97
    assert queries.root_at(97) == naive.mth(queries.records(0, 97))
