"""The record and the order of things: gaps, turns, cards collected the wrong way, the discards."""

from pitboss.simulator import dealing
from pitboss.simulator.betting import bet
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.mishaps.stakes import ruled
from pitboss.simulator.recorder import Event
from pitboss.simulator.round import Hand, Round


class OutOfTurn(Mishap):
    """A hand already passed over wants to act; or one acts before the deal is complete."""

    code = "out-of-turn"
    versions = ("followed", "contrary", "followed-card", "contrary-card", "contrary-early")
    weight = 2.0

    def deal(self, r: Round) -> bool:
        """A player stands on his two cards while others wait for their second."""
        if self.spent or self.version != "contrary-early" or len(r.order) < 2 or not r.chance(0.3):
            return False
        self.strike(r)
        dealing.hands_for(r)
        for seat in r.order:
            r.give(r.hands[seat][0], r.beat(600, 1100))
        r.give_dealer(r.beat(700, 1200))
        first = r.hands[r.order[0]][0]
        for seat in r.order:
            r.give(r.hands[seat][0], r.beat(600, 1100))
            if seat == first.seat:
                seq = r.write("acted", r.beat(800, 1600), spot=first.spot, action="stand")
                r.found(self.code, first.spot, "contrary", seq)
        if not first.natural:
            first.state = "stood"
        return True

    def window(self, r: Round) -> bool:
        """An act before the deal is complete closes it all the same."""
        return self in r.struck and self.version == "contrary-early"

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """Somebody before this hand thinks again, once this one has been heard."""
        if self.spent or self.version == "contrary-early" or not r.chance(0.4):
            return False
        if hand.alive or hand.state == "bust":
            last = r.recorder.events[-1][1]
            spoke = last["kind"] == "acted" and last["spot"] == hand.spot
            if not spoke and not (last.get("to") == hand.spot and len(hand.cards) > 2):
                return False
            before = [h for h in r.all_hands() if h.seat < hand.seat and h.state == "stood" and not h.aces]
            if not before:
                return False
            self.strike(r)
            late = before[-1]
            if self.version.endswith("card"):
                late.cards.append(r.deal(late.spot, r.beat(900, 1600)))
                seq = r.dealt_seq
                if r.bust(late):
                    late.state = "bust"
            else:
                seq = r.act(late.spot, "stand", r.beat(1500, 3000))
            r.found(self.code, late.spot, "followed" if self.followed else "contrary", seq)
            if self.followed:
                ruled(self, r, late.spot, "El turno ya había pasado: la mano queda como está")
            return True
        return False


class ClearingOrder(Mishap):
    """The cards are collected from left to right."""

    code = "clearing-order"
    versions = ("noted",)
    weight = 2.0

    def collect(self, r: Round) -> bool:
        """The end of any round."""
        if self.spent or not r.chance(0.5):
            return False
        self.strike(r)
        seq = r.write("cards_collected", r.beat(2500, 4500), order="left_to_right")
        r.found(self.code, None, "noted", seq)
        return True


class DiscardOpened(Mishap):
    """Cards are taken out of the discard rack, and nothing is in dispute."""

    code = "discard-opened"
    versions = ("noted",)

    def closing(self, r: Round) -> bool:
        """Before the round is closed."""
        if self.spent or r.struck or r.troubled or not r.chance(0.5):
            return False
        self.strike(r)
        seq = r.write("discard_opened", r.beat(1500, 3000), by_role="dealer", reason="Buscaba una carta")
        r.found(self.code, None, "noted", seq)
        return True


class RecordGap(Mishap):
    """Numbers are missing, or an event is dated before the one that it follows."""

    code = "record-gap"
    versions = ("contrary", "contrary-clock")

    def before_card(self, r: Round, to: str) -> bool:
        """The next event shows it."""
        if self.spent or r.loose or r.shoe.at_cut() or not r.chance(0.06):
            return False
        self.strike(r)
        if self.version == "contrary":
            r.recorder.seq += 1 + r.rng.randrange(3)
        else:
            r.recorder.skew = -r.beat(8000, 90_000)
        r.found(self.code, None, "contrary", r.recorder.seq + 1)
        return True


