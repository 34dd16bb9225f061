"""What a player may do at a house whose values no profile has."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.legality import double_is_allowed, split_is_allowed
from rules.table import Table
from tests.rules.plays import played

SPLIT = "bet 1 100; dealt 1 8h; dealt dealer 9d; dealt 1 8c; acted 1 split; dealt 1 2d; dealt 1.2 3s"
ACES = "bet 1 100; dealt 1 Ah; dealt dealer 9d; dealt 1 Ac; acted 1 split; dealt 1 Ad; dealt 1.2 9s"


def at(play: str, **values: object) -> Table:
    """The table of a play, in a house of other values."""
    table = played(play).table
    table.house = replace(table.house, **values)
    return table


@pytest.mark.parametrize("allowed", [True, False])
def test_a_split_hand_doubles_where_the_house_lets_it(allowed: bool) -> None:
    table = at(SPLIT, double_after_split=allowed)
    assert double_is_allowed(table, table.hands["1"]) is allowed
    assert double_is_allowed(table, table.hands["1.2"]) is allowed
    plain = at("bet 1 100; dealt 1 4h; dealt dealer 9d; dealt 1 6c", double_after_split=allowed)
    assert double_is_allowed(plain, plain.hands["1"])


def test_a_split_ace_never_doubles() -> None:
    table = at(ACES)
    assert not double_is_allowed(table, table.hands["1.2"])


@pytest.mark.parametrize("allowed", [True, False])
def test_aces_are_split_again_where_the_house_lets_it(allowed: bool) -> None:
    table = at(ACES, resplit_aces=allowed)
    assert split_is_allowed(table, table.hands["1"]) is allowed


@pytest.mark.parametrize(("hands", "allowed"), [(1, False), (2, False), (3, True)])
def test_a_seat_has_as_many_hands_as_the_house_lets_it(hands: int, allowed: bool) -> None:
    table = at("bet 1 100; dealt 1 8h; dealt dealer 9d; dealt 1 8c; acted 1 split; dealt 1 8d", hands_per_seat=hands)
    assert split_is_allowed(table, table.hands["1"]) is allowed
