"""One or two irregularities put into a round on purpose, at every place where they can happen, one after the other.

The dice don't decide here: a mishap is given its patience, how many of its chances it lets pass. Asking for one
more each time walks through all the legal places of a round.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, islice

from pitboss.simulator.mishaps.catalogue import CATALOGUE
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.profile import HOUSES, PROFILES
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from pitboss.simulator.truth import Truth

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
# Rounds played on after the last mishap, so that its outcome and the engine's recovery show.
AFTER = 2
# Some wait for a rare hand, or for the end of a shoe.
LONGEST = 80
# Odd decisions make rare hands less rare; every third pair of tables has a usual crowd.
TABLES: tuple[Sequence[str] | None, ...] = (None, ("erratic", "gambler", "timid"), ("gambler", "erratic"))
# Who waits for the shoe's end needs a table that gets there, and one that goes on behind the cut needs cards left.
SITTING: dict[str, Sequence[str]] = {
    "cut-card-missed": ("basic", "gambler", "erratic", "mimic", "gambler"),
    "round-after-cut-card": ("basic", "gambler"),
}


@dataclass(frozen=True)
class Wanted:
    """A code, its course, and how many of its chances it lets pass."""

    code: str
    course: str
    patience: int = 0


@dataclass
class Injection:
    """A stream with what was put into it. `places`: how many chances each mishap had when it happened."""

    lines: list[bytes]
    truths: list[Truth]
    rounds: int
    places: list[int]
    struck_in: list[int]

    @property
    def together(self) -> bool:
        """Everything happened in one round (what is wrong with a shoe shows in the shoe's first)."""
        return len(set(self.struck_in)) == 1


class Given:
    """The fate that was written beforehand."""

    def __init__(self, mishaps: list[Mishap]) -> None:
        self.mishaps = mishaps

    def __call__(self, number: int) -> Sequence[Mishap]:
        return self.mishaps if number == 0 else ()


def inject(wanted: Sequence[Wanted], *, profile: str, seed: int) -> Injection | None:
    """Play until everything wanted has happened, and some rounds more; None where it doesn't come about."""
    mishaps = []
    for one in wanted:
        mishap = CATALOGUE[one.code](one.course)
        mishap.patience = one.patience
        mishaps.append(mishap)
    sitting = next((SITTING[m.code] for m in mishaps if m.code in SITTING), TABLES[seed // 2 % len(TABLES)])
    session = TableSession(
        table="BJ-01",
        start=START,
        seed=seed,
        rounds=LONGEST,
        profile=profile,
        house=HOUSES[seed % len(HOUSES)],
        players=sitting,
        crowd=2.0,
        fate=Given(mishaps),
        together=len(mishaps),
        ids=False,
    )
    lines: list[bytes] = []
    struck_in = [0] * len(mishaps)
    places = [0] * len(mishaps)
    last = 0
    for _, event in session.play():
        lines.append(encode(event))
        if event["kind"] != "round_closed":
            continue
        for index, mishap in enumerate(mishaps):
            if mishap.spent and not struck_in[index]:
                struck_in[index] = last = session.number
                places[index] = mishap.chances
        if len(set(struck_in)) > 1 and len(mishaps) > 1 and session.number > max(struck_in):
            return None  # one came, the other didn't come with it
        if all(struck_in) and session.number >= last + AFTER:
            return Injection(lines, session.truths, session.number, places, struck_in)
    return None


def places(code: str, course: str, *, profile: str, seed: int) -> Iterator[Injection]:
    """The mishap at every place of the first round in which it can happen."""
    patience, first = 0, 0
    while True:
        done = inject([Wanted(code, course, patience)], profile=profile, seed=seed)
        if done is None or (first and done.struck_in[0] > first):
            return
        yield done
        first = done.struck_in[0]
        if done.places[0] <= patience:
            return  # it asks for no chance: there is one place
        patience = done.places[0]


def courses(profile: str) -> Iterator[tuple[str, str]]:
    """Every code and course that can come about under a profile."""
    for code, kind in CATALOGUE.items():
        for course in kind.courses(PROFILES[profile]):
            yield code, course


# Pairs of which one may be the other, or change what the other shows; injected together they prove nothing.
COMPETING: dict[frozenset[str], str] = {
    frozenset({"unrequested-card", "out-of-turn"}): (
        "one more card to a hand that has refused one is both, and turns the first contrary"
    ),
    frozenset({"exposed-card", "unexplained-burn"}): (
        "another card burned for the exposed one is an unexplained burn too, and one ruling answers both"
    ),
    frozenset({"out-of-turn", "surrender-not-allowed"}): (
        "an ignored surrender is no turn, and a hand that is heard again has played on"
    ),
    frozenset({"dealer-stood-under-17", "wrong-payout"}): (
        "while the dealer stands short nobody can say what is due: what was paid wrong shows at the close"
    ),
    frozenset({"dealer-stood-under-17", "unsettled-bet"}): (
        "the bet passed over may be the one whose settlement would have shown the short dealer"
    ),
    frozenset({"player-without-cards", "unsettled-bet"}): "a stake that isn't given back is both",
}


def pairs(profile: str, first_seed: int, seeds: int, every: int = 1) -> Iterator[tuple[tuple[str, str], Injection]]:
    """Two codes in one round, for every pair that a seed brings together; courses and places change with the seed.

    `every`: only each second, third … pair is tried.
    """
    rules = PROFILES[profile]
    for one, other in islice(combinations(CATALOGUE, 2), 0, None, every):
        if frozenset({one, other}) in COMPETING:
            continue
        mine, theirs = CATALOGUE[one].courses(rules), CATALOGUE[other].courses(rules)
        for seed in range(first_seed, first_seed + seeds):
            wanted = (
                Wanted(one, mine[seed % len(mine)], seed * 7 % 3),
                Wanted(other, theirs[(seed * 2 + 1) % len(theirs)], seed * 5 % 4),
            )
            done = inject(wanted, profile=profile, seed=seed)
            if done is not None and done.together:
                yield (one, other), done


# Code, round, spot, outcome and first event: all five must agree.
Row = tuple[str, int | None, str | None, str, int]
NOTHING = "(nothing)"


class Matrix:
    """Injected against reported: what was done counts in its row, in the column of what was reported for it."""

    def __init__(self) -> None:
        self.cells: Counter[tuple[str, str]] = Counter()
        self.runs = 0
        self.rounds = 0

    def add(self, injection: Injection, found: Iterable[Row]) -> bool:
        """Take one stream in; True where it was found as it was done, and nothing else in any of its rounds."""
        done = Counter((t.code, t.round, t.spot, t.outcome, t.seq) for t in injection.truths)
        reported = Counter(found)
        self.runs += 1
        self.rounds += injection.rounds
        for row, times in (done & reported).items():
            self.cells[row[0], row[0]] += times
        missed = list((done - reported).elements())
        invented = list((reported - done).elements())
        wrong = bool(missed or invented)
        for row in missed:
            # What was reported at the same event, if anything, is what it was taken for.
            taken_for = next((other for other in invented if other[4] == row[4]), None)
            if taken_for is not None:
                invented.remove(taken_for)
            name = NOTHING if taken_for is None else taken_for[0]
            self.cells[row[0], f"{name} (otherwise)" if name == row[0] else name] += 1
        for row in invented:
            self.cells[NOTHING, row[0]] += 1
        return not wrong

    @property
    def diagonal(self) -> int:
        """Found as they were done."""
        return sum(count for (done, reported), count in self.cells.items() if done == reported)

    @property
    def elsewhere(self) -> int:
        """Missed, taken for something else, or invented."""
        return self.cells.total() - self.diagonal
