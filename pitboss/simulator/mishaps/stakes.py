"""Acts and stakes that the rules don't allow. They happened: cards and chips follow the record."""

from pitboss.simulator import payouts, turns
from pitboss.simulator.betting import bet
from pitboss.simulator.cards import POINTS, is_natural, low_total, total
from pitboss.simulator.dealing import half
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.payouts import Due
from pitboss.simulator.players import PLAYERS
from pitboss.simulator.profile import Profile
from pitboss.simulator.round import Hand, Round


def ruled(mishap: Mishap, r: Round, spot: str, ruling: str) -> None:
    """The pit boss is called and decides."""
    r.boss("ruled", r.beat(10_000, 30_000), by_role="pit_boss", ruling=ruling, code=mishap.code, spot=spot)


def free_seats(r: Round) -> list[int]:
    """Seats of the table without a bet."""
    return [seat for seat in range(1, r.house.seats + 1) if seat not in r.mains]


class SeatLimit(Mishap):
    """Somebody bets at a place that the table doesn't have."""

    code = "seat-limit"
    versions = ("noted",)

    def betting(self, r: Round) -> bool:
        """Only tables with fewer than seven places can have it."""
        if self.spent or r.house.seats >= 7:
            return False
        self.strike(r)
        seat = r.house.seats + 1
        r.players[seat] = PLAYERS["basic"]
        r.mains[seat] = r.house.minimum
        r.found(self.code, str(seat), "noted", bet(r, seat, r.house.minimum))
        return True


