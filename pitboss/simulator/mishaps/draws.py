"""Cards to hands that have no right to them: the dealer on 17, a hand that stood, a double, a split ace."""

from pitboss.simulator import settling, turns
from pitboss.simulator.bank import needs_full_hand
from pitboss.simulator.cards import POINTS, total
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.payouts import Due
from pitboss.simulator.profile import Profile
from pitboss.simulator.round import Hand, Round


class DealerCardOver17(Mishap):
    """The dealer draws on 17 or more. The card is burned; his total stands as before, burned or not."""

    code = "dealer-card-over-17"
    weight = 3.0

    def dealer_done(self, r: Round) -> bool:
        """Totals wait to be compared."""
        if self.spent or not needs_full_hand(r) or r.loose or not r.chance(0.4):
            return False
        self.strike(r)
        card = r.deal("dealer", r.beat(1100, 1900))
        seq = r.dealt_seq
        r.found(self.code, "dealer", "followed" if self.followed else "contrary", seq)
        if self.followed:
            r.write("burned", r.beat(2000, 5000), card=card, why="over_17")
        return True


class DealerStoodUnder17(Mishap):
    """The dealer stops at 16 or less and settles; or draws on after the first bet, which stays right."""

    code = "dealer-stood-under-17"
    versions = ("contrary", "followed")
    weight = 1.0

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.first: Hand | None = None
        self.found_it = False

    def dealer_draws(self, r: Round) -> bool:
        """He holds two cards at least, and stops."""
        if self in r.struck:
            return True
        if self.spent or len(r.dealer) < 2 or not r.chance(0.5):
            return False
        if self.followed:
            self.first = self._unmoved(r)
            if self.first is None:
                return False
        self.strike(r)
        return True

    def _unmoved(self, r: Round) -> Hand | None:
        """A hand whose bet comes out the same whether or not the dealer draws on, while another waits too."""
        alive = [hand for hand in r.all_hands() if hand.alive]
        final = list(r.dealer)
        for card in reversed(r.shoe.cards):
            if total(final)[0] >= 17:
                break
            final.append(card)
        short = list(r.dealer)
        for hand in alive:
            now = settling.due_main(r, hand)
            r.dealer = final
            then = settling.due_main(r, hand)
            r.dealer = list(short)
            if now == then and len(alive) > 1:
                return hand
        return None

    def dealer_done(self, r: Round) -> bool:
        """One bet is settled, and then somebody counts again."""
        if self in r.struck and self.first is not None:
            settling.settle_main(r, self.first)
            while total(r.dealer)[0] < 17:
                r.give_dealer(r.beat(4000, 9000))
        return False

    def pay(self, r: Round, spot: str, on: str, due: Due) -> bool:
        """The first bet that needed the dealer's total shows it."""
        if self in r.struck and not self.found_it and on == "main" and due.result != "surrender":
            hand = next(h for h in r.all_hands() if h.spot == spot)
            if hand.alive:
                self.found_it = True
                r.found(self.code, "dealer", self.version, r.recorder.seq + 1)
        return False


class UnrequestedCard(Mishap):
    """A card nobody asked for. Refused, it is burned and the hand gets no other; kept, it counts."""

    code = "unrequested-card"
    versions = (
        "followed",
        "followed-stood",
        "followed-disputed-stood",
        "contrary",
        "contrary-again",
        "contrary-stood",
        "noted",
        "noted-stood",
        "followed-natural",
        "contrary-natural",
    )
    weight = 4.0

    @classmethod
    def can_be(cls, version: str, profile: Profile) -> bool:
        """A natural must have stood by itself."""
        return not version.endswith("natural") or profile.natural_stands

    def decision(self, r: Round, hand: Hand) -> bool:
        """A hand that may still take cards, or has just said that it won't."""
        if self.spent or self.version.endswith("natural") or total(hand.cards)[0] == 21 or not r.chance(0.25):
            return False
        if self.version.endswith("stood"):
            if turns.decide(r, hand) != "stand":
                return False
            self.strike(r)
            turns.stand(r, hand, aloud=True)
            self._after_standing(r, hand)
        else:
            self.strike(r)
            self._unasked(r, hand)
        return True

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """A natural that waits for its payment, where it has stood by itself."""
        if self.spent or not self.version.endswith("natural"):
            return False
        if hand.state != "natural" or (hand.spot, "main") in r.settled or not r.chance(0.5):
            return False
        self.strike(r)
        self._after_standing(r, hand)
        return True

    def _unasked(self, r: Round, hand: Hand) -> None:
        card = r.deal(hand.spot, r.beat(900, 1600))
        r.someone_acted = True
        if self.version == "noted":
            seq = r.write("accepted", r.beat(1500, 3500), spot=hand.spot)
            r.found(self.code, hand.spot, "noted", seq)
            hand.cards.append(card)
            turns.after_card(r, hand)
            return
        seq = r.write("refused", r.beat(1500, 3500), spot=hand.spot)
        r.found(self.code, hand.spot, "followed" if self.followed else "contrary", seq)
        hand.state = "stood"
        if self.version == "contrary":
            return
        r.write("burned", r.beat(2000, 4000), card=card, why="refused")
        if self.version == "contrary-again":
            r.deal(hand.spot, r.beat(900, 1600))
            r.found(self.code, hand.spot, "contrary", r.dealt_seq)

    def _after_standing(self, r: Round, hand: Hand) -> None:
        card = r.deal(hand.spot, r.beat(900, 1600))
        outcome = self.version.split("-")[0]
        r.found(self.code, hand.spot, outcome, r.dealt_seq)
        if outcome == "noted":
            r.write("accepted", r.beat(1500, 3500), spot=hand.spot)
            hand.cards.append(card)
            turns.after_card(r, hand)
        elif outcome == "followed":
            if "disputed" in self.version:
                self._disputed(r, hand)
            r.write("refused", r.beat(1500, 3500), spot=hand.spot)
            r.write("burned", r.beat(2000, 4000), card=card, why="refused")

    def _disputed(self, r: Round, hand: Hand) -> None:
        about = "Dice que se plantó con la mano; el croupier entendió que pedía"
        r.write("disputed", r.beat(3000, 8000), spot=hand.spot, about=about)
        reason = "Ver el gesto del jugador antes de la carta"
        r.boss("cctv_requested", r.beat(30_000, 60_000), by_role="pit_boss", reason=reason)
        ruling = "El gesto fue de plantarse: la carta se quema"
        r.boss(
            "ruled",
            r.beat(90_000, 180_000),
            by_role="pit_boss",
            ruling=ruling,
            code=self.code,
            spot=hand.spot,
        )


