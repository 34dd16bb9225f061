"""The shoe isn't made ready as it should be, or isn't ended when it should."""

from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.payouts import Due
from pitboss.simulator.recorder import Event
from pitboss.simulator.round import Round
from pitboss.simulator.session import TableSession
from pitboss.simulator.shoe import Shoe

GOOD_BACKS = ["red"] * 3 + ["blue"] * 3


class DeckCheck(Mishap):
    """The decks are short, of the wrong colours or in sequence; or nobody looks."""

    code = "deck-check"
    versions = ("followed", "contrary", "contrary-backs", "contrary-sequence", "contrary-missing")
    weight = 0.5
    where = "opening"

    def check(self, s: TableSession) -> bool:
        """At the opening of the table."""
        s.sealed = False
        if self.version == "contrary-missing":
            return True
        counts, backs, in_sequence = [52] * 6, list(GOOD_BACKS), False
        if self.version == "contrary-backs":
            backs[3] = "red"
        elif self.version == "contrary-sequence":
            in_sequence = True
        else:
            counts[s.rng.randrange(6)] = 51
        fields: Event = {"counts": counts, "backs": backs, "in_sequence": in_sequence}
        seq = s.recorder.write("decks_checked", s.beat(60_000, 120_000), fields)
        s.found(self.code, None, "followed" if self.followed else "contrary", seq, None)
        self.spent = True
        if self.followed:
            s.recorder.wait(180_000)
            s.check()
        elif 51 in counts:
            del s.shoe.cards[s.rng.randrange(len(s.shoe.cards))]
        return True

    def opened(self, s: TableSession, seq: int) -> bool:
        """A first round without a check."""
        if self.version == "contrary-missing" and not self.spent:
            self.spent = True
            s.found(self.code, None, "contrary", seq, s.number)
        return False


class BadShuffle(Mishap):
    """The shuffle is left out in part or whole; noticed when the round opens, or not."""

    code = "shuffle"
    versions = ("followed", "contrary", "contrary-passes", "contrary-normal-only", "contrary-none")
    where = "shoe"

    def shuffle(self, s: TableSession) -> bool:
        """Less than a chemin and a normal shuffle of two or three passes."""
        if self.begun or s.sealed:
            return False
        self.begun = True
        if self.version in ("followed", "contrary", "contrary-passes"):
            s.write("shuffled", s.beat(50_000, 80_000), method="chemin")
        if self.version == "contrary-passes":
            s.write("shuffled", s.beat(20_000, 40_000), method="normal", passes=1)
        if self.version == "contrary-normal-only":
            s.write("shuffled", s.beat(50_000, 90_000), method="normal", passes=3)
        return True

    def first_burn(self, s: TableSession) -> bool:
        """Noticed before the burn, there is none yet: it comes after the second shuffle."""
        return self.begun and not self.spent and self.followed

    def opened(self, s: TableSession, seq: int) -> bool:
        """The shoe's first round."""
        if not self.begun or self.spent:
            return False
        self.spent = True
        s.found(self.code, None, "followed" if self.followed else "contrary", seq, s.number)
        if self.followed:
            s.shoe = Shoe(s.rng, s.profile.decks)
            s.proper_shuffle()
            s.cut_at(60 + s.rng.randrange(40))
            s.burn_first()
        return False


class CutDepth(Mishap):
    """The cut leaves too few cards or too many, or there is none."""

    code = "cut-depth"
    versions = ("followed", "contrary", "contrary-deep", "contrary-none")
    weight = 1.5
    where = "shoe"
    shoe: Shoe | None = None

    def cut(self, s: TableSession) -> bool:
        """Any shoe."""
        if self.spent:
            return False
        if self.version == "contrary-none":
            self.shoe = s.shoe
            self.begun = True
            s.shoe.uncut = s.shoe.cut_forgotten = True
            return True
        self.spent = True
        deep = self.version == "contrary-deep"
        seq = s.cut_at(105 + s.rng.randrange(25) if deep else 40 + s.rng.randrange(12))
        s.found(self.code, None, "followed" if self.followed else "contrary", seq, None)
        if self.followed:
            s.cut_at(60 + s.rng.randrange(40))
        return True

    def opened(self, s: TableSession, seq: int) -> bool:
        """A first round without a cut."""
        if self.shoe is s.shoe and not self.spent:
            self.spent = True
            s.found(self.code, None, "contrary", seq, s.number)
        return False


class FirstCardNotBurned(Mishap):
    """The first card of a shoe is dealt. A late burn after the round makes it good."""

    code = "first-card-not-burned"
    versions = ("followed", "contrary")
    where = "shoe"

    def first_burn(self, s: TableSession) -> bool:
        """It is left out."""
        if self.begun:
            return False
        self.begun = True
        return True

    def played(self, s: TableSession) -> bool:
        """The round's first card shows it."""
        if self.spent or not self.begun:
            return False
        self.spent = True
        seq = next(event["seq"] for _, event in s.recorder.events if event["kind"] == "dealt")
        s.found(self.code, None, "followed" if self.followed else "contrary", seq, s.number)
        if self.followed:
            s.burn_first()
        return False


class RoundAfterCutCard(Mishap):
    """The cut card is out, and another round is opened; or two."""

    code = "round-after-cut-card"
    versions = ("followed", "contrary")
    weight = 2.0
    where = "shoe"

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.rounds = 0

    def shoe_over(self, s: TableSession) -> bool:
        """Only while the cards behind the cut suffice."""
        wanted = 1 if self.followed else 2
        if self.rounds == wanted:
            self.spent = True
            return False
        if not self.rounds and len(s.shoe.cards) < 9 * wanted * (len(s.seated) + 1):
            return False
        self.rounds += 1
        self.begun = True
        return True

    def opened(self, s: TableSession, seq: int) -> bool:
        """A round too many."""
        if self.rounds and not self.spent:
            outcome = "followed" if self.followed or self.rounds == 2 else "contrary"
            s.found(self.code, None, outcome, seq, s.number)
        return False


class CutCardMissed(Mishap):
    """Nobody sees the cut card and the shoe runs out in a round. Naturals are paid, all other bets void."""

    code = "cut-card-missed"
    versions = ("followed", "contrary", "contrary-bust")
    weight = 0.5
    where = "shoe"

    def cut(self, s: TableSession) -> bool:
        """The cut is made and forgotten. What follows it is known only when the shoe runs out."""
        if self.begun:
            return False
        self.begun = True
        s.cut_at(52 + s.rng.randrange(53))
        s.shoe.cut_forgotten = True
        if self.followed:
            self.spent = True
        else:
            self.waits_for = "last"
        return True

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """One bet is kept that should have gone back."""
        if self.spent or not r.ran_out or on != "main" or due.result != "void":
            return False
        taken = (spot, on) in r.settled
        if taken != (self.version == "contrary-bust"):
            return False
        self.strike(r)
        self.kept = spot
        next(t for t in reversed(r.truths) if t.code == self.code).outcome = "contrary"
        if not taken:
            r.settled.add((spot, on))
            seq = r.money("taken", spot, on, due.amount, r.beat(1200, 2400))
            r.found("wrong-payout", spot, "contrary", seq)
        return True

    def closed(self, r: Round) -> bool:
        """The stake of a bust hand that didn't come back."""
        if self in r.struck and self.version == "contrary-bust":
            r.found("unsettled-bet", self.kept, "contrary", r.closed_seq)
        if r.ran_out and not self.spent:
            # Nobody had bust: it was followed after all, and the next shoe may be forgotten too.
            self.waits_for = "shoe"
            self.begun = False
        return False
