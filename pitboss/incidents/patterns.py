"""Findings against the play they come from: by whom, where, when, and how they were answered.

Rates, never bare counts: whoever deals twice as much sees twice as much go wrong. People are badges here; who may read
names is the pages' business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from pitboss.incidents.counted import (
    Answered,
    Group,
    Period,
    Ruled,
    Seat,
    count_findings,
    count_play,
    count_rulings,
)
from pitboss.incidents.rates import (
    benjamini_hochberg,
    binomial_interval,
    binomial_tail,
    fisher,
    poisson_interval,
    poisson_limits,
)
from pitboss.replay.models import Finding, Outcome

LEVELS: Final = (0.95, 0.997)
FEWEST_ROUNDS: Final = 200
FEWEST_EXPECTED: Final = 2.0
"""With less play, or less that chance alone would bring, limits would say nothing: none are drawn."""
FALSE_DISCOVERIES: Final = 0.05
BY: Final = ("dealer", "table", "supervisor", "hour")


@dataclass(frozen=True, slots=True)
class Rate:
    """One group. Rates a thousand rounds; ``interval`` is its own exact 95 %, ``limits`` what chance allows around the
    rate of all, per level, None where there is too little play. ``beyond``: 0 within, 95 or 997 outside; signed."""

    group: Group
    rounds: int
    findings: int
    rate: float | None
    interval: tuple[float, float] | None
    limits: tuple[tuple[float, float], tuple[float, float]] | None
    beyond: int


@dataclass(frozen=True, slots=True)
class Chart:
    """One way to part the same play. ``centre``: the rate of all, a thousand rounds; ``judged`` groups have limits."""

    by: str
    centre: float | None
    rates: list[Rate]
    judged: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """One code that was not always answered alike. ``by``: supervisor to (as prescribed, otherwise, false-discovery
    rate against the rest); ``rulings``: what was ruled in the end, by its word, and of how many cases."""

    code: str
    followed: int
    contrary: int
    share: tuple[float, float, float] | None
    by: list[tuple[str, int, int, float | None]]
    rulings: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Favour:
    """A seat that was paid too much more than once by one dealer. ``errors`` and ``hands`` count rounds: those with
    such an error, and those in which the seat had a bet before that dealer. ``expected``: errors that chance would
    bring there; ``rate``: false-discovery rate."""

    dealer: str
    table: str
    seat: str
    errors: int
    hands: int
    expected: float
    rate: float


@dataclass(frozen=True, slots=True)
class Favours:
    """``errors`` of ``hands`` in all, over ``cells`` pairs of dealer and seat; those found, the surest first."""

    errors: int
    hands: int
    cells: int
    found: list[Favour]


@dataclass(frozen=True, slots=True)
class Patterns:
    rounds: int
    findings: int
    charts: list[Chart]
    rulings: list[Ruling]
    favours: Favours


def patterns(period: Period) -> Patterns:
    """Everything the page shows, in four queries however much there is."""
    played, found = count_play(period), count_findings(period)
    charts = [chart(by, played.by[by], found.by[by]) for by in BY]
    charts.insert(2, by_code(found.by["code"], played.rounds))
    return Patterns(
        played.rounds,
        found.findings,
        charts,
        rulings(found.answered, count_rulings(period)),
        favours(period, played.seats),
    )


def chart(by: str, rounds: Mapping[Group, int], findings: Mapping[Group, int]) -> Chart:
    """Each group against the rate of all of them together."""
    played, seen = sum(rounds.values()), sum(findings.values())
    centre = seen / played if played else None
    # One group alone is all there is: it cannot be compared with itself
    around = centre if sum(1 for count in rounds.values() if count) > 1 else None
    rates = [one_rate(group, rounds.get(group, 0), findings.get(group, 0), around) for group in {*rounds, *findings}]
    rates.sort(key=(lambda one: (0, one.group)) if by == "hour" else (lambda one: (-one.rounds, str(one.group))))
    return Chart(by, centre * 1000 if centre is not None else None, rates, sum(1 for one in rates if one.limits))


def by_code(findings: Mapping[Group, int], rounds: int) -> Chart:
    """Codes differ by nature: each has its own rate and interval, and no limits around a rate of all."""
    rates = [one_rate(group, rounds, count, None) for group, count in findings.items()]
    return Chart("code", None, sorted(rates, key=lambda one: (-one.findings, str(one.group))), 0)


def one_rate(group: Group, rounds: int, findings: int, centre: float | None) -> Rate:
    """``centre``: findings a round that would be expected; None asks for no limits."""
    if not rounds:
        return Rate(group, 0, findings, None, None, None, 0)
    share = 1000 / rounds
    low, high = poisson_interval(findings)
    limits, beyond = None, 0
    if centre is not None and rounds >= FEWEST_ROUNDS and centre * rounds >= FEWEST_EXPECTED:
        inner, outer = (poisson_limits(centre * rounds, level) for level in LEVELS)
        limits = ((inner[0] * share, inner[1] * share), (outer[0] * share, outer[1] * share))
        side = 1 if findings > centre * rounds else -1
        if not outer[0] <= findings <= outer[1]:
            beyond = 997 * side
        elif not inner[0] <= findings <= inner[1]:
            beyond = 95 * side
    return Rate(group, rounds, findings, findings * share, (low * share, high * share), limits, beyond)


def rulings(found: Iterable[Answered], ruled: Iterable[Ruled]) -> list[Ruling]:
    """Codes that were answered or ruled in more than one way, the most divided first.

    Answered is what was done at the table, finding by finding; ruled is what whoever was in charge said in the end.
    """
    said: dict[str, Counter[str]] = {}
    answered: dict[str, dict[str, list[int]]] = {}
    for row in found:
        if row.outcome in (Outcome.FOLLOWED, Outcome.CONTRARY):
            ways = answered.setdefault(row.code, {}).setdefault(row.supervisor, [0, 0])
            ways[row.outcome == Outcome.CONTRARY] += row.n
    for one in ruled:
        said.setdefault(one.code, Counter())[one.word] += one.n
    divided = {
        code: people
        for code, people in answered.items()
        if all(sum(ways[way] for ways in people.values()) for way in (0, 1)) or len(said.get(code, ())) > 1
    }
    tested = [(code, who) for code, people in divided.items() if len(people) > 1 for who in people]
    chances = [_against_the_rest(divided[code], who) for code, who in tested]
    rates = dict(zip(tested, benjamini_hochberg(chances), strict=True))
    told = []
    for code in {*divided, *(code for code, ways in said.items() if len(ways) > 1)}:
        people = divided.get(code, {})
        followed, contrary = (sum(ways[way] for ways in people.values()) for way in (0, 1))
        whole = followed + contrary
        share = (followed / whole, *binomial_interval(followed, whole)) if whole else None
        by = [(who, ways[0], ways[1], rates.get((code, who))) for who, ways in people.items()]
        by.sort(key=_surest_first)
        told.append(Ruling(code, followed, contrary, share, by, said.get(code, Counter()).most_common()))
    return sorted(told, key=lambda one: (-min(one.followed, one.contrary), -sum(n for _, n in one.rulings), one.code))


def favours(period: Period, hands: Mapping[Seat, int]) -> Favours:
    """Pairs of dealer and seat with more errors in the seat's favour than its hands explain.

    Given how many such errors there were in all, each falls on a pair as often as the pair has hands: an exact
    binomial tail for every pair, and Benjamini and Hochberg over all of them, also those without an error.
    """
    errors: Counter[Seat] = Counter()
    seen: set[tuple[int, int | None, str]] = set()
    for dealer, table, session, number, seats in _overpaid(period):
        for seat in seats:
            # A payment that two findings name is one payment
            if dealer and (session, number, seat) not in seen:
                seen.add((session, number, seat))
                errors[dealer, table, seat] += 1
    counted = {pair: max(hands.get(pair, 0), errors[pair]) for pair in {*hands, *errors} if pair[0]}
    whole, every = sum(counted.values()), sum(errors.values())
    repeated = sorted(pair for pair, count in errors.items() if count > 1)
    chances = [binomial_tail(errors[pair], every, counted[pair] / whole) for pair in repeated]
    rates = benjamini_hochberg(chances, tests=len(counted))
    found = [
        Favour(*pair, errors[pair], counted[pair], every * counted[pair] / whole, rate)
        for pair, rate in zip(repeated, rates, strict=True)
        if rate <= FALSE_DISCOVERIES
    ]
    return Favours(every, whole, len(counted), sorted(found, key=lambda one: (one.rate, -one.errors)))


def _overpaid(period: Period) -> Iterable[tuple[str, str, int, int | None, list[str]]]:
    since, until = period.span
    rows = Finding.objects.filter(~Q(outcome=Outcome.SUPERSEDED), casino=period.casino, at__gte=since, at__lt=until)
    rows = rows.exclude(favours=[]).order_by("entry_id")
    return rows.values_list("dealer", "session__table__name", "session_id", "round", "favours")


def _against_the_rest(people: Mapping[str, list[int]], who: str) -> float:
    here = people[who]
    there = [sum(ways[way] for other, ways in people.items() if other != who) for way in (0, 1)]
    return fisher((here[0], here[1]), (there[0], there[1]))


def _surest_first(one: tuple[str, int, int, float | None]) -> tuple[float, int, str]:
    who, followed, contrary, rate = one
    return (1.0 if rate is None else rate, -(followed + contrary), who)
