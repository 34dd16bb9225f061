"""The few functions of statistics, held against sums of the distributions themselves and against printed tables."""

from __future__ import annotations

from math import comb, exp, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.incidents.rates import (
    benjamini_hochberg,
    binomial_interval,
    binomial_tail,
    fisher,
    poisson_cdf,
    poisson_interval,
    poisson_limits,
)


@given(st.integers(0, 60), st.floats(0.05, 40))
def test_a_poisson_count_is_summed_as_it_is_defined(k: int, mean: float) -> None:
    told = sum(exp(-mean) * mean**j / factorial(j) for j in range(k + 1))
    assert poisson_cdf(k, mean) == pytest.approx(told, abs=1e-10)


@given(st.integers(1, 60), st.data(), st.floats(0.01, 0.99))
def test_a_binomial_tail_is_summed_as_it_is_defined(of: int, data: st.DataObject, share: float) -> None:
    k = data.draw(st.integers(0, of))
    told = sum(comb(of, j) * share**j * (1 - share) ** (of - j) for j in range(k, of + 1))
    assert binomial_tail(k, of, share) == pytest.approx(told, abs=1e-10)


@given(st.floats(0.0, 5000), st.sampled_from([0.95, 0.997]))
def test_beyond_each_limit_lies_at_most_half_of_what_is_left(mean: float, level: float) -> None:
    low, high = poisson_limits(mean, level)
    half = (1 - level) / 2
    assert poisson_cdf(low - 1, mean) < half
    assert 1 - poisson_cdf(high, mean) <= half + 1e-9
    # and they are the narrowest such limits
    assert low == 0 or poisson_cdf(low, mean) >= half
    assert high == 0 or 1 - poisson_cdf(high - 1, mean) > half - 1e-9


@pytest.mark.parametrize(
    ("count", "low", "high"),
    # Garwood's limits as printed in tables of the Poisson distribution
    [(0, 0.0, 3.6889), (1, 0.0253, 5.5716), (5, 1.6235, 11.6683), (10, 4.7954, 18.3904), (100, 81.36, 121.63)],
)
def test_the_interval_of_a_count_is_the_printed_one(count: int, low: float, high: float) -> None:
    assert poisson_interval(count) == pytest.approx((low, high), abs=5e-3)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # Clopper and Pearson's limits as printed in tables of the binomial distribution
    [(0, 10, 0.0, 0.3085), (1, 10, 0.0025, 0.4450), (5, 10, 0.1871, 0.8129), (10, 10, 0.6915, 1.0)],
)
def test_the_interval_of_a_share_is_the_printed_one(count: int, of: int, low: float, high: float) -> None:
    assert binomial_interval(count, of) == pytest.approx((low, high), abs=1e-4)


def test_a_rare_count_far_out_does_not_become_nonsense() -> None:
    assert poisson_cdf(10**6, 3.0) == 1.0
    assert poisson_cdf(3, 10**6) == 0.0
    assert 0 < binomial_tail(12, 30, 0.01) < 1e-15
    low, high = poisson_limits(10**6, 0.997)
    assert 997_000 < low < 10**6 < high < 1_003_000


def test_the_lady_who_tasted_tea() -> None:
    """Fisher's own example: three of four told right, chance alone does as well or better 17 times in 35."""
    assert fisher((3, 1), (1, 3)) == pytest.approx(17 / 35)
    assert fisher((0, 0), (4, 2)) == 1.0
    assert fisher((10, 0), (0, 10)) == pytest.approx(2 / comb(20, 10))


def test_false_discoveries_are_those_of_the_first_paper() -> None:
    """The fifteen chances of Benjamini and Hochberg (1995), section 4.1: at 0.05 four are discoveries."""
    chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
               0.6528, 0.7590, 1.0]  # fmt: skip
    rates = benjamini_hochberg(list(reversed(chances)))[::-1]
    assert [rate <= 0.05 for rate in rates] == [True] * 4 + [False] * 11
    assert rates == sorted(rates)
    assert rates[0] == pytest.approx(0.0015)
    # Those that could say nothing count as tests all the same
    assert benjamini_hochberg(chances[:4], tests=15) == pytest.approx(rates[:4])
    assert benjamini_hochberg([]) == []


@given(st.integers(0, 40_000), st.sampled_from([0.95, 0.997]))
def test_an_interval_ends_where_the_count_becomes_that_rare(count: int, level: float) -> None:
    low, high = poisson_interval(count, level)
    half = (1 - level) / 2
    assert poisson_cdf(count, high) == pytest.approx(half, rel=1e-5)
    assert low == 0 if count == 0 else 1 - poisson_cdf(count - 1, low) == pytest.approx(half, rel=1e-5)


@given(st.tuples(st.integers(0, 25), st.integers(0, 25)), st.tuples(st.integers(0, 25), st.integers(0, 25)))
def test_fishers_test_is_summed_as_it_is_defined(here: tuple[int, int], there: tuple[int, int]) -> None:
    row, column, whole = sum(here), here[0] + there[0], sum(here) + sum(there)
    ways = {
        j: comb(column, j) * comb(whole - column, row - j)
        for j in range(max(0, row + column - whole), min(row, column) + 1)
    }
    told = sum(way for way in ways.values() if way <= ways[here[0]]) / comb(whole, row)
    assert fisher(here, there) == pytest.approx(told, abs=1e-9)
