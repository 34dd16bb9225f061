"""What may come next: a round described as plainly as can be, so that every continuation can be counted.

Chess programs are checked by a *perft*: count all legal games of so many moves, and compare. Here a move is an event
of one small round, a card being no more than its value. The stakes lie already; each is 100. `moves` is the whole
description: whatever it yields must raise no finding, and whatever it doesn't must raise one.

Two freedoms of the record are part of it. Hit and stand are words: said twice, or taken back, they break no rule, as
long as it is that hand's turn. And nobody has to speak at all: a card, or play that moves on, says it as well.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from pitboss.simulator.profile import Profile

STAKE = 100
VALUES = tuple(range(1, 11))
ACTIONS = ("hit", "stand", "double", "split", "surrender", "insurance", "even_money")
# Whatever amount could be due on any bet, in any profile; a double has twice the stake on it.
AMOUNTS = {
    "paid": (STAKE, STAKE * 3 // 2, 2 * STAKE),
    "taken": (STAKE // 2, STAKE, STAKE * 3 // 2, 2 * STAKE),
    "returned": (STAKE, 2 * STAKE),
}


class Move(NamedTuple):
    """An event: `kind` is dealt, acted, paid, taken, returned or round_closed; the rest as far as it has it."""

    kind: str
    to: str = ""
    value: int = 0
    down: bool = False
    action: str = ""
    on: str = "main"
    amount: int = 0


CLOSE = Move("round_closed")


def total(cards: tuple[int, ...]) -> int:
    """Best total: an ace counts eleven where that doesn't bust."""
    points = sum(cards)
    return points + 10 if 1 in cards and points <= 11 else points


class Hand:
    """A hand: its cards' values, what was decided, and the stake."""

    __slots__ = ("aces", "asked", "cards", "decided", "doubled", "even", "split", "stake", "stood", "surrendered")

    def __init__(self) -> None:
        self.cards: tuple[int, ...] = ()
        self.stake = STAKE
        # `doubled`: how many cards it had then.
        self.doubled = 0
        # It said something; it said that it wants cards.
        self.decided = self.asked = False
        self.stood = self.split = self.aces = self.surrendered = self.even = False

    def copy(self) -> "Hand":
        other = Hand()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    @property
    def natural(self) -> bool:
        return not self.split and len(self.cards) == 2 and total(self.cards) == 21

    @property
    def bust(self) -> bool:
        return total(self.cards) > 21


def seat_of(spot: str) -> str:
    """The seat that a hand belongs to."""
    return spot.partition(".")[0]


def order(spot: str) -> tuple[int, int]:
    """Playing order: by seat, then by the number of the hand."""
    seat, _, number = spot.partition(".")
    return int(seat), int(number or 1)


