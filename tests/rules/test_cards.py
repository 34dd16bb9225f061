"""Points, naturals and pairs of a hand."""

from __future__ import annotations

import pytest

from rules.cards import is_natural, is_soft, pair_odds, total


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("", 0),
        ("Th 9s", 19),
        ("As", 11),
        ("As Kd", 21),
        ("As Ad", 12),
        ("As Td 5c", 16),
        ("5c As 5d", 21),
        ("As Td Tc", 21),
        ("As Td Tc Ad", 22),
        ("Th 9s 3c", 22),
    ],
)
def test_one_ace_counts_11_where_that_does_not_pass_21(cards: str, points: int) -> None:
    assert total(cards.split()) == points


@pytest.mark.parametrize(("cards", "soft"), [("As 6d", True), ("As 6d Tc", False), ("Th 7d", False), ("As Kd", True)])
def test_a_hand_is_soft_while_an_ace_counts_11(cards: str, soft: bool) -> None:
    assert is_soft(cards.split()) is soft


@pytest.mark.parametrize(
    ("cards", "natural"),
    [("As Kd", True), ("Td Ac", True), ("9s 2d", False), ("As Kd Ac", False), ("As", False), ("5s 6d", False)],
)
def test_a_natural_is_an_ace_and_a_ten_in_two_cards(cards: str, natural: bool) -> None:
    assert is_natural(cards.split()) is natural


@pytest.mark.parametrize(
    ("cards", "odds"),
    [("Ts Ts", 25), ("Ts Tc", 15), ("Th Td", 15), ("Ts Th", 5), ("Td Tc", 5), ("Ts Ks", 0), ("2s 3s", 0)],
)
def test_a_pair_is_of_one_rank_and_pays_by_suit_and_colour(cards: str, odds: int) -> None:
    first, second = cards.split()
    assert pair_odds(first, second) == odds
