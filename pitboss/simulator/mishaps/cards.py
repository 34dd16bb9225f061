"""Cards that leave the shoe as they shouldn't: face up, stuck together, to the floor, one too many."""

from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.round import Hand, Round


class ExposedCard(Mishap):
    """A card lies face up in the shoe. Burned, or played; or another is burned for it."""

    code = "exposed-card"
    versions = ("followed", "contrary", "contrary-other-burned")
    weight = 6.0

    def before_card(self, r: Round, to: str) -> bool:
        """Any card of a round."""
        if self.spent or r.loose or not r.chance(0.08):
            return False
        if r.shoe.cards[-1] == r.shoe.cards[-2]:
            return False  # burned for each other, nobody could tell them apart
        self.strike(r)
        card = r.from_shoe()
        seq = r.write("exposed", r.beat(700, 1500), card=card)
        if self.followed:
            r.found(self.code, None, "followed", seq)
            r.write("burned", r.beat(1500, 3000), card=card, why="exposed")
            return True
        r.found(self.code, None, "contrary", seq)
        r.loose.append(card)
        if self.version == "contrary-other-burned":
            other = r.from_shoe()
            seq = r.write("burned", r.beat(1500, 3000), card=other, why="exposed")
            r.found("unexplained-burn", None, "contrary", seq)
        return True


class StuckCards(Mishap):
    """Two cards come out together. The player says which is burned; the other goes on."""

    code = "stuck-cards"
    versions = ("followed", "contrary", "contrary-none-burned")
    weight = 3.0

    def before_card(self, r: Round, to: str) -> bool:
        """Any card; where none is burned, one of the first pass, so that the second finds somebody."""
        if self.spent or r.loose or not r.chance(0.08):
            return False
        if self.version == "contrary-none-burned" and (r.dealer or to == "dealer"):
            return False
        self.strike(r)
        cards = [r.from_shoe(), r.from_shoe()]
        seq = r.write("stuck", r.beat(700, 1500), cards=list(cards), to=to)
        r.found(self.code, to, "followed" if self.followed else "contrary", seq)
        if self.version != "contrary-none-burned":
            seat = to.split(".")[0]
            chooser = "dealer" if not self.followed else "pit_boss" if to == "dealer" else seat
            burned = cards.pop(r.rng.randrange(2))
            r.write("burned", r.beat(4000, 9000), card=burned, why="stuck", chosen_by=chooser)
        r.loose.extend(cards)
        return True


class CardOnFloor(Mishap):
    """A card falls. Only the pit boss picks it up, and shows it."""

    code = "card-on-floor"
    versions = (
        "followed",
        "followed-from-shoe",
        "contrary",
        "contrary-not-shown",
        "contrary-left",
        "contrary-from-shoe",
    )
    weight = 2.0

    def before_card(self, r: Round, to: str) -> bool:
        """Out of the shoe on its way to somebody."""
        if self.spent or r.loose or not self.version.endswith("from-shoe") or not r.chance(0.08):
            return False
        self.strike(r)
        card = r.from_shoe()
        seq = r.write("dropped", r.beat(700, 1500), card=card)
        self._picked_up(r, card, None, seq)
        r.loose.append(card)
        return True

    def after_turn(self, r: Round, hand: Hand) -> bool:
        """Off the layout."""
        if self.spent or self.version.endswith("from-shoe") or not hand.alive or not r.chance(0.3):
            return False
        self.strike(r)
        spot, cards = (hand.spot, hand.cards) if r.chance(0.8) else ("dealer", r.dealer)
        card = cards[r.rng.randrange(len(cards))]
        seq = r.recorder.write("dropped", r.beat(1000, 2500), {"card": card, "from": spot})
        self._picked_up(r, card, spot, seq)
        return True

    def _picked_up(self, r: Round, card: str, spot: str | None, seq: int) -> None:
        r.found(self.code, spot, "followed" if self.followed else "contrary", seq)
        if self.followed:
            r.boss("picked_up", r.beat(15_000, 40_000), card=card, by_role="pit_boss", shown=True)
        elif self.version == "contrary-not-shown":
            r.boss("picked_up", r.beat(15_000, 40_000), card=card, by_role="pit_boss", shown=False)
        elif self.version != "contrary-left":
            role = ("dealer", "player", "floor")[r.rng.randrange(3)]
            r.write("picked_up", r.beat(2000, 6000), card=card, by_role=role, shown=True)


class ExtraCards(Mishap):
    """A card is drawn when nothing is left to decide."""

    code = "extra-cards-at-end"
    versions = (
        "followed",
        "contrary",
        "followed-between",
        "contrary-between",
        "followed-all-out",
        "contrary-all-out",
    )
    weight = 4.0

    def dealer_done(self, r: Round) -> bool:
        """Every hand bust or given up, and the dealer draws by habit."""
        if self.spent or not self.version.endswith("all-out") or r.insured:
            return False
        if any(hand.state not in ("bust", "surrendered") for hand in r.all_hands()):
            return False
        self.strike(r)
        self._extra(r, "dealer", 1)
        return True

    def settled(self, r: Round) -> bool:
        """Everything is paid and taken."""
        if self.spent or self.version not in ("followed", "contrary") or r.left_open or not r.chance(0.5):
            return False
        self.strike(r)
        self._extra(r, "dealer" if r.chance(0.7) else "none", 1 + r.rng.randrange(2))
        return True

    def closed(self, r: Round) -> bool:
        """Between two rounds."""
        if self.spent or not self.version.endswith("between") or r.shoe.cut_out or not r.chance(0.5):
            return False
        self.strike(r)
        truths = len(r.truths)
        self._extra(r, "none", 1)
        r.truths[truths].round = None
        return True

    def _extra(self, r: Round, to: str, cards: int) -> None:
        drawn = [r.from_shoe() for _ in range(cards)]
        seqs = [r.write("dealt", r.beat(800, 1500), to=to, card=card) for card in drawn]
        r.found(self.code, None, "followed" if self.followed else "contrary", seqs[0])
        if self.followed:
            for card in drawn:
                r.write("burned", r.beat(1500, 3000), card=card, why="extra")