class BetLimit(Mishap):
    """A main bet above the maximum, or one that never reaches the minimum."""

    code = "bet-limit"
    versions = ("noted", "noted-low")
    weight = 2.0

    def betting(self, r: Round) -> bool:
        """The last bet before they are closed."""
        if self.spent or not r.chance(0.5):
            return False
        if self.version == "noted":
            self.strike(r)
            seat = r.order[r.rng.randrange(len(r.order))]
            more = r.house.maximum - r.mains[seat] + r.house.chip * (1 + r.rng.randrange(5))
            r.mains[seat] += more
            r.found(self.code, str(seat), "noted", bet(r, seat, more))
            return True
        free = free_seats(r)
        if not free or r.shoe.at_cut():
            return False
        self.strike(r)
        seat = free[r.rng.randrange(len(free))]
        r.players[seat] = PLAYERS["timid"]
        r.mains[seat] = max(r.house.chip, r.house.minimum // 2 // r.house.chip * r.house.chip)
        self.seq = bet(r, seat, r.mains[seat])
        self.low = str(seat)
        return True

    def closed(self, r: Round) -> bool:
        """A stake may grow until the close, or the first card dealt: that one showed that it didn't."""
        if self in r.struck and self.version == "noted-low":
            events = [event for _, event in r.recorder.events if event["seq"] > self.seq]
            shown = next(event for event in events if event["kind"] in ("bets_closed", "dealt"))
            r.found(self.code, self.low, "noted", shown["seq"])
        return False


class DoubleNotAllowed(Mishap):
    """A double on another total than 9, 10 or 11, or on three cards."""

    code = "double-not-allowed"
    versions = ("followed", "contrary", "contrary-three-cards")
    weight = 2.0

    def decision(self, r: Round, hand: Hand) -> bool:
        """A hand that a rash player might double."""
        if self.spent or not r.chance(0.3):
            return False
        points, soft = total(hand.cards)
        three = self.version == "contrary-three-cards"
        totals = r.profile.double_totals
        allowed = points in totals or (soft and low_total(hand.cards) in totals)
        if len(hand.cards) != (3 if three else 2) or points > 16 or (allowed and not three):
            return False
        self.strike(r)
        stake = r.mains[hand.seat]
        seq = r.act(hand.spot, "double", r.beat(1500, 3000), amount=stake)
        r.found(self.code, hand.spot, "followed" if self.followed else "contrary", seq)
        if self.followed:
            ruled(self, r, hand.spot, "La apuesta ya estaba aceptada: el doble vale")
        hand.stake += stake
        r.give(hand, r.beat(900, 1700), covered=True)
        hand.state = "doubled"
        turns.after_card(r, hand)
        return True


class DoubleStake(Mishap):
    """The stake added to a double isn't the main stake."""

    code = "double-stake"
    versions = ("followed", "followed-made-good", "contrary", "contrary-over")

    def decision(self, r: Round, hand: Hand) -> bool:
        """A double that would be allowed; of a split hand it couldn't be said whose stake is made good."""
        main = r.mains[hand.seat]
        if hand.split and self.version == "followed-made-good":
            return False
        if self.spent or not turns.may_double(r, hand) or main < 2 * r.house.chip or not r.chance(0.5):
            return False
        self.strike(r)
        extra = r.house.chip * (1 + r.rng.randrange(3))
        short = self.version in ("contrary", "followed-made-good")
        amount = half(r, hand.seat) if short else main + extra
        seq = r.act(hand.spot, "double", r.beat(1500, 3000), amount=amount)
        r.found(self.code, hand.spot, "followed" if self.followed else "contrary", seq)
        if self.followed:
            if short:
                bet(r, hand.seat, main - amount)
            else:
                r.money("returned", hand.spot, "main", extra, r.beat(2000, 5000))
            amount = main
        hand.stake += amount
        r.give(hand, r.beat(900, 1700), covered=True)
        hand.state = "doubled"
        turns.after_card(r, hand)
        return True


class SplitNotAllowed(Mishap):
    """Two cards of different value are split, a new pair of aces, or a pair where the seat has its hands."""

    code = "split-not-allowed"
    versions = ("followed", "contrary", "contrary-aces", "contrary-hand-too-many")

    def decision(self, r: Round, hand: Hand) -> bool:
        """Anything but a pair; an ace would bring its own rules along."""
        if self.spent or self.version.endswith("aces") or len(hand.cards) != 2:
            return False
        values = {POINTS[card] for card in hand.cards}
        if self.version.endswith("too-many"):
            if len(values) > 1 or len(r.hands[hand.seat]) < r.profile.hands_per_seat:
                return False
        elif hand.split or len(values) == 1 or 1 in values or not r.chance(0.2):
            return False
        self.strike(r)
        stake = r.mains[hand.seat]
        seq = r.act(hand.spot, "split", r.beat(1800, 3200), amount=stake)
        r.found(self.code, hand.spot, "followed" if self.followed else "contrary", seq)
        if self.followed:
            ruled(self, r, hand.spot, "La apuesta ya estaba aceptada: la separación vale")
        turns.divide(r, hand, stake)
        return True

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """An ace fell on a split ace."""
        if self.spent or not self.version.endswith("aces") or not hand.aces or len(hand.cards) != 2:
            return False
        if POINTS[hand.cards[1]] != 1:
            return False
        self.strike(r)
        stake = r.mains[hand.seat]
        seq = r.act(hand.spot, "split", r.beat(1800, 3200), amount=stake)
        r.found(self.code, hand.spot, "contrary", seq)
        turns.divide(r, hand, stake)
        r.give(hand, r.beat(900, 1500), covered=True)
        return True


class SplitStake(Mishap):
    """The stake put beside a split isn't the main stake."""

    code = "split-stake"
    versions = ("followed", "contrary")
    seat = 0

    def decision(self, r: Round, hand: Hand) -> bool:
        """A pair; afterwards the seat only hits and stands, its stakes being muddled."""
        if self in r.struck:
            if hand.seat != self.seat:
                return False
            turns.play_plainly(r, hand)
            return True
        main = r.mains[hand.seat]
        if self.spent or hand.split or not turns.may_split(r, hand) or POINTS[hand.cards[0]] == 1:
            return False
        if main < 2 * r.house.chip or not r.chance(0.6):
            return False
        self.strike(r)
        self.seat = hand.seat
        extra = r.house.chip * (1 + r.rng.randrange(3))
        amount = main + extra if self.followed else half(r, hand.seat)
        seq = r.act(hand.spot, "split", r.beat(1800, 3200), amount=amount)
        r.found(self.code, hand.spot, "followed" if self.followed else "contrary", seq)
        other = turns.divide(r, hand, main if self.followed else amount)
        if self.followed:
            r.money("returned", other.spot, "main", extra, r.beat(2000, 5000))
        return True


class InsuranceNotAllowed(Mishap):
    """Insurance against no ace, when the window is over, or (where it has to be half) less than half the stake.

    It goes back, or is kept as lost.
    """

    code = "insurance-not-allowed"
    versions = ("followed", "followed-late", "contrary", "followed-under", "contrary-under")

    @classmethod
    def can_be(cls, version: str, profile: Profile) -> bool:
        """Too little can be insured only where it has to be half."""
        return not version.endswith("under") or not profile.insurance_below_half

    def dealt(self, r: Round) -> bool:
        """The dealer shows something that looks like an ace to somebody."""
        under = self.version.endswith("under")
        if self.spent or self.version.endswith("late") or (r.up() == 1) != under or not r.chance(0.3):
            return False
        seat = r.order[r.rng.randrange(len(r.order))]
        if r.hands[seat][0].state == "void":
            return False
        if under and r.mains[seat] <= 2 * r.house.chip:
            return False
        self.strike(r)
        self._insure(r, seat)
        return True

    def window(self, r: Round) -> bool:
        """Who has just insured less than he may isn't asked again."""
        return self in r.struck and self.version.endswith("under")

    def turn(self, r: Round, hand: Hand) -> bool:
        """An ace, but others have played."""
        if self.spent or not self.version.endswith("late") or r.up() != 1 or hand.split:
            return False
        over = r.third_card if r.profile.insurance_until == "card" else r.someone_acted
        if not over or hand.seat in r.insured:
            return False
        self.strike(r)
        self._insure(r, hand.seat)
        return False

    def _insure(self, r: Round, seat: int) -> None:
        self.seat = seat
        self.amount = r.house.chip if self.version.endswith("under") else max(r.house.chip, half(r, seat))
        seq = r.act(str(seat), "insurance", r.beat(1500, 3000), amount=self.amount)
        r.found(self.code, str(seat), "followed" if self.followed else "contrary", seq)
        if self.followed:
            r.money("returned", str(seat), "insurance", self.amount, r.beat(3000, 8000))

    def settled(self, r: Round) -> bool:
        """A void bet is collected."""
        if self in r.struck and not self.followed:
            seq = r.money("taken", str(self.seat), "insurance", self.amount, r.beat(1000, 2000))
            r.found("wrong-payout", str(self.seat), "contrary", seq)
        return False


class InsuranceOverHalf(Mishap):
    """More than half the stake is insured. The excess goes back, or is played as if it were good."""

    code = "insurance-over-half"
    versions = ("followed", "contrary")

    def dealt(self, r: Round) -> bool:
        """Against an ace, by a stake whose half the chips can make."""
        if self.spent or r.up() != 1:
            return False
        even = [seat for seat in r.order if r.mains[seat] % (2 * r.house.chip) == 0]
        if not even or not r.chance(0.7):
            return False
        self.strike(r)
        self.seat = even[r.rng.randrange(len(even))]
        most = r.mains[self.seat] // 2
        self.amount = r.mains[self.seat] if r.chance(0.5) else most + r.house.chip
        seq = r.act(str(self.seat), "insurance", r.beat(1500, 3000), amount=self.amount)
        r.found(self.code, str(self.seat), "followed" if self.followed else "contrary", seq)
        r.insured[self.seat] = most
        if self.followed:
            r.money("returned", str(self.seat), "insurance", self.amount - most, r.beat(3000, 8000))
        return True

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """Kept, the whole is settled."""
        if self not in r.struck or self.followed or on != "insurance" or spot != str(self.seat):
            return False
        r.settled.add((spot, on))
        whole = payouts.insurance(r.dealer, self.amount, r.profile)
        seq = r.money(whole.kind, spot, on, whole.amount, r.beat(1000, 2000))
        r.found("wrong-payout", spot, "contrary", seq)
        return True


class SurrenderNotAllowed(Mishap):
    """A surrender against an ace, after a card, of a split hand. The hand plays on, or half is taken."""

    code = "surrender-not-allowed"
    versions = ("followed", "followed-late", "followed-split", "contrary")
    weight = 2.0

    def decision(self, r: Round, hand: Hand) -> bool:
        """A hand that would rather be gone."""
        if self.spent or hand.split != (self.version == "followed-split") or not r.chance(0.4):
            return False
        late = self.version == "followed-late"
        closed = r.profile.surrender_until == "card" and r.third_card
        if len(hand.cards) < (2 if closed else 3) if late else len(hand.cards) != 2:
            return False
        if turns.may_surrender(r, hand) or (late and r.up() == 1):
            return False
        if total(hand.cards)[0] == 21 or (self.version == "contrary" and is_natural(hand.cards)):
            return False
        self.strike(r)
        self.spot = hand.spot
        # It is ignored, so nobody has acted yet.
        seq = r.write("acted", r.beat(1500, 3000), spot=hand.spot, action="surrender")
        r.found(self.code, hand.spot, "followed" if self.followed else "contrary", seq)
        if self.followed:
            if total(hand.cards)[0] < 15:
                turns.hit(r, hand, aloud=True)
            else:
                turns.stand(r, hand, aloud=True)
        else:
            hand.state = "stood"
        return True

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """Half is taken as though it had been a surrender."""
        if self not in r.struck or self.followed or on != "main" or spot != self.spot:
            return False
        r.settled.add((spot, on))
        hand = next(h for h in r.all_hands() if h.spot == spot)
        seq = r.money("taken", spot, on, payouts.surrender(hand.stake, r.house.chip).amount, r.beat(1200, 2000))
        r.found("wrong-payout", spot, "contrary", seq)
        return True


class EvenMoneyNotAllowed(Mishap):
    """Even money without a natural, without an ace, or where the table doesn't offer it. It is ignored."""

    code = "even-money-not-allowed"
    versions = ("noted",)

    def dealt(self, r: Round) -> bool:
        """A hand that can't have it."""
        if self.spent or not r.chance(0.15):
            return False
        for seat in r.order:
            hand = r.hands[seat][0]
            if (str(seat), "main") in r.settled or (hand.natural and r.house.even_money and r.up() == 1):
                continue
            if hand.natural or r.up() == 1:
                self.strike(r)
                seq = r.act(str(seat), "even_money", r.beat(1500, 3000))
                r.found(self.code, str(seat), "noted", seq)
                return True
        return False
