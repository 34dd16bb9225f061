"""Twenty thousand generated rounds, held against the exact figures.

Every limit is 4.5 standard deviations of the exact figure: with this seed the answer never changes, and about
one seed in three thousand would fail by bad luck.
"""

from collections import Counter
from datetime import datetime
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.simulator import exact
from pitboss.simulator.cards import is_natural, low_total, total
from pitboss.simulator.session import TableSession

ROUNDS = 20_000
LIMIT = 4.5

pytestmark = pytest.mark.slow


class Counts:
    """What was seen: two-card totals of every hand, first cards and final totals of the dealer."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()
        self.up: Counter[str] = Counter()
        self.finals: Counter[str] = Counter()


@pytest.fixture(scope="module")
def counts() -> Counts:
    """Seat 1 never risks a bust: where it has no natural, the dealer plays out whatever the others did.

    Without it, completed hands would lean to the small first cards against which players rarely bust.
    """
    session = TableSession(
        table="BJ-01",
        start=datetime.fromisoformat("2026-01-01T20:00:00-03:00"),
        seed=20_000,
        rounds=ROUNDS,
        players=("timid", "basic"),
        ids=False,
    )
    counts = Counts()
    hands: dict[str, list[str]] = {}
    for _, event in session.play():
        kind = event["kind"]
        if kind == "round_opened":
            hands = {"1": [], "2": [], "dealer": []}
        elif kind == "dealt":
            hands.setdefault(event["to"], []).append(event["card"])
        elif kind == "round_closed":
            count(counts, hands)
    return counts


def count(counts: Counts, hands: dict[str, list[str]]) -> None:
    """A round into the counts."""
    for spot in ("1", "2"):
        counts.totals[name(hands[spot][:2])] += 1
    dealer = hands["dealer"]
    counts.up[dealer[0]] += 1
    if not is_natural(hands["1"][:2]):
        points, _ = total(dealer)
        counts.finals["bust" if points > 21 else "natural" if is_natural(dealer) else str(points)] += 1


def name(cards: list[str]) -> str:
    """The two-card total as `exact` names it."""
    points, soft = total(cards)
    return "natural" if is_natural(cards) else f"soft {points}" if soft else str(low_total(cards))


def deviations(seen: int, trials: int, share: Fraction) -> float:
    """How many standard deviations the count lies from what is expected."""
    p = float(share)
    return abs(seen - trials * p) / sqrt(trials * p * (1 - p))


def test_players_hold_every_two_card_total_as_often_as_they_should(counts: Counts) -> None:
    trials = counts.totals.total()
    assert trials == 2 * ROUNDS
    for total_name, share in exact.two_card_totals().items():
        assert deviations(counts.totals[total_name], trials, share) < LIMIT, total_name


def test_the_dealer_shows_every_rank_as_often_as_the_ace(counts: Counts) -> None:
    ranks: Counter[str] = Counter()
    for card, seen in counts.up.items():
        ranks[card[0]] += seen
    assert len(ranks) == 13
    for rank, seen in ranks.items():
        assert deviations(seen, ROUNDS, Fraction(1, 13)) < LIMIT, rank


def test_the_dealer_ends_as_often_as_he_should_on_every_total(counts: Counts) -> None:
    finals = exact.DealerTable().finals
    trials = counts.finals.total()
    assert trials > 0.93 * ROUNDS
    assert set(counts.finals) == set(finals)
    for final, share in finals.items():
        assert deviations(counts.finals[final], trials, share) < LIMIT, final