class OutOfSequence(Mishap):
    """An event that its moment can't have: chips for a spot without a bet, a round closed twice."""

    code = "out-of-sequence"
    versions = ("noted", "noted-closed-twice", "noted-pairs")

    def betting(self, r: Round) -> bool:
        """Perfect Pairs where the table doesn't offer them; the chips go straight back."""
        if self.spent or self.version != "noted-pairs" or r.house.perfect_pairs or not r.chance(0.5):
            return False
        self.strike(r)
        spot = str(r.order[0])
        fields = {"spot": spot, "amount": r.house.chip, "on": "perfect_pairs"}
        seq = r.recorder.write("bet", r.beat(800, 2000), dict(fields))
        r.found(self.code, spot, "noted", seq)
        r.recorder.write("returned", r.beat(1500, 3000), dict(fields))
        return True

    def settled(self, r: Round) -> bool:
        """A payment to nobody."""
        free = [seat for seat in range(1, r.house.seats + 1) if seat not in r.mains]
        if self.spent or self.version != "noted" or not free or not r.chance(0.5):
            return False
        self.strike(r)
        spot = str(free[r.rng.randrange(len(free))])
        r.found(self.code, spot, "noted", r.money("paid", spot, "main", r.house.minimum, r.beat(1400, 2800)))
        return True

    def closed(self, r: Round) -> bool:
        """Closed twice."""
        if self.spent or self.version != "noted-closed-twice" or r.struck or not r.chance(0.5):
            return False
        self.strike(r)
        seq = r.write("round_closed", r.beat(800, 2000))
        r.found(self.code, None, "noted", seq).round = None
        return True


class Dispute(Mishap):
    """A player disagrees, the pit boss rules, with the cameras or without: nothing irregular in itself."""

    code = "dispute"
    versions = ("ruled", "ruled-after-cctv")
    weight = 2.0

    def settled(self, r: Round) -> bool:
        """Once the chips have moved."""
        if self.spent or r.struck or not r.chance(0.4):
            return False
        self.strike(r)
        spot = str(r.order[r.rng.randrange(len(r.order))])
        r.write("disputed", r.beat(2000, 5000), spot=spot, about="El jugador dice que había pedido carta")
        if self.version == "ruled-after-cctv":
            r.boss(
                "cctv_requested",
                r.beat(20_000, 60_000),
                by_role="pit_boss",
                reason="Gesto en el turno del jugador",
            )
            r.recorder.wait(120_000)
        ruling = "Pasó la mano sobre las cartas: se plantó"
        r.boss("ruled", r.beat(20_000, 60_000), by_role="pit_boss", ruling=ruling, spot=spot)
        return True


class Correction(Mishap):
    """A bet is entered wrong, or twice, and put right: the entry stays, and the game is regular."""

    code = "correction"
    versions = ("amount", "struck")
    weight = 2.0

    def betting(self, r: Round) -> bool:
        """A chip more on some spot, or the same bet once more."""
        if self.spent or not r.chance(0.4):
            return False
        seat = r.order[r.rng.randrange(len(r.order))]
        chip = r.house.chip
        if r.mains[seat] + 2 * chip > r.house.maximum:
            return False
        self.strike(r)
        instead: Event | None = None
        wrong = bet(r, seat, 2 * chip)
        if self.version == "amount":
            entered = r.recorder.events[-1][1]
            instead = {**entered, "amount": chip}
            r.mains[seat] += chip
        reason = "Monto mal anotado" if instead else "Apuesta anotada dos veces"
        fields: Event = {"ref": wrong, "by_role": "pit_boss", "reason": reason, "instead": instead}
        r.boss("corrected", r.beat(2000, 6000), **fields)
        return True