class DoubleExtraCard(Mishap):
    """A second card after a double."""

    code = "double-extra-card"

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """The one card was dealt."""
        if self.spent or hand.state != "doubled" or not r.chance(0.5):
            return False
        self.strike(r)
        one_too_many(self, r, hand)
        return True


class SplitAcesExtraCard(Mishap):
    """A second card on a split ace."""

    code = "split-aces-extra-card"
    weight = 2.0

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """The ace has its one card."""
        if self.spent or not hand.aces or len(hand.cards) != 2 or not r.chance(0.7):
            return False
        self.strike(r)
        one_too_many(self, r, hand)
        return True


def one_too_many(mishap: Mishap, r: Round, hand: Hand) -> None:
    """A card beyond the one that a hand may get: refused and burned, or left lying without counting."""
    card = r.deal(hand.spot, r.beat(900, 1600))
    r.found(mishap.code, hand.spot, "followed" if mishap.followed else "contrary", r.dealt_seq)
    if mishap.followed:
        r.write("refused", r.beat(1500, 3500), spot=hand.spot)
        r.write("burned", r.beat(2000, 4000), card=card, why="refused")


class CardFace(Mishap):
    """A card shows the other side than the one it has to show."""

    code = "card-face"
    versions = ("noted",)

    def before_card(self, r: Round, to: str) -> bool:
        """Any card that comes straight from the shoe."""
        if self.spent or r.loose or r.shoe.at_cut() or not r.chance(0.05):
            return False
        self.strike(r)
        r.turned = True
        r.found(self.code, to, "noted", r.recorder.seq + 1)
        return True


class CardCount(Mishap):
    """A seventh copy of a card comes out. The table stops and the decks are checked, or play goes on."""

    code = "card-count"
    versions = ("followed", "contrary")
    weight = 0.4

    def before_card(self, r: Round, to: str) -> bool:
        """All six copies of some card have been seen: the next card becomes another of it."""
        shoe = r.shoe
        if self.spent or r.loose or len(shoe.cards) <= shoe.behind + 45:
            return False
        six = [card for card, seen in shoe.seen.items() if seen == 6]
        if not six or not r.chance(0.3):
            return False
        self.strike(r)
        shoe.cards[-1] = min(six, key=lambda card: (POINTS[card], card))
        r.found(self.code, None, "followed" if self.followed else "contrary", r.recorder.seq + 1)
        r.condemned = self.followed
        return True


class UnexplainedBurn(Mishap):
    """A card is burned that no rule asks for."""

    code = "unexplained-burn"
    versions = ("contrary", "followed")

    def before_card(self, r: Round, to: str) -> bool:
        """Any moment of a round."""
        if self.spent or r.loose or not r.chance(0.05):
            return False
        self.strike(r)
        seq = r.write("burned", r.beat(1000, 2500), card=r.from_shoe(), why="other")
        r.found(self.code, None, self.version, seq)
        if self.followed:
            ruling = "La carta quedó atravesada en la boca del sabot: fuera de juego"
            r.boss("ruled", r.beat(10_000, 30_000), by_role="pit_boss", ruling=ruling, code=self.code)
        return True
