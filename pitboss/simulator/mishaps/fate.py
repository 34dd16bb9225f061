"""How often things go wrong: each code by its weight, most of them handled as prescribed."""

from collections.abc import Iterable, Sequence
from random import Random

from pitboss.simulator.mishaps.catalogue import CATALOGUE
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.profile import PROFILES

# Of a mishap's courses, the first is this much likelier than all the others together.
FIRST_COURSE = 0.7
# A shoe lasts about twelve rounds, so what waits for a shoe is decided less often than its weight says.
PATIENCE = 8


class Rate:
    """Lets something go wrong in that share of the rounds.

    A mishap waits for its moment (a pair of aces, a shoe's end); no more than `PATIENCE` wait at once,
    and a code doesn't wait twice.
    """

    def __init__(self, rate: float, rng: Random, codes: Iterable[str] | None = None, profile: str = "cl-scj") -> None:
        wanted = list(CATALOGUE) if codes is None else list(codes)
        unknown = [code for code in wanted if code not in CATALOGUE]
        if unknown:
            raise ValueError(f"no mishap of the code {unknown[0]!r}; there are {', '.join(CATALOGUE)}")
        self.rate = rate
        self.rng = rng
        self.profile = PROFILES[profile]
        self.codes = wanted
        self.weights = [CATALOGUE[code].weight for code in wanted]
        self.waiting: list[Mishap] = []

    def __call__(self, number: int) -> Sequence[Mishap]:
        self.waiting = [m for m in self.waiting if not m.spent]
        # The opening has several things to go wrong at once, so it counts for more than a round.
        if self.rng.random() >= self.rate * (4 if number == 0 else 1) or len(self.waiting) >= PATIENCE:
            return ()
        kind = CATALOGUE[self._code(number)]
        if any(m.code == kind.code for m in self.waiting) or (kind.where == "opening") != (number == 0):
            return ()
        versions = kind.courses(self.profile)
        version = versions[0]
        if len(versions) > 1 and self.rng.random() >= FIRST_COURSE:
            version = versions[1 + self.rng.randrange(len(versions) - 1)]
        mishap = kind(version)
        self.waiting.append(mishap)
        return (mishap,)

    def _code(self, number: int) -> str:
        place = self.rng.random() * sum(self.weights)
        for code, weight in zip(self.codes, self.weights, strict=True):
            place -= weight
            if place < 0:
                return code
        return self.codes[-1]
