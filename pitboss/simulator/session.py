"""One table from opening to close: shoes, rounds, people who come and go, dealers relieved."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from random import Random

from pitboss.simulator import sequence
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.payouts import Due
from pitboss.simulator.players import CROWD, PLAYERS, Player
from pitboss.simulator.profile import PROFILES, House, Profile
from pitboss.simulator.recorder import Event, Recorder, Timed
from pitboss.simulator.round import Round
from pitboss.simulator.shoe import Shoe
from pitboss.simulator.truth import Truth

# Chooses what goes wrong: asked before each round with its number, and before the first shoe with 0.
Fate = Callable[[int], Sequence[Mishap]]

# Nothing is let go wrong so near the end: an outcome needs the following round to show itself.
QUIET_ROUNDS = 3
RELIEF_MS = 40 * 60 * 1000


def no_fate(number: int) -> Sequence[Mishap]:
    """Everything goes well."""
    return ()


class TableSession:
    """Plays `rounds` rounds at one table.

    `seed` and the table's name decide everything. `players` says who sits; else people come and go.
    `together`: how many mishaps of a round may happen in the same one.
    `relief_ms`: dealers change as often as that, by the clock; else when somebody has time.
    """

    def __init__(
        self,
        *,
        table: str,
        start: datetime,
        seed: int,
        rounds: int,
        profile: str = "cl-scj",
        house: House | None = None,
        dealers: Sequence[str] = ("R-2117", "R-2125"),
        pit_boss: str = "R-1042",
        players: Sequence[str] | None = None,
        crowd: float = 3.0,
        fate: Fate = no_fate,
        relief_ms: int | None = None,
        ids: bool = True,
        together: int = 1,
    ) -> None:
        self.rng = Random(f"pitboss:{seed}:{table}:play")  # noqa: S311  a game, not a secret
        self.table = table
        self.rounds = rounds
        self.profile: Profile = PROFILES[profile]
        self.house = house or House()
        self.dealers = list(dealers)
        self.pit_boss = pit_boss
        self.crowd = crowd
        self.fate = fate
        self.together = together
        dice = Random(f"pitboss:{seed}:{table}:ids")  # noqa: S311
        self.recorder = Recorder(table=table, start=start, rng=dice, by=self.dealers[0], ids=ids)
        self.shoe = Shoe(self.rng, self.profile.decks)
        self.truths: list[Truth] = []
        # Round, spot, bet, owner (of a bet behind a seat) and settlement of every bet settled as it should be.
        self.settlements: list[tuple[int, str, str, str | None, Due]] = []
        self.waiting: list[Mishap] = []
        self.number = 0
        self._stop = False
        self._struck: Mishap | None = None
        self._verify = False
        self.machine = self.rng.random() < 0.25
        self.sealed = self.rng.random() < 0.15
        self.split_at_once = self.rng.random() < 0.5
        self.fixed = players is not None
        self.seated: dict[int, Player] = {}
        if players is not None:
            self.seated = {seat: PLAYERS[name] for seat, name in enumerate(players, 1)}
        else:
            for _ in range(max(1, round(crowd))):
                self._arrive()
        self.relief_ms = relief_ms
        self._relief_at = relief_ms or RELIEF_MS // 2 + self.rng.randrange(RELIEF_MS)

    def play(self) -> Iterator[Timed]:
        """The stream, a round at a time. `truths` is complete once it is exhausted."""
        self._expect(0)
        self._open()
        self.first_shoe()
        yield from self.recorder.drain()
        while self.number < self.rounds:
            self._between()
            self._round()
            yield from self.recorder.drain()
            shoe = self.shoe
            if shoe.cut_out or self._stop or (shoe.uncut and len(shoe.cards) < self.profile.cut[1]):
                self._end_shoe()
        self.write("table_closed", self.beat(60_000, 180_000))
        yield from self.recorder.drain()

    def write(self, kind: str, pause: int, /, **fields: object) -> int:
        """An event entered by the dealer."""
        return self.recorder.write(kind, pause, fields)

    def boss(self, kind: str, pause: int, /, **fields: object) -> int:
        """An event entered by the pit boss."""
        return self.recorder.write(kind, pause, fields, src="supervisor", by=self.pit_boss)

    def beat(self, low: int, high: int) -> int:
        """A pause in milliseconds."""
        return low + int(self.rng.random() * (high - low))

    def found(self, code: str, spot: str | None, outcome: str, seq: int, number: int | None) -> Truth:
        """Write down what the engine ought to find."""
        truth = Truth(self.table, code, number, spot, outcome, seq)
        self.truths.append(truth)
        return truth

    def moment(self, name: str, *subjects: object) -> bool:
        """Ask the mishaps that wait for a moment of the shoe."""
        if self._struck is not None:
            # A shoe has one mishap; two would explain each other away.
            return bool(getattr(self._struck, name)(self, *subjects))
        for mishap in self.waiting:
            if mishap.waits_for not in ("shoe", "opening"):
                continue
            taken = bool(getattr(mishap, name)(self, *subjects))
            if mishap.begun or mishap.spent:
                self._struck = mishap
            if taken:
                return True
        return False

    def first_shoe(self) -> None:
        """Decks are checked and the first shoe is made ready."""
        if not self.moment("check"):
            self.check()
        if not self.sealed:
            self.shuffle()
        self.make_ready()

    def check(self) -> int:
        """Six complete decks, three of each colour, out of sequence or under seals."""
        backs = ["red"] * 3 + ["blue"] * 3
        if self.rng.random() < 0.3:
            self.rng.shuffle(backs)
        fields: Event = {"counts": [52] * self.profile.decks, "backs": backs, "in_sequence": False}
        if self.sealed:
            fields["sealed"] = True
        return self.recorder.write("decks_checked", self.beat(60_000, 120_000), fields)

    def shuffle(self) -> None:
        """Chemin and a normal shuffle of two or three passes, or the machine for both."""
        if self.moment("shuffle"):
            return
        self.proper_shuffle()

    def proper_shuffle(self) -> None:
        """As prescribed."""
        if self.machine:
            self.write("shuffled", self.beat(20_000, 50_000), method="machine")
            return
        self.write("shuffled", self.beat(50_000, 80_000), method="chemin")
        self.write("shuffled", self.beat(50_000, 90_000), method="normal", passes=2 + self.rng.randrange(2))

    def make_ready(self) -> None:
        """Cut and first burn."""
        if not self.moment("cut"):
            low, high = self.profile.cut
            self.cut_at(low + self.rng.randrange(high - low + 1))
        if not self.moment("first_burn"):
            self.burn_first()

    def cut_at(self, behind: int) -> int:
        """The cut card goes in with `behind` cards behind it."""
        self.shoe.behind = behind
        return self.write("cut", self.beat(5000, 12_000), behind=behind)

    def burn_first(self) -> int:
        """One card out of play; most dealers show it to nobody."""
        if self.rng.random() < 0.3:
            return self.write("burned", self.beat(3000, 7000), card=self.shoe.take(), why="first")
        self.shoe.take_unseen()
        return self.write("burned", self.beat(3000, 7000), card=None, why="first")

    def _open(self) -> None:
        house = self.house
        self.write(
            "table_opened",
            0,
            profile=self.profile.name,
            decks=self.profile.decks,
            currency="CLP",
            chip=house.chip,
            min=house.minimum,
            max=house.maximum,
            dealer=self.dealers[0],
            pit_boss=self.pit_boss,
            perfect_pairs=house.perfect_pairs,
            even_money=house.even_money,
            seats=house.seats,
        )

    def _round(self) -> None:
        self.number += 1
        self._expect(self.number)
        opened = self.write("round_opened", self.beat(2500, 6000), round=self.number)
        self.shoe.rounds += 1
        self.moment("opened", opened)
        # A shoe that may run out under way has its own trouble; nothing else is added to it.
        shoe = self.shoe
        short = shoe.cut_forgotten or shoe.cut_out or shoe.behind < self.profile.cut[0]
        r = Round(
            number=self.number,
            recorder=self.recorder,
            rng=self.rng,
            shoe=self.shoe,
            profile=self.profile,
            house=self.house,
            players=dict(self.seated),
            pit_boss=self.pit_boss,
            mishaps=[m for m in self.waiting if m.waits_for == ("last" if short else "round")],
            truths=self.truths,
            split_at_once=self.split_at_once,
            troubled=self._struck is not None,
            together=self.together,
        )
        sequence.play(r)
        self.settlements.extend((self.number, *row) for row in r.rows)
        self._stop = r.ran_out or r.condemned
        self._verify = r.condemned
        for seat in r.excluded:
            self.seated.pop(seat, None)
        if self.fixed and not self.seated:
            self._arrive()
        self.moment("played")
        self.waiting = [m for m in self.waiting if not m.spent]

    def _expect(self, number: int) -> None:
        if number <= self.rounds - QUIET_ROUNDS:
            self.waiting.extend(self.fate(number))
        else:
            self.waiting = [mishap for mishap in self.waiting if mishap.begun]

    def _end_shoe(self) -> None:
        if not self._stop and self.moment("shoe_over"):
            return
        self.new_shoe()

    def new_shoe(self) -> None:
        """The cards go to the shuffle and come back as another shoe."""
        self.write("shoe_ended", self.beat(3000, 8000))
        self._struck = None
        self.sealed = False
        self.shoe = Shoe(self.rng, self.profile.decks)
        if self._verify:
            self.check()
        self.shuffle()
        self.make_ready()

    def _between(self) -> None:
        """People come and go, dealers relieve each other, and sometimes nobody plays for a while."""
        rng = self.rng
        if self.recorder.ms > self._relief_at:
            if self.relief_ms is not None:
                self._relief_at += self.relief_ms
            else:
                self._relief_at = self.recorder.ms + RELIEF_MS - 300_000 + rng.randrange(600_000)
            self.dealers.append(self.dealers.pop(0))
            self.recorder.by = self.dealers[0]
            self.write("dealer_changed", self.beat(8000, 20_000), dealer=self.dealers[0])
        if self.fixed:
            return
        if self.seated and rng.random() < 0.03 * len(self.seated) / self.crowd:
            del self.seated[sorted(self.seated)[rng.randrange(len(self.seated))]]
        if not self.seated or rng.random() < 0.03 * self.crowd / (len(self.seated) + 1) * 1.6:
            self._arrive()

    def _arrive(self) -> None:
        free = [seat for seat in range(1, self.house.seats + 1) if seat not in self.seated]
        if free:
            self.seated[free[self.rng.randrange(len(free))]] = PLAYERS[CROWD[self.rng.randrange(len(CROWD))]]
            self.seated = dict(sorted(self.seated.items()))
