"""What was done wrong on purpose is what the engine finds: alone, two in one round, and where much goes wrong.

`benchmarks/injections.py` puts every irregularity at every place of many rounds, in every profile.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from random import Random

import pytest

from pitboss.simulator.injection import Injection, Matrix, Row, Wanted, courses, inject, pairs, places
from pitboss.simulator.mishaps.catalogue import CATALOGUE, REGULAR
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.profile import HOUSES, PROFILES
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from rules.events import Event
from rules.replay import replay
from rules.rulebooks import rulebook
from rules.wire import Rejected, read

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
# Some courses wait for a pair of aces and an ace upon it, or for another table.
SEEDS = 24
PLACES = 3


def readable(lines: Iterator[bytes]) -> Iterator[tuple[int, Event]]:
    """The stream as the engine reads it; every line can be read."""
    for pair in read(lines):
        assert not isinstance(pair, Rejected), pair
        yield pair


def found(lines: Iterator[bytes]) -> list[Row]:
    """What the engine finds in a stream."""
    return [(f.code, f.round, f.spot, f.outcome, f.events[0]) for f in replay(readable(lines)).findings]


def at_some_places(profile: str, code: str, course: str, seed: int) -> list[Injection]:
    """The mishap at the first places of a round, by the first seed that brings it about."""
    for number in range(seed, seed + SEEDS):
        done = list(islice(places(code, course, profile=profile, seed=number), PLACES))
        if done:
            return done
    raise AssertionError(f"{profile}: {code}, {course} never came about")


def test_every_code_of_the_rulebook_can_be_done_on_purpose() -> None:
    # What a second source tells is no mishap of the table: tests/shoes drives shoes with faults of their own
    codes = {rule.code for rule in rulebook("cl-scj").rules} - {"source-mismatch", "feed-gap"}
    assert set(CATALOGUE) - REGULAR == codes


@pytest.mark.parametrize("code", list(CATALOGUE))
def test_the_engine_finds_what_was_done_and_nothing_else_in_that_round_or_later(code: str) -> None:
    matrix = Matrix()
    for number, profile in enumerate(PROFILES):
        mine = [course for name, course in courses(profile) if name == code]
        for place, course in enumerate(mine):
            # Courses take turns through the profiles; those of one house alone are tried there.
            alone = sum(CATALOGUE[code].can_be(course, rules) for rules in PROFILES.values()) == 1
            if alone or place % len(PROFILES) == number or (len(mine) == 1 and number < 2):
                for injection in at_some_places(profile, code, course, seed=number):
                    assert matrix.add(injection, found(iter(injection.lines))), f"{profile}: {code}, {course}"
    assert matrix.elsewhere == 0
    assert (matrix.cells[code, code] > 0) == (code not in REGULAR)


def test_the_engine_finds_two_irregularities_in_one_round() -> None:
    matrix = Matrix()
    for codes, injection in pairs("lccartas", 4, 1, every=2):
        assert matrix.add(injection, found(iter(injection.lines))), codes
    assert matrix.runs > 150
    assert matrix.diagonal > 300


def test_a_matrix_tells_what_was_missed_from_what_was_invented() -> None:
    injection = inject_one("exposed-card")
    truth = injection.truths[0]
    right = (truth.code, truth.round, truth.spot, truth.outcome, truth.seq)
    matrix = Matrix()
    assert matrix.add(injection, [right])
    assert not matrix.add(injection, [])
    assert not matrix.add(injection, [("card-face", *right[1:])])
    assert not matrix.add(injection, [right, ("shuffle", 1, None, "noted", 1)])
    assert matrix.cells == Counter(
        {
            ("exposed-card", "exposed-card"): 2,
            ("exposed-card", "(nothing)"): 1,
            ("exposed-card", "card-face"): 1,
            ("(nothing)", "shuffle"): 1,
        }
    )


def inject_one(code: str) -> Injection:
    return next(places(code, CATALOGUE[code].versions[0], profile="cl-scj", seed=1))


def test_a_mishap_that_never_comes_about_is_no_injection() -> None:
    assert inject([Wanted("exposed-card", "followed", patience=10**6)], profile="cl-scj", seed=1) is None


@pytest.mark.parametrize(("seed", "profile"), list(enumerate([*PROFILES, "cl-scj"])))
def test_the_engine_finds_everything_where_much_goes_wrong(seed: int, profile: str) -> None:
    fate = Rate(0.5, Random(seed), profile=profile)
    session = TableSession(
        table="BJ-01", start=START, seed=seed, rounds=160, profile=profile, house=HOUSES[seed], fate=fate
    )
    reported = Counter(found(encode(event) for _, event in session.play()))
    done = Counter((t.code, t.round, t.spot, t.outcome, t.seq) for t in session.truths)
    assert (done - reported, reported - done) == (Counter(), Counter())
    assert done.total() > 15
