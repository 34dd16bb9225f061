"""What was done wrong on purpose is what the engine finds: each code alone, in every course it can take."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from random import Random

import pytest

from pitboss.simulator.mishaps.catalogue import CATALOGUE, REGULAR
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.profile import HOUSES, PROFILES, House
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from rules.events import Event
from rules.replay import replay
from rules.rulebooks import rulebook
from rules.wire import Rejected, read

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")

# Several courses wait for rare hands (a pair of aces, an ace upon it) or for a shoe to run out.
RARE = {
    "cut-card-missed",
    "split-not-allowed",
    "split-aces-extra-card",
    "card-count",
    "insurance-over-half",
    "surrender-not-allowed",
    "even-money-not-allowed",
    "blackjack-paid-early",
    "extra-cards-at-end",
    "shuffle",
    "cut-depth",
    "first-card-not-burned",
    "round-after-cut-card",
}

Row = tuple[str, int | None, str | None, str, int]


class Again:
    """Keeps one mishap of a kind waiting, its courses in turn."""

    def __init__(self, kind: type[Mishap], first: int = 0) -> None:
        self.kind = kind
        self.courses = [version for version in kind.versions if kind.can_be(version, PROFILES["cl-scj"])]
        self.turn = first
        self.waiting: Mishap | None = None

    def __call__(self, number: int) -> Sequence[Mishap]:
        if (self.kind.where == "opening") != (number == 0):
            return ()
        if self.waiting is not None and not self.waiting.spent:
            return ()
        self.waiting = self.kind(self.courses[self.turn % len(self.courses)])
        self.turn += 1
        return (self.waiting,)


def played(session: TableSession) -> Iterator[tuple[int, Event]]:
    """The session as the engine reads it, line by line; every line can be read."""
    for pair in read(encode(event) for _, event in session.play()):
        assert not isinstance(pair, Rejected), pair
        yield pair


def compare(session: TableSession) -> tuple[Counter[Row], Counter[Row]]:
    """What was done, what was found."""
    run = replay(played(session))
    truth: Counter[Row] = Counter((t.code, t.round, t.spot, t.outcome, t.seq) for t in session.truths)
    found: Counter[Row] = Counter((f.code, f.round, f.spot, f.outcome, f.events[0]) for f in run.findings)
    return truth, found


def session(kind: type[Mishap], *, seed: int, house: House, rounds: int, first: int = 0) -> TableSession:
    return TableSession(
        table="BJ-01", start=START, seed=seed, rounds=rounds, house=house, fate=Again(kind, first), ids=False
    )


def test_every_code_of_the_rulebook_can_be_done_on_purpose() -> None:
    codes = {rule.code for rule in rulebook("cl-scj").rules}
    assert set(CATALOGUE) - REGULAR == codes


@pytest.mark.parametrize("code", [code for code in CATALOGUE if code not in REGULAR | {"deck-check"}])
def test_the_engine_finds_what_was_done(code: str) -> None:
    kind = CATALOGUE[code]
    done: Counter[Row] = Counter()
    for seed, house in enumerate(HOUSES[:4]):
        rounds = 160 if code in RARE else 40
        truth, found = compare(session(kind, seed=seed, house=house, rounds=rounds, first=seed))
        assert (truth - found, found - truth) == (Counter(), Counter()), f"table {seed}: missed, invented"
        done += truth
    assert any(row[0] == code for row in done)


@pytest.mark.parametrize("first", range(len(CATALOGUE["deck-check"].versions)))
def test_the_engine_finds_a_bad_opening(first: int) -> None:
    truth, found = compare(session(CATALOGUE["deck-check"], seed=first, house=HOUSES[0], rounds=5, first=first))
    assert truth == found
    assert {row[0] for row in truth} == {"deck-check"}


@pytest.mark.parametrize("code", sorted(REGULAR))
def test_a_dispute_or_a_correction_is_no_finding(code: str) -> None:
    truth, found = compare(session(CATALOGUE[code], seed=1, house=HOUSES[0], rounds=40))
    assert truth == found == Counter()


@pytest.mark.parametrize("seed", range(6))
def test_the_engine_finds_everything_where_much_goes_wrong(seed: int) -> None:
    house = HOUSES[seed]
    fate = Rate(0.5, Random(seed))
    truth, found = compare(TableSession(table="BJ-01", start=START, seed=seed, rounds=120, house=house, fate=fate))
    assert (truth - found, found - truth) == (Counter(), Counter())
    assert truth.total() > 30