class Position:
    """A round at some moment. `moves` says what may come; `after` what it leads to."""

    def __init__(self, profile: Profile, spots: tuple[str, ...]) -> None:
        self.profile = profile
        self.spots = spots
        self.hands = {spot: Hand() for spot in spots}
        self.dealer: tuple[int, ...] = ()
        self.insured: dict[str, int] = {}
        self.settled: set[tuple[str, str]] = set()
        # What was paid on a bet, and may be taken back: then it is as open as before.
        self.paid: dict[tuple[str, str], int] = {}
        # The hand that played last: those before it have been passed over.
        self.last = ""
        self.acted = self.third_card = self.closed = False

    def copy(self) -> "Position":
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.hands = {spot: hand.copy() for spot, hand in self.hands.items()}
        other.insured = dict(self.insured)
        other.settled = set(self.settled)
        other.paid = dict(self.paid)
        return other

    # What is asked below, in words.

    @property
    def dealing(self) -> bool:
        """The initial deal isn't complete: two cards a hand, one for the dealer."""
        return self.due_next is not None

    @property
    def due_next(self) -> str | None:
        """Who gets the next card of the initial deal."""
        if self.acted or self.third_card or any(hand.split for hand in self.hands.values()):
            return None
        for spot in self.spots:
            if not self.hands[spot].cards:
                return spot
        if not self.dealer:
            return "dealer"
        return next((spot for spot in self.spots if len(self.hands[spot].cards) < 2), None)

    def passed(self, spot: str) -> bool:
        """Play has moved on beyond this hand, to a later one or to the dealer."""
        return len(self.dealer) > 1 or (self.last != "" and order(spot) < order(self.last))

    @property
    def bets(self) -> list[tuple[str, str]]:
        return [*((spot, "main") for spot in self.hands), *((spot, "insurance") for spot in self.insured)]

    @property
    def open_bets(self) -> list[tuple[str, str]]:
        return [bet for bet in self.bets if bet not in self.settled]

    # What may come.

    def moves(self, values: tuple[int, ...] = VALUES) -> Iterator[Move]:
        """Every event that raises no finding now."""
        if self.closed:
            return
        for to in (*self.hands, "dealer"):
            if self.may_have_card(to):
                down = self.is_covered(to)
                for value in values:
                    yield Move("dealt", to, value, down)
        for spot, action in product(self.hands, ACTIONS):
            if getattr(self, f"may_{action}")(spot):
                yield Move("acted", spot, action=action)
        for spot, on in self.open_bets:
            for kind, amount in self.due(spot, on):
                yield Move(kind, spot, on=on, amount=amount)
        for (spot, on), amount in self.paid.items():
            yield Move("taken", spot, on=on, amount=amount)
        if not self.dealing and not self.open_bets:
            yield CLOSE

    def may_have_card(self, to: str) -> bool:
        """In the initial deal only the next in order; then hands whose turn may be now; then the dealer to 17."""
        if self.dealing:
            return to == self.due_next
        if not self.open_bets:
            return False
        if to == "dealer":
            return self.may_draw()
        hand = self.hands[to]
        if hand.split and len(hand.cards) == 1 and len(self.dealer) == 1:
            # Its second card is owed until play leaves the seat: neither a hit nor a stand, whatever was said.
            return not self.passed(to) or seat_of(to) == seat_of(self.last)
        if (to, "main") in self.settled or self.passed(to):
            return False
        if hand.stood or hand.surrendered or hand.even or hand.bust:
            return False
        if (hand.doubled and len(hand.cards) > hand.doubled) or (hand.aces and len(hand.cards) > 1):
            return False
        return not (hand.natural and self.profile.natural_stands)

    def may_draw(self) -> bool:
        """Not on 17; not when nothing waits for him (bust, given up, content with even money) but an insurance."""
        if total(self.dealer) >= 17:
            return False
        if all(hand.bust or self.is_over(hand) for hand in self.hands.values()):
            return any(on == "insurance" for _, on in self.open_bets)
        return True

    def is_covered(self, to: str) -> bool:
        """Some houses deal the double's card and the split aces' face down."""
        if not self.profile.covered_cards or to == "dealer":
            return False
        hand = self.hands[to]
        return bool(hand.doubled) or (hand.aces and len(hand.cards) == 1)

    def may_speak(self, spot: str) -> bool:
        """It is, or may become, this hand's turn."""
        return not self.dealing and not self.passed(spot)

    may_hit = may_stand = may_speak

    def may_double(self, spot: str) -> bool:
        """Two cards of 9, 10 or 11, an ace counting either way; once; not a natural, not a split ace."""
        hand = self.hands[spot]
        if not self.may_speak(spot) or self.is_over(hand) or hand.doubled or hand.aces or len(hand.cards) != 2:
            return False
        if hand.split and not self.profile.double_after_split:
            return False
        low, best = sum(hand.cards), total(hand.cards)
        return best != 21 and (low in self.profile.double_totals or best in self.profile.double_totals)

    def may_split(self, spot: str) -> bool:
        """Two cards of one value, while the seat has hands left; aces once."""
        hand = self.hands[spot]
        if not self.may_speak(spot) or self.is_over(hand) or hand.doubled or hand.aces or len(hand.cards) != 2:
            return False
        held = sum(1 for other in self.hands if seat_of(other) == seat_of(spot))
        return hand.cards[0] == hand.cards[1] and held < self.profile.hands_per_seat

    def is_over(self, hand: Hand) -> bool:
        """It was given up or paid off: nothing can be added to it."""
        return hand.surrendered or hand.even

    def may_surrender(self, spot: str) -> bool:
        """Two initial cards, no ace against them, inside the house's window."""
        hand = self.hands[spot]
        if not self.profile.surrender or len(hand.cards) != 2 or hand.split or self.is_over(hand):
            return False
        if (spot, "main") in self.settled:
            return False
        if not self.dealer or self.dealer[0] == 1 or len(self.dealer) > 1:
            return False
        if self.profile.surrender_until == "card":
            return not self.third_card and not hand.asked
        if self.dealing and self.profile.surrender_after_deal:
            return False
        return not hand.decided and not self.passed(spot)

    def may_insurance(self, spot: str) -> bool:
        """Once for a seat, against an ace, inside the house's window."""
        if self.dealer != (1,) or seat_of(spot) in map(seat_of, self.insured) or not self.hands[spot].cards:
            return False
        return not self.third_card and not (self.acted and self.profile.insurance_until == "act")

    def may_even_money(self, spot: str) -> bool:
        """A natural against an ace, until the dealer's second card."""
        return self.hands[spot].natural and self.dealer == (1,)

    def due(self, spot: str, on: str) -> Iterator[tuple[str, int]]:
        """How the bet may be settled now, if it may."""
        dealer = self.dealer
        bank = total(dealer)
        two = len(dealer) > 1
        theirs = len(dealer) == 2 and bank == 21
        if on == "insurance":
            if two:
                yield ("paid", 2 * self.insured[spot]) if theirs else ("taken", self.insured[spot])
            return
        hand = self.hands[spot]
        mine = total(hand.cards)
        if hand.surrendered:
            yield "taken", hand.stake // 2
        elif hand.even:
            yield "paid", hand.stake
        elif hand.natural and dealer:
            if two or 2 <= dealer[0] <= 9:
                yield ("returned", hand.stake) if theirs else ("paid", hand.stake * 3 // 2)
            elif dealer[0] == 1:
                yield "paid", hand.stake  # even money, by the payment itself
        elif hand.bust:
            yield "taken", hand.stake
        elif two and bank >= 17:
            ace_tie = self.profile.split_ace_ties_natural and hand.aces and mine == 21 and len(hand.cards) == 2
            if theirs and not ace_tie:
                yield "taken", hand.stake
            elif bank > 21 or mine > bank:
                yield "paid", hand.stake
            else:
                yield ("returned" if mine == bank else "taken"), hand.stake

    # What it leads to.

    def after(self, move: Move) -> "Position":
        """The round once this has happened."""
        then = self.copy()
        if move.kind == "round_closed":
            then.closed = True
        elif move.kind == "dealt":
            then._card(move.to, move.value, dealing=self.dealing)
        elif move.kind == "acted":
            getattr(then, f"_{move.action}", then._word)(move.to, move.action)
        elif (move.to, move.on) in self.paid:
            del then.paid[move.to, move.on]
            then.settled.discard((move.to, move.on))
        else:
            then.settled.add((move.to, move.on))
            if move.kind == "paid":
                then.paid[move.to, move.on] = move.amount
            if move.kind == "paid" and move.on == "main" and self.may_even_money(move.to):
                then.hands[move.to].even = True
        return then

    def _card(self, to: str, value: int, *, dealing: bool) -> None:
        if to == "dealer":
            self.dealer += (value,)
            self.third_card = not dealing
            return
        hand = self.hands[to]
        hand.cards += (value,)
        if dealing:
            return
        self.third_card = True
        if len(hand.cards) > 2:
            # A split hand's second card is neither a hit nor a stand of anybody.
            self.acted = hand.decided = True
            self.last = to

    def _word(self, spot: str, action: str) -> None:
        hand = self.hands[spot]
        hand.decided = self.acted = True
        hand.stood = action == "stand"
        hand.asked = action != "stand"
        self.last = spot

    def _double(self, spot: str, action: str) -> None:
        self._word(spot, action)
        hand = self.hands[spot]
        hand.doubled = len(hand.cards)
        hand.stake *= 2

    def _split(self, spot: str, action: str) -> None:
        self._word(spot, action)
        hand = self.hands[spot]
        held = sum(1 for other in self.hands if seat_of(other) == seat_of(spot))
        new = self.hands[f"{seat_of(spot)}.{held + 1}"] = Hand()
        new.cards, hand.cards = hand.cards[1:], hand.cards[:1]
        new.split = hand.split = True
        new.aces = hand.aces = hand.cards == (1,)

    def _surrender(self, spot: str, action: str) -> None:
        self.hands[spot].surrendered = self.hands[spot].decided = True

    def _insurance(self, spot: str, action: str) -> None:
        self.insured[spot] = self.hands[spot].stake // 2

    def _even_money(self, spot: str, action: str) -> None:
        self.hands[spot].even = True


def candidates(position: Position, values: tuple[int, ...] = VALUES) -> Iterator[Move]:
    """Whatever could be written down next, right or wrong: cards to anybody, any act, any payment, the close."""
    if position.closed:
        return
    nobody = next(str(seat) for seat in range(1, 8) if str(seat) not in position.hands)
    for to, value in product((*position.hands, "dealer", nobody), values):
        yield Move("dealt", to, value)
    for to in (*position.hands, "dealer"):
        for value in values if position.profile.covered_cards else values[:1]:
            yield Move("dealt", to, value, down=True)
    for spot, action in product((*position.hands, nobody), ACTIONS):
        yield Move("acted", spot, action=action)
    # A stake may be taken back until the hand's first card; what moves on it before isn't part of the count.
    for spot, on in ((s, o) for s, o in (*position.bets, (nobody, "main")) if s == nobody or position.hands[s].cards):
        for kind, amounts in AMOUNTS.items():
            for amount in amounts:
                yield Move(kind, spot, on=on, amount=amount)
    yield CLOSE


def count(position: Position, depth: int, values: tuple[int, ...] = VALUES) -> int:
    """How many legal sequences of so many events go on from here."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in position.moves(values))
    return sum(count(position.after(move), depth - 1, values) for move in position.moves(values))
