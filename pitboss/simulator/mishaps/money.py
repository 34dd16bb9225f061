"""Chips that go where they shouldn't: too much, too little, too early, not at all."""

from pitboss.simulator import payouts
from pitboss.simulator.cards import is_natural
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.payouts import Due
from pitboss.simulator.profile import Profile
from pitboss.simulator.recorder import Event
from pitboss.simulator.round import Round


class WrongPayout(Mishap):
    """A bet is settled for another amount, or the other way round; put right at once, or not."""

    code = "wrong-payout"
    versions = ("followed", "followed-over", "contrary", "contrary-over", "contrary-kind", "contrary-behind")
    weight = 4.0

    @classmethod
    def can_be(cls, version: str, profile: Profile) -> bool:
        """Somebody must stand behind the seats."""
        return not version.endswith("behind") or profile.back_bets

    def pay_behind(self, r: Round, spot: str, owner: str, due: Due) -> bool:
        """One who stands behind the seat gets too little."""
        if self.spent or r.ran_out or not self.version.endswith("behind") or due.kind != "paid":
            return False
        if due.amount <= r.house.chip or not r.chance(0.2):
            return False
        self.strike(r)
        fields: Event = {"spot": spot, "amount": due.amount - r.house.chip, "owner": owner}
        seq = r.recorder.write("paid", r.beat(900, 1800), fields)
        r.found(self.code, spot, "contrary", seq)
        return True

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """Any bet that can be got wrong in this way."""
        if self.spent or r.ran_out or self.version.endswith("behind") or not r.chance(0.2):
            return False
        if due.result == "void":
            return False
        if self.version == "contrary-kind":
            if due.kind == "paid":
                return False
            self.strike(r)
            wrong = Due(due.result, "taken" if due.kind == "returned" else "returned", due.amount)
            self._wrong(r, spot, on, wrong)
            return True
        if due.kind != "paid":
            return False
        chip = r.house.chip
        amount = due.amount + chip * (1 + r.rng.randrange(4))
        if not self.version.endswith("over"):
            # A natural paid as a win is the classic; others are a chip or two short.
            amount = due.amount * 2 // 3 // chip * chip if due.result == "blackjack" else due.amount - chip
            if amount <= 0:
                return False
        self.strike(r)
        self._wrong(r, spot, on, due._replace(amount=amount))
        if self.version == "followed":
            r.money("paid", spot, on, due.amount - amount, r.beat(4000, 12_000))
        elif self.version == "followed-over":
            r.money("taken", spot, on, amount - due.amount, r.beat(4000, 12_000))
        return True

    def _wrong(self, r: Round, spot: str, on: str, wrong: Due) -> None:
        r.settled.add((spot, on))
        seq = r.money(wrong.kind, spot, on, wrong.amount, r.beat(1400, 2800))
        r.found(self.code, spot, "followed" if self.followed else "contrary", seq)


class UnsettledBet(Mishap):
    """The round is closed over a bet that nobody settled; settled before the next one opens, or never."""

    code = "unsettled-bet"
    versions = ("followed", "contrary", "followed-behind", "contrary-behind")
    weight = 2.0
    owner: str | None = None

    @classmethod
    def can_be(cls, version: str, profile: Profile) -> bool:
        """Somebody must stand behind the seats."""
        return not version.endswith("behind") or profile.back_bets

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """It is passed over."""
        if self.spent or r.ran_out or self.version.endswith("behind") or not r.chance(0.1):
            return False
        if due.result == "void":
            return False
        self.strike(r)
        r.left_open = True
        r.settled.add((spot, on))
        self.bet = (spot, on, due)
        return True

    def pay_behind(self, r: Round, spot: str, owner: str, due: Due) -> bool:
        """A bet behind the seat is passed over."""
        if self.spent or r.ran_out or not self.version.endswith("behind") or not r.chance(0.2):
            return False
        self.strike(r)
        r.left_open = True
        self.bet, self.owner = (spot, "main", due), owner
        return True

    def closed(self, r: Round) -> bool:
        """The close shows it."""
        if self in r.struck:
            spot, on, due = self.bet
            r.found(self.code, spot, "followed" if self.followed else "contrary", r.closed_seq)
            if self.followed and self.owner is None:
                r.money(due.kind, spot, on, due.amount, r.beat(3000, 8000))
            elif self.followed:
                fields: Event = {"spot": spot, "amount": due.amount, "owner": self.owner}
                r.recorder.write(due.kind, r.beat(3000, 8000), fields)
        return False


class BlackjackPaidEarly(Mishap):
    """A natural is paid while the dealer's ace or ten may still become one too."""

    code = "blackjack-paid-early"
    versions = ("contrary", "followed")
    weight = 2.0

    def dealt(self, r: Round) -> bool:
        """A natural against an ace or a ten, with no bets behind: those would be paid early too, each by itself."""
        if self.spent or r.up() not in (1, 10):
            return False
        for seat in r.order:
            hand = r.hands[seat][0]
            alone = not r.behind.get(hand.spot)
            if hand.state == "natural" and alone and (hand.spot, "main") not in r.settled and r.chance(0.6):
                self.strike(r)
                self.spot = hand.spot
                due = payouts.natural(hand.stake, r.house.chip, r.profile)
                seq = r.money("paid", hand.spot, "main", due.amount, r.beat(1500, 2500))
                r.found(self.code, hand.spot, self.version, seq)
                if self.followed:
                    r.money("taken", hand.spot, "main", due.amount, r.beat(4000, 9000))
                else:
                    r.settled.add((hand.spot, "main"))
                return True
        return False

    def dealer_done(self, r: Round) -> bool:
        """The dealer's natural makes it a tie, and the payment wrong."""
        if self in r.struck and not self.followed and is_natural(r.dealer):
            seq = next(e["seq"] for _, e in reversed(r.recorder.events) if e.get("to") == "dealer")
            r.found("wrong-payout", self.spot, "contrary", seq)
        return False
