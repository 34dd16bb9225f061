"""The generator's own settlement, case by case from the regulator's text."""

import pytest

from pitboss.simulator import payouts
from pitboss.simulator.payouts import Due
from pitboss.simulator.profile import PROFILES

SCJ = PROFILES["cl-scj"]


@pytest.mark.parametrize(
    ("cards", "dealer", "split", "due"),
    [
        ("As Kh", "9c 8d", False, Due("blackjack", "paid", 15_000)),
        ("As Kh", "Ac Kd", False, Due("push", "returned", 10_000)),
        ("As Kh", "9c 8d", True, Due("win", "paid", 10_000)),
        ("As Kh", "7c 7d 7s", True, Due("push", "returned", 10_000)),
        ("7s 7h 7d", "Ac Kd", False, Due("lose", "taken", 10_000)),
        ("Ts 9h", "9c 8d", False, Due("win", "paid", 10_000)),
        ("Ts 7h", "9c 8d", False, Due("push", "returned", 10_000)),
        ("Ts 6h", "9c 8d", False, Due("lose", "taken", 10_000)),
        ("Ts 6h 9d", "9c 7d Td", False, Due("lose", "taken", 10_000)),
        ("2s 3h", "9c 7d Td", False, Due("win", "paid", 10_000)),
    ],
)
def test_a_hand_is_due_what_the_text_says(cards: str, dealer: str, split: bool, due: Due) -> None:
    got = payouts.main(cards.split(), 10_000, dealer.split(), split=split, chip=1000, profile=SCJ)
    assert got == due


@pytest.mark.parametrize(
    ("stake", "chip", "amount"),
    [(5000, 1000, 8000), (5000, 500, 7500), (5001, 1, 7502), (25_000, 5000, 40_000)],
)
def test_a_natural_is_rounded_up_to_the_chip(stake: int, chip: int, amount: int) -> None:
    assert payouts.natural(stake, chip, SCJ).amount == amount


@pytest.mark.parametrize(("stake", "chip", "taken"), [(10_000, 1000, 5000), (15_000, 5000, 5000), (7, 1, 3)])
def test_what_is_left_of_a_surrender_is_rounded_up(stake: int, chip: int, taken: int) -> None:
    assert payouts.surrender(stake, chip) == Due("surrender", "taken", taken)


@pytest.mark.parametrize(
    ("cards", "due"),
    [
        ("8s 8s", Due("win", "paid", 25_000)),
        ("8s 8c", Due("win", "paid", 15_000)),
        ("8s 8h", Due("win", "paid", 5000)),
        ("Ks Qs", Due("lose", "taken", 1000)),
    ],
)
def test_perfect_pairs_look_at_rank_suit_and_colour(cards: str, due: Due) -> None:
    assert payouts.pairs(cards.split(), 1000, SCJ) == due


def test_insurance_pays_two_to_one_on_a_natural_only() -> None:
    assert payouts.insurance(["As", "Kd"], 5000, SCJ) == Due("win", "paid", 10_000)
    assert payouts.insurance(["As", "5d", "5h"], 5000, SCJ) == Due("lose", "taken", 5000)


@pytest.mark.parametrize(
    ("profile", "due"),
    [
        ("ar-casino", Due("push", "returned", 10_000)),
        ("cl-scj", Due("lose", "taken", 10_000)),
        ("lccartas", Due("lose", "taken", 10_000)),
    ],
)
def test_21_on_a_split_ace_ties_a_dealer_natural_in_one_house_only(profile: str, due: Due) -> None:
    cards, dealer = ["As", "Kh"], ["Ac", "Kd"]
    got = payouts.main(cards, 10_000, dealer, split=True, aces=True, chip=1000, profile=PROFILES[profile])
    assert got == due


def test_21_on_a_split_ten_loses_to_a_dealer_natural_there_too() -> None:
    cards, dealer = ["Ks", "Ah"], ["Ac", "Kd"]
    got = payouts.main(cards, 10_000, dealer, split=True, chip=1000, profile=PROFILES["ar-casino"])
    assert got == Due("lose", "taken", 10_000)
