"""One round while it is played: hands, stakes, the dealer's cards, and the only way an event is written."""

from random import Random
from typing import TYPE_CHECKING

from pitboss.simulator.cards import POINTS, is_natural, total
from pitboss.simulator.payouts import Due
from pitboss.simulator.players import Player
from pitboss.simulator.profile import House, Profile
from pitboss.simulator.recorder import Event, Recorder
from pitboss.simulator.shoe import Shoe, ShoeEmpty
from pitboss.simulator.truth import Truth

if TYPE_CHECKING:
    from pitboss.simulator.mishaps.mishap import Mishap


class Hand:
    """One hand of a seat. `state` says why it takes no more cards; empty while it may."""

    __slots__ = ("aces", "cards", "first_two", "seat", "split", "spot", "stake", "state")

    def __init__(self, seat: int, spot: str, stake: int) -> None:
        self.seat = seat
        self.spot = spot
        self.stake = stake
        self.cards: list[str] = []
        # Kept when a split takes the second card away: Perfect Pairs looks at them.
        self.first_two: list[str] = []
        self.split = False
        self.aces = False
        self.state = ""

    @property
    def initial(self) -> list[str]:
        """The first two cards, before any split."""
        return self.first_two or self.cards[:2]

    @property
    def natural(self) -> bool:
        """Ace and ten in the two initial cards."""
        return not self.split and is_natural(self.cards)

    @property
    def alive(self) -> bool:
        """Its result waits for the dealer to play out his hand."""
        return self.state in ("", "stood", "doubled")


