"""The figures that every count of six decks must give, by enumeration and as exact fractions."""

from fractions import Fraction

import pytest

from pitboss.simulator import exact
from pitboss.simulator.profile import PROFILES

SCJ = PROFILES["cl-scj"]


@pytest.fixture(scope="module")
def dealer() -> exact.DealerTable:
    """Six full decks, no card replaced, the dealer playing out, standing on soft 17; naturals count."""
    return exact.DealerTable()


def test_a_natural_is_192_hands_in_4043() -> None:
    share = exact.two_card_totals()["natural"]
    assert share == Fraction(192, 4043)
    assert f"{float(share):.3%}" == "4.749%"


def test_the_dealer_shows_an_ace_once_in_thirteen() -> None:
    share = Fraction(exact.COUNTS[1], exact.CARDS)
    assert share == Fraction(1, 13)
    assert f"{float(share):.3%}" == "7.692%"


def test_two_card_totals_are_whole_and_known() -> None:
    totals = exact.two_card_totals()
    assert sum(totals.values()) == 1
    hard = {
        4: 23, 5: 48, 6: 71, 7: 96, 8: 119, 9: 144, 10: 167, 11: 192, 12: 359, 13: 336,
        14: 311, 15: 288, 16: 263, 17: 240, 18: 215, 19: 192, 20: 380,
    }  # fmt: skip
    assert {int(name): share for name, share in totals.items() if name.isdigit()} == {
        total: Fraction(ways, 4043) for total, ways in hard.items()
    }
    soft = {name: share for name, share in totals.items() if name.startswith("soft")}
    assert soft == {"soft 12": Fraction(23, 4043)} | {f"soft {n}": Fraction(48, 4043) for n in range(13, 21)}


def test_the_dealers_hand_can_go_54433_ways(dealer: exact.DealerTable) -> None:
    assert dealer.sequences == 54_433


def test_the_dealers_finals_are_whole(dealer: exact.DealerTable) -> None:
    assert sum(dealer.finals.values()) == 1


def test_the_dealer_has_a_natural_as_often_as_a_player(dealer: exact.DealerTable) -> None:
    assert dealer.finals["natural"] == Fraction(192, 4043)


@pytest.mark.parametrize(("final", "share"), [("bust", "28.19%"), ("17", "14.52%"), ("20", "17.95%")])
def test_the_dealer_ends_there_that_often(dealer: exact.DealerTable, final: str, share: str) -> None:
    assert f"{float(dealer.finals[final]):.2%}" == share


def test_insurance_costs_23_in_311() -> None:
    assert exact.insurance_edge(SCJ) == Fraction(-23, 311)


def test_perfect_pairs_cost_13_in_311() -> None:
    assert exact.perfect_pairs_edge(SCJ) == Fraction(-13, 311)
