"""Two rows of cards beside each other: where they part, and that nothing is made up where they do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import DECK
from rules.comparison.align import END, agree, beside, differences, pairs, parting

CARDS = st.lists(st.sampled_from(sorted(DECK)), max_size=40)


def cards(text: str) -> list[str | None]:
    return [None if word == "-" else word for word in text.split()]


@pytest.mark.parametrize(
    ("played", "seen", "parted"),
    [
        ("5s 9d 6d Kc", "6s 9d 6d Kc", (1, 1)),  # another card in its place
        ("5s 9d 6d Kc", "9d 6d Kc", (1, 0)),  # one that the source did not see
        ("9d 6d Kc", "5s 9d 6d Kc", (0, 1)),  # one that the table did not write
        ("5s Th 9d 6d Kc", "Th 5s 9d 6d Kc", (2, 2)),  # the other way round
        ("5s 8c 9d 6d Kc", "9d 6d Kc", (2, 0)),
        ("5s 9d", "6s 9d", None),  # not enough behind it to tell
        ("5s 9d 6d", "6s", None),
        ("5s 9d 6d Kc", "6s - 6d Kc", (1, 1)),  # what nobody could read goes with any, and shows nothing
    ],
)
def test_where_they_part_is_told_once_enough_agrees_behind(
    played: str, seen: str, parted: tuple[int, int] | None
) -> None:
    assert parting(cards(played), cards(seen)) == parted


def test_rows_that_are_over_always_part_somewhere() -> None:
    assert parting(cards("5s"), cards("6s"), ended=True) == (1, 1)
    assert parting(cards("5s 9d"), cards("9d"), ended=True) == (1, 0)
    assert parting(cards("5s 9d 2c"), cards("Kc Qd"), ended=True) == (3, 2)


def test_the_end_of_a_shoe_is_no_card() -> None:
    assert not agree(END, None)
    assert not agree(None, END)
    assert parting(["5s", END, "9d"], [END, "9d"]) == (1, 0)
    assert pairs(["5s", END], [END]) == [(0, None), (1, 0)]


@given(CARDS, st.integers(0, 39), st.sampled_from(sorted(DECK)))
def test_the_fewest_differences_are_found(row: list[str], at: int, card: str) -> None:
    assert pairs(row, row) == [(place, place) for place in range(len(row))]
    assert differences(row, row) == 0
    at = min(at, len(row))
    longer = [*row[:at], card, *row[at:]]
    found = pairs(row, longer)
    assert sum(here is None or there is None for here, there in found) == 1
    assert [there for _, there in found if there is not None] == list(range(len(longer)))


@given(CARDS, CARDS)
def test_every_card_of_both_rows_has_its_line(played: list[str], seen: list[str]) -> None:
    for found in (pairs(played, seen), beside(played, seen)):
        assert [here for here, _ in found if here is not None] == list(range(len(played)))
        assert [there for _, there in found if there is not None] == list(range(len(seen)))
