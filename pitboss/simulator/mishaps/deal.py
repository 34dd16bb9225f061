"""The initial deal goes astray: cards in another order, a player passed by."""

from pitboss.simulator import turns
from pitboss.simulator.dealing import hands_for
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.payouts import Due
from pitboss.simulator.recorder import Event
from pitboss.simulator.round import Hand, Round


def slots(r: Round) -> list[str]:
    """Who gets the cards of the initial deal, one after the other."""
    seats = [str(seat) for seat in r.order]
    return [*seats, "dealer", *seats]


def lay(r: Round, recipients: list[str], cards: list[str]) -> None:
    """Put cards where they lie."""
    for to, card in zip(recipients, cards, strict=True):
        if to == "dealer":
            r.dealer.append(card)
        else:
            r.hands[int(to)][0].cards.append(card)


class DealOrder(Mishap):
    """A card goes to another than the next in order. The pit boss puts it right, or nobody does."""

    code = "deal-order"
    versions = (
        "followed",
        "followed-skipped",
        "followed-empty-spot",
        "followed-dealer-twice",
        "contrary",
        "contrary-not-announced",
        "contrary-dealer-reorders",
    )
    weight = 3.0

    def deal(self, r: Round) -> bool:
        """The whole deal, the misdeal in it."""
        if self.spent or len(r.order) < 2 or not r.chance(0.4):
            return False
        empty = [seat for seat in range(1, r.house.seats) if seat not in r.mains and seat < r.order[-1]]
        if self.version == "followed-empty-spot" and not empty:
            return False
        self.strike(r)
        hands_for(r)
        if self.version == "followed-skipped":
            self._skipped(r)
        elif self.version == "followed-empty-spot":
            stray = empty[r.rng.randrange(len(empty))]
            before = sum(1 for seat in r.order if seat < stray)
            self._inserted(r, str(stray), before)
        elif self.version == "followed-dealer-twice":
            self._inserted(r, "dealer", len(r.order) + 1)
        else:
            self._swapped(r)
        return True

    def _swapped(self, r: Round) -> None:
        """Two recipients in a row change places; everybody ends with the right number of cards."""
        proper = slots(r)
        at = r.rng.randrange(len(proper) - 1)
        wrong = list(proper)
        wrong[at], wrong[at + 1] = wrong[at + 1], wrong[at]
        cards: list[str] = []
        first = 0
        for index, to in enumerate(wrong):
            cards.append(r.deal(to, r.beat(600, 1100)))
            if index == at:
                first = r.dealt_seq
        r.found(self.code, wrong[at], "followed" if self.followed else "contrary", first)
        if self.version == "contrary":
            lay(r, wrong, cards)
            return
        moves = [
            {"card": cards[at], "from": wrong[at], "to": proper[at]},
            {"card": cards[at + 1], "from": wrong[at + 1], "to": proper[at + 1]},
        ]
        self._reordered(r, moves)
        lay(r, proper, cards)

    def _skipped(self, r: Round) -> None:
        """One recipient is passed by, noticed some cards later: every card moves back by one place."""
        proper = slots(r)
        at = r.rng.randrange(len(proper) - 2)
        count = 1 + r.rng.randrange(min(3, len(proper) - at - 1))
        wrong = proper[:at] + proper[at + 1 : at + 1 + count]
        self._shifted(r, proper, wrong, at)

    def _inserted(self, r: Round, stray: str, at: int) -> None:
        """A card goes to somebody who has none to get: every card since then moves on by one place."""
        proper = slots(r)
        count = r.rng.randrange(min(3, len(proper) - at))
        wrong = [*proper[:at], stray, *proper[at : at + count]]
        self._shifted(r, proper, wrong, at)

    def _shifted(self, r: Round, proper: list[str], wrong: list[str], at: int) -> None:
        cards = []
        first = 0
        for index, to in enumerate(wrong):
            cards.append(r.deal(to, r.beat(600, 1100)))
            if index == at:
                first = r.dealt_seq
        r.found(self.code, wrong[at], "followed", first)
        moves = [
            {"card": card, "from": lies, "to": belongs}
            for card, lies, belongs in zip(cards[at:], wrong[at:], proper[at:], strict=False)
        ]
        self._reordered(r, moves)
        for to in proper[len(wrong) :]:
            cards.append(r.deal(to, r.beat(600, 1100)))
        lay(r, proper, cards)

    def _reordered(self, r: Round, moves: list[dict[str, str]]) -> None:
        fields: Event = {"by_role": "pit_boss", "announced": True, "moves": moves}
        if self.version == "contrary-not-announced":
            fields["announced"] = False
        elif self.version == "contrary-dealer-reorders":
            fields["by_role"] = "dealer"
            r.recorder.write("reordered", r.beat(5000, 12_000), fields)
            return
        r.boss("reordered", r.beat(20_000, 50_000), **fields)


class PlayerWithoutCards(Mishap):
    """A spot with a bet gets no card at all. Its hand is invalid and the stake goes back."""

    code = "player-without-cards"
    versions = ("followed", "contrary", "contrary-kept")
    weight = 1.0

    def deal(self, r: Round) -> bool:
        """Everybody but one."""
        if self.spent or len(r.order) < 2 or not r.chance(0.4):
            return False
        self.strike(r)
        hands_for(r)
        self.seat = r.order[r.rng.randrange(len(r.order))]
        self.seen = False
        skipped = str(self.seat)
        proper = slots(r)
        at = proper.index(skipped)
        wrong = [to for to in proper if to != skipped]
        cards: list[str] = []
        for index, to in enumerate(wrong):
            cards.append(r.deal(to, r.beat(600, 1100)))
            if index == at:
                r.found("deal-order", to, "superseded", r.dealt_seq)
        lay(r, wrong, cards)
        r.hands[self.seat][0].state = "void"
        return True

    def window(self, r: Round) -> bool:
        """Play starts at once: the first decision is what ends the initial deal."""
        return self in r.struck

    def decision(self, r: Round, hand: Hand) -> bool:
        """The first decision is said aloud."""
        if self not in r.struck or self.seen:
            return False
        action = turns.decide(r, hand)
        if action != "hit":
            self._act(r, hand, "stand")
            hand.state = "stood"
        else:
            self._act(r, hand, "hit")
            r.give(hand, r.beat(800, 1600))
            turns.after_card(r, hand)
        return True

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """Where all the others have naturals, the last of them says that he stands."""
        if self in r.struck and not self.seen and hand is r.all_hands()[-1]:
            speaker = next(h for h in reversed(r.all_hands()) if h.state != "void")
            self._act(r, speaker, "stand")
        return False

    def _act(self, r: Round, hand: Hand, action: str) -> None:
        self.seen = True
        seq = r.act(hand.spot, action, r.beat(1000, 2600))
        r.found(self.code, str(self.seat), "followed" if self.followed else "contrary", seq)

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """The stake goes back, or is taken as lost, or stays where it is."""
        if self not in r.struck or spot != str(self.seat) or on != "main" or self.followed:
            return False
        r.settled.add((spot, on))
        if self.version == "contrary":
            seq = r.money("taken", spot, on, due.amount, r.beat(1500, 2500))
            r.found("wrong-payout", spot, "contrary", seq)
        return True

    def closed(self, r: Round) -> bool:
        """A stake that nobody gave back."""
        if self in r.struck and self.version == "contrary-kept":
            r.found("unsettled-bet", str(self.seat), "contrary", r.closed_seq)
        return False