class Round:
    """The state of a round; the rooms beside this one (betting, dealing, turns, bank, settling) move it."""

    def __init__(
        self,
        *,
        number: int,
        recorder: Recorder,
        rng: Random,
        shoe: Shoe,
        profile: Profile,
        house: House,
        players: dict[int, Player],
        pit_boss: str,
        mishaps: list["Mishap"],
        truths: list[Truth],
        split_at_once: bool,
        troubled: bool = False,
        together: int = 1,
    ) -> None:
        self.number = number
        self.recorder = recorder
        self.rng = rng
        self.shoe = shoe
        self.profile = profile
        self.house = house
        self.players = players
        self.pit_boss = pit_boss
        self.mishaps = mishaps
        self.truths = truths
        self.split_at_once = split_at_once
        # Something about the shoe is still open: whoever looks into the discards has a reason.
        self.troubled = troubled
        # What has gone wrong in this round, and how much of it may.
        self.struck: list[Mishap] = []
        self.together = together
        self.asked: Mishap | None = None
        # Habits of this round: how much is said aloud and how much only shown by what follows.
        self.says_hit = rng.random() < 0.8
        self.says_stand = rng.random() < 0.85
        self.mains: dict[int, int] = {}
        self.pairs: dict[int, int] = {}
        self.insured: dict[int, int] = {}
        self.hands: dict[int, list[Hand]] = {}
        self.dealer: list[str] = []
        self.settled: set[tuple[str, str]] = set()
        # A bet was passed over: the round isn't settled whatever the dealer thinks.
        self.left_open = False
        # Spot, bet, owner of a bet behind the seat, and what it was due.
        self.rows: list[tuple[str, str, str | None, Due]] = []
        # Bets behind a seat, by hand and owner; those that are settled.
        self.behind: dict[str, dict[str, int]] = {}
        self.behind_settled: set[tuple[str, str]] = set()
        # Cards out of the shoe and not yet given to anybody: they go first.
        self.loose: list[str] = []
        self.someone_acted = False
        self.deal_over = False
        # A card was dealt after the initial deal, to anybody.
        self.third_card = False
        self.ran_out = False
        # Number of the last card dealt; the cut card may have been written after it.
        self.dealt_seq = 0
        self.closed_seq = 0
        # A mishap turns the next card; seats whose player has to leave.
        self.turned = False
        self.excluded: list[int] = []
        # The shoe was stopped: it ends with this round and its decks are checked.
        self.condemned = False

    def write(self, kind: str, pause: int, /, **fields: object) -> int:
        """An event entered by the dealer; its number comes back."""
        return self.recorder.write(kind, pause, fields)

    def boss(self, kind: str, pause: int, /, **fields: object) -> int:
        """An event entered by the pit boss."""
        return self.recorder.write(kind, pause, fields, src="supervisor", by=self.pit_boss)

    def beat(self, low: int, high: int) -> int:
        """A pause between two moments, in milliseconds."""
        return low + int(self.rng.random() * (high - low))

    def chance(self, probability: float) -> bool:
        """True that often; as its patience says, where a mishap asks that was given one."""
        asked = self.asked
        if asked is not None and asked.patience is not None and not asked.spent:
            asked.chances += 1
            return asked.chances > asked.patience
        return self.rng.random() < probability

    def moment(self, name: str, *subjects: object) -> bool:
        """Ask this round's mishaps, then those that wait for their moment. True: one took the moment over."""
        for mishap in tuple(self.struck):
            if getattr(mishap, name)(self, *subjects):
                return True
        already = len(self.struck)
        if already >= self.together:
            return False
        for mishap in self.mishaps:
            if mishap in self.struck:
                continue
            self.asked = mishap
            taken = bool(getattr(mishap, name)(self, *subjects))
            self.asked = None
            # No second one in the same moment.
            if taken or len(self.struck) > already:
                return taken
        return False

    @property
    def order(self) -> list[int]:
        """Seats with a bet, clockwise."""
        return sorted(self.mains)

    def all_hands(self) -> list[Hand]:
        """Every hand in playing order."""
        return [hand for seat in self.order for hand in self.hands.get(seat, ())]

    def draw(self, to: str) -> str:
        """The card that goes to `to`, once whatever can happen on its way has happened."""
        if self.mishaps:
            self.moment("before_card", to)
        if self.loose:
            return self.loose.pop(0)
        return self.from_shoe()

    def from_shoe(self) -> str:
        """The next card out of the shoe; the cut card first, if it is next."""
        shoe = self.shoe
        if not shoe.cards:
            self.ran_out = True
            raise ShoeEmpty
        if shoe.at_cut():
            self.cut_card()
        return shoe.take()

    def cut_card(self) -> None:
        """The cut card lies on the table: this round is the shoe's last."""
        self.shoe.cut_out = True
        self.write("cut_card_out", 600)

    def deal(self, to: str, pause: int, *, covered: bool = False) -> str:
        """Draw a card and write it down as dealt. Where it lies is for the caller to keep.

        `covered`: one of the cards that some houses deal face down.
        """
        card = self.draw(to)
        down = (covered and self.profile.covered_cards) != self.turned
        if down or self.turned:
            face = "down" if down else "up"
            self.dealt_seq = self.write("dealt", pause, to=to, card=card, face=face)
            self.turned = False
        else:
            self.dealt_seq = self.write("dealt", pause, to=to, card=card)
        self.third_card = self.deal_over
        if self.shoe.eager and self.shoe.cards and self.shoe.at_cut():
            self.cut_card()
        return card

    def give(self, hand: Hand, pause: int, *, covered: bool = False) -> str:
        """Deal a card to a hand."""
        card = self.deal(hand.spot, pause, covered=covered)
        hand.cards.append(card)
        return card

    def give_dealer(self, pause: int) -> str:
        """Deal a card to the dealer."""
        card = self.deal("dealer", pause)
        self.dealer.append(card)
        return card

    def up(self) -> int:
        """Points of the dealer's first card; the ace is 1."""
        return POINTS[self.dealer[0]]

    def act(self, spot: str, action: str, pause: int, **fields: object) -> int:
        """A player's declared act."""
        if action not in ("insurance", "even_money"):
            self.someone_acted = True
        return self.write("acted", pause, spot=spot, action=action, **fields)

    def pay(self, spot: str, on: str, due: Due, pause: int) -> int:
        """Carry a settlement out and remember it."""
        self.settled.add((spot, on))
        self.rows.append((spot, on, None, due))
        return self.money(due.kind, spot, on, due.amount, pause)

    def money(self, kind: str, spot: str, on: str, amount: int, pause: int) -> int:
        """Chips move: `paid`, `taken` or `returned`."""
        fields: Event = {"spot": spot, "amount": amount}
        if on != "main":
            fields["on"] = on
        return self.recorder.write(kind, pause, fields)

    def found(self, code: str, spot: str | None, outcome: str, seq: int) -> Truth:
        """Write down what the engine ought to find. The outcome may still change."""
        truth = Truth(self.recorder.table, code, self.number, spot, outcome, seq)
        self.truths.append(truth)
        return truth

    def bust(self, hand: Hand) -> bool:
        """Whether the hand is over 21."""
        return total(hand.cards)[0] > 21
