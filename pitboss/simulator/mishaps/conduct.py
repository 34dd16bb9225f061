"""What players must not do. They may be excluded; word and cash bets go back before the first card."""

from typing import ClassVar

from pitboss.simulator import dealing
from pitboss.simulator.betting import bet
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.mishaps.stakes import free_seats
from pitboss.simulator.payouts import Due, void
from pitboss.simulator.players import PLAYERS
from pitboss.simulator.profile import Profile
from pitboss.simulator.recorder import Event
from pitboss.simulator.round import Hand, Round

NOTES = {
    "changed_bet": "Retiró una ficha después de la segunda carta",
    "touched_cards": "Levantó sus cartas para mirarlas",
    "interfered": "Le dijo al jugador siguiente que se plantara",
    "played_other_hand": "Hizo señas por la mano vecina",
    "foreign_object": "Dejó un teléfono sobre el paño",
    "asked_for_money": "Pidió una ficha a la mesa para doblar",
}

EXCLUDES = frozenset(
    {
        "conduct-changed-bet",
        "conduct-touched-cards",
        "conduct-interfered",
        "conduct-played-other-hand",
        "conduct-foreign-object",
        "conduct-asked-for-money",
    }
)
"""For which an exclusion is what the rule names; a bet by word or in cash is answered by giving it back."""


class Conduct(Mishap):
    """An act that the floor reports; the player stays, or is asked to leave."""

    act: str
    versions: ClassVar[tuple[str, ...]] = ("noted", "followed")

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """Some player's turn."""
        if self.spent or not r.chance(0.3):
            return False
        self.strike(r)
        spot = str(hand.seat)
        seq = r.write("conduct", r.beat(1500, 4000), seat=spot, act=self.act, note=NOTES[self.act])
        r.found(self.code, spot, self.version, seq)
        if self.followed:
            r.boss("excluded", r.beat(20_000, 60_000), seat=spot, by_role="pit_boss")
            r.excluded.append(hand.seat)
            # It answers whatever else this player had done in the round
            for truth in r.truths:
                if truth.round == r.number and truth.spot == spot and truth.code in EXCLUDES:
                    truth.outcome = "followed"
        return True


class TouchedCards(Conduct):
    """Hands on the cards."""

    code = "conduct-touched-cards"
    act = "touched_cards"
    weight = 2.0


class Interfered(Conduct):
    """Advice that nobody asked for."""

    code = "conduct-interfered"
    act = "interfered"


class PlayedOtherHand(Conduct):
    """Another's hand."""

    code = "conduct-played-other-hand"
    act = "played_other_hand"


class ForeignObject(Conduct):
    """Things on the layout that aren't chips."""

    code = "conduct-foreign-object"
    act = "foreign_object"


class AskedForMoney(Conduct):
    """Borrowing at the table."""

    code = "conduct-asked-for-money"
    act = "asked_for_money"


class ChangedBet(Conduct):
    """A stake changed once the round has begun: seen by the dealer, or shown by a late bet."""

    code = "conduct-changed-bet"
    act = "changed_bet"
    versions = ("noted", "followed", "noted-late-bet", "noted-late-bet-behind")

    @classmethod
    def can_be(cls, version: str, profile: Profile) -> bool:
        """Somebody must stand behind the seats."""
        return not version.endswith("behind") or profile.back_bets

    def dealt(self, r: Round) -> bool:
        """A chip more, after the cards; from behind the seat, where people stand there."""
        behind = self.version.endswith("behind")
        if self.spent or "late-bet" not in self.version or not r.chance(0.4):
            return False
        self.strike(r)
        seat = r.order[r.rng.randrange(len(r.order))]
        owner: Event = {"owner": "P-14"} if behind else {}
        seq = bet(r, seat, r.house.chip, **owner)
        r.found(self.code, str(seat), "noted", seq)
        fields: Event = {"spot": str(seat), "amount": r.house.chip, **owner}
        r.recorder.write("returned", r.beat(2000, 4000), fields)
        return True

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """Only where nothing shows it but the eye."""
        return "late-bet" not in self.version and super().after_turn(r, hand)


class Tendered(Mishap):
    """A bet by word or in cash on a free place: given back before the first card, or too late."""

    tender: str
    versions = ("followed", "contrary")

    def betting(self, r: Round) -> bool:
        """Somebody without chips."""
        free = free_seats(r)
        if self.spent or not free or not r.chance(0.4):
            return False
        self.strike(r)
        self.seat = free[r.rng.randrange(len(free))]
        self.amount = r.house.minimum
        seq = bet(r, self.seat, self.amount, tender=self.tender)
        r.found(self.code, str(self.seat), self.version, seq)
        if self.followed:
            r.money("returned", str(self.seat), "main", self.amount, r.beat(2500, 6000))
        else:
            r.mains[self.seat] = self.amount
            r.players[self.seat] = PLAYERS["timid"]
        return True

    def deal(self, r: Round) -> bool:
        """The hand gets its cards and never plays: nothing is at stake on it."""
        if self not in r.struck or self.followed:
            return False
        dealing.initial(r)
        r.hands[self.seat][0].state = "void"
        return True

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """The stake goes back with the others' settlement."""
        if self not in r.struck or self.followed or spot != str(self.seat):
            return False
        r.pay(spot, on, void(self.amount), r.beat(1500, 2500))
        return True


class WordBet(Tendered):
    """By word."""

    code = "conduct-word-bet"
    tender = "word"


class CashBet(Tendered):
    """In notes."""

    code = "conduct-cash-bet"
    tender = "cash"
