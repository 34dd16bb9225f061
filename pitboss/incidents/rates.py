"""Counts and how sure one can be of them: exact limits and intervals, nothing approximated for large numbers.

Written here because a library of statistics weighs more than the whole system; the tests hold these few functions
against sums of the distributions themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

NEGLIGIBLE = 1e-17
"""A term that much smaller than the sum no longer changes it."""


def poisson_cdf(k: int, mean: float) -> float:
    """P(X ≤ k) of a Poisson count; summed from the larger term to the smaller, on the side of the tail."""
    if k < 0:
        return 0.0
    if mean <= 0:
        return 1.0
    if k < mean:
        return _summed(_poisson_term(k, mean), k, lambda j: j / mean, -1)
    return 1.0 - _summed(_poisson_term(k + 1, mean), k + 1, lambda j: mean / (j + 1), 1)


@lru_cache(maxsize=8192)
def poisson_limits(mean: float, level: float) -> tuple[int, int]:
    """The least and the greatest count that chance gives around this mean: beyond either lies at most half of
    ``1 - level``."""
    tail = (1 - level) / 2
    return _quantile(tail, mean), _quantile(1 - tail, mean)


@lru_cache(maxsize=8192)
def poisson_interval(count: int, level: float = 0.95) -> tuple[float, float]:
    """Garwood's exact interval of the mean that gave this count."""
    tail = (1 - level) / 2
    far = NormalDist().inv_cdf(1 - tail)
    low = 0.0
    if count:
        low = _newton(
            lambda mean: 1 - poisson_cdf(count - 1, mean) - tail,
            lambda mean: _poisson_term(count - 1, mean),
            _near(count, -far),
            (0.0, float(count)),
        )
    high = _newton(
        lambda mean: tail - poisson_cdf(count, mean),
        lambda mean: _poisson_term(count, mean),
        _near(count + 1, far),
        (float(count), count + 12 * sqrt(count + 1) + 24),
    )
    return low, high


def binomial_tail(k: int, of: int, share: float) -> float:
    """P(X ≥ k) of so many independent tries."""
    if k <= 0:
        return 1.0
    if k > of or share <= 0:
        return 0.0
    if share >= 1:
        return 1.0
    odds = share / (1 - share)
    if k > of * share:
        return _summed(_binomial_term(k, of, share), k, lambda j: (of - j) / (j + 1) * odds, 1)
    return 1.0 - _summed(_binomial_term(k - 1, of, share), k - 1, lambda j: j / (of - j + 1) / odds, -1)


@lru_cache(maxsize=8192)
def binomial_interval(count: int, of: int, level: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's exact interval of the share that gave ``count`` of ``of``."""
    tail = (1 - level) / 2
    low = 0.0 if count == 0 else _solved(lambda share: binomial_tail(count, of, share) - tail, 0.0, count / of)
    high = 1.0
    if count < of:
        high = _solved(lambda share: tail - 1 + binomial_tail(count + 1, of, share), count / of, 1.0)
    return low, high


def fisher(here: tuple[int, int], there: tuple[int, int]) -> float:
    """Fisher's exact test, both sides: how often chance alone would part two kinds of outcome (first, second) between
    here and there as unevenly as this or more."""
    (a, b), (c, d) = here, there
    row, column, whole = a + b, a + c, a + b + c + d
    first, last = max(0, row + column - whole), min(row, column)
    mode = min(max((row + 1) * (column + 1) // (whole + 2), first), last)
    ways = [_choose(column, j) + _choose(whole - column, row - j) for j in (a, mode)]
    seen = exp(ways[0] - ways[1])
    every, rare = 0.0, 0.0
    # From the likeliest outwards, each by its ratio to the one before; beyond what no longer counts nothing is added
    for place, end, step in ((mode, last, 1), (mode - 1, first, -1)):
        term = 1.0 if step > 0 else _down(column, row, whole, mode)
        while (place - end) * step <= 0 and term > NEGLIGIBLE:
            every += term
            rare += term if term <= seen * (1 + 1e-9) else 0.0
            term *= (_up if step > 0 else _down)(column, row, whole, place)
            place += step
    return min(1.0, rare / every)


def benjamini_hochberg(chances: Sequence[float], tests: int | None = None) -> list[float]:
    """Each chance as a false-discovery rate: of all with this one or less, the share that chance alone explains.

    ``tests`` counts those made, where the ones that could say nothing (chance 1) are left out of ``chances``.
    """
    made = max(len(chances), tests or 0)
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found = [1.0] * len(chances)
    least = 1.0
    for rank in range(len(order), 0, -1):
        place = order[rank - 1]
        least = min(least, chances[place] * made / rank)
        found[place] = least
    return found


def _up(column: int, row: int, whole: int, j: int) -> float:
    """How much likelier j + 1 is than j, of a hypergeometric count."""
    return (column - j) * (row - j) / ((j + 1) * (whole - column - row + j + 1))


def _down(column: int, row: int, whole: int, j: int) -> float:
    """How much likelier j - 1 is than j."""
    return j * (whole - column - row + j) / ((column - j + 1) * (row - j + 1))


def _quantile(share: float, mean: float) -> int:
    """The least count with P(X ≤ count) ≥ share."""
    if mean <= 0:
        return 0
    far = NormalDist().inv_cdf(share)
    k = max(0, int(mean + far * sqrt(mean) + (far * far - 1) / 6))
    below = poisson_cdf(k, mean)
    while below < share:
        k += 1
        below += _poisson_term(k, mean)
    while k > 0 and below - _poisson_term(k, mean) >= share:
        below -= _poisson_term(k, mean)
        k -= 1
    return k


def _summed(term: float, at: int, ratio: Callable[[int], float], step: int) -> float:
    """``term`` and those after it, each ``ratio`` of its place times the one before, until they no longer count."""
    total = term
    while term > total * NEGLIGIBLE and (step > 0 or at > 0):
        term *= ratio(at)
        at += step
        total += term
    return total


def _poisson_term(k: int, mean: float) -> float:
    return exp(k * log(mean) - mean - lgamma(k + 1))


def _binomial_term(k: int, of: int, share: float) -> float:
    return exp(_choose(of, k) + k * log(share) + (of - k) * log1p(-share))


def _choose(of: int, k: int) -> float:
    """Logarithm of the ways to pick k of them."""
    return lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1)


def _near(count: int, far: float) -> float:
    """Wilson and Hilferty's guess at the mean that is so many deviations from this count: where to begin."""
    return max(0.0, count * (1 - 1 / (9 * count) + far / (3 * sqrt(count))) ** 3)


def _newton(
    rising: Callable[[float], float], slope: Callable[[float], float], start: float, between: tuple[float, float]
) -> float:
    """Where a rising function passes zero, by Newton's steps, or halving where a step would leave the bracket."""
    low, high = between
    at = min(max(start, low + 1e-12), high)
    for _ in range(100):
        value = rising(at)
        low, high = (at, high) if value < 0 else (low, at)
        steep = slope(at)
        following = at - value / steep if steep > 0 else low
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - at) <= 1e-9 * max(1.0, at):
            return following
        at = following
    return at


def _solved(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function passes zero, halved down to a ten-millionth."""
    while high - low > 1e-7 * max(1.0, high) and high - low > 1e-9:
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
