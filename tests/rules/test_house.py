"""A house's values at work: what the chip pays, on what one doubles, what the table's opening says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from rules.events import TableOpened
from rules.house import House

SCJ = House.of("cl-scj")
OPENED = TableOpened(
    at=datetime(2026, 1, 1, tzinfo=UTC),
    profile="lccartas",
    decks=4,
    seats=5,
    chip=500,
    min=1000,
    max=9000,
    currency="USD",
    perfect_pairs=True,
    even_money=False,
)


@pytest.mark.parametrize(
    ("chip", "numerator", "denominator", "paid"),
    [(1, 7, 2, 4), (1, 8, 2, 4), (500, 7001, 1, 7500), (500, 7000, 1, 7000), (500, 15001, 2, 8000), (3, 0, 1, 0)],
)
def test_what_the_chip_cannot_pay_goes_up_to_the_next_one(
    chip: int, numerator: int, denominator: int, paid: int
) -> None:
    assert replace(SCJ, chip=chip).up_to_chip(numerator, denominator) == paid


def test_a_house_that_does_not_round_up_pays_what_is_due_without_the_rest() -> None:
    house = replace(SCJ, chip=500, round_up=False)
    assert house.up_to_chip(15001, 2) == 7500
    assert isinstance(house.up_to_chip(15001, 2), int)
    assert house.up_to_chip(7001) == 7001


@pytest.mark.parametrize(
    ("cards", "soft", "allowed"),
    [
        ("4s 5d", True, True),
        ("5s 6d", True, True),
        ("4s 4d", True, False),
        ("6s 6d", True, False),
        ("As 8d", True, True),
        ("As 9d", True, True),
        ("As 8d", False, False),
        ("As Td", True, False),
        ("As 7d", True, False),
        ("As Ad", True, False),
        ("2s 3d 4c", True, False),
        ("9s", True, False),
    ],
)
def test_doubling_is_for_9_10_and_11_in_two_cards(cards: str, soft: bool, allowed: bool) -> None:
    assert replace(SCJ, double_soft=soft).may_double_on(cards.split()) is allowed


def test_a_soft_total_that_the_house_does_not_list_is_not_doubled() -> None:
    assert not replace(SCJ, double_totals=(10, 11)).may_double_on(["As", "8d"])


def test_the_table_opens_with_its_own_options() -> None:
    house = House.at(OPENED)
    assert (house.profile, house.pinned, house.natural_stands) == ("lccartas", False, True)
    assert (house.decks, house.seats, house.chip, house.min, house.max) == (4, 5, 500, 1000, 9000)
    assert (house.currency, house.perfect_pairs, house.even_money) == ("USD", True, False)


def test_a_profile_given_from_outside_outranks_the_opening_and_is_pinned() -> None:
    house = House.at(OPENED, "cl-scj")
    assert (house.profile, house.pinned, house.natural_stands, house.seats) == ("cl-scj", True, False, 5)
    assert House.of("cl-scj", pinned=True).pinned is True
    assert House.of("cl-scj").pinned is False
