"""What a mishap is: something that waits for its moment in a round or a shoe, happens once, and says so.

Every moment answers True when the mishap has taken it over, so that the legal course is left out there.
A mishap that happens calls `strike`; from then on no other is asked in that round.
"""

from typing import TYPE_CHECKING, ClassVar

from pitboss.simulator.payouts import Due
from pitboss.simulator.profile import Profile

if TYPE_CHECKING:
    from pitboss.simulator.round import Hand, Round
    from pitboss.simulator.session import TableSession


class Mishap:
    """One irregularity waiting to happen. `version` names which of its courses it will take."""

    code: ClassVar[str]
    # The courses it knows; the first is what a well-run floor mostly does.
    versions: ClassVar[tuple[str, ...]] = ("followed", "contrary")
    # Relative frequency on a real floor.
    weight: ClassVar[float] = 1.0
    # Where it waits: "round", "shoe" (the next shuffle), "opening" (the first shoe).
    where: ClassVar[str] = "round"

    def __init__(self, version: str) -> None:
        if version not in self.versions:
            raise ValueError(f"{self.code} has no version {version!r}; it has {', '.join(self.versions)}")
        self.version = version
        # The missed cut card moves on, from "shoe" to "last": a shoe that runs out.
        self.waits_for = self.where
        self.spent = False
        # Something was left out already that will show itself later: it can't be called off any more.
        self.begun = False
        # Taken at every place in turn: how many of its chances it lets pass, instead of trusting the dice.
        self.patience: int | None = None
        self.chances = 0

    @classmethod
    def courses(cls, profile: Profile) -> tuple[str, ...]:
        """Those of its courses that can come about under a house's rules."""
        return tuple(version for version in cls.versions if cls.can_be(version, profile))

    @classmethod
    def can_be(cls, version: str, profile: Profile) -> bool:
        """Whether this course can come about there; most can anywhere."""
        return True

    @property
    def followed(self) -> bool:
        """The prescription is carried out."""
        return self.version.startswith("followed")

    def strike(self, r: "Round") -> None:
        """It happens now; the rest of the round belongs to it."""
        self.spent = True
        r.struck.append(self)

    # Moments of a round, in the order in which they come.

    def opening(self, r: "Round") -> bool:
        """The round is open and nobody has bet."""
        return False

    def betting(self, r: "Round") -> bool:
        """Every bet is made; they aren't closed yet."""
        return False

    def bets_closed(self, r: "Round") -> bool:
        """The bets are about to be closed, by the dealer's word or by the first card."""
        return False

    def deal(self, r: "Round") -> bool:
        """The initial deal. True: it was dealt here."""
        return False

    def before_card(self, r: "Round", to: str) -> bool:
        """A card is about to leave the shoe for `to`."""
        return False

    def dealt(self, r: "Round") -> bool:
        """The initial deal is complete; insurance and surrender are still open."""
        return False

    def window(self, r: "Round") -> bool:
        """Insurance, even money and early surrender. True: nobody is asked."""
        return False

    def turn(self, r: "Round", hand: "Hand") -> bool:
        """A hand's turn begins. True: it was played here."""
        return False

    def decision(self, r: "Round", hand: "Hand") -> bool:
        """A hand of two cards or more has to decide. True: it was decided here."""
        return False

    def after_turn(self, r: "Round", hand: "Hand") -> bool:
        """A hand has ended and the next hasn't begun."""
        return False

    def dealer_draws(self, r: "Round") -> bool:
        """The dealer holds 16 or less and somebody waits. True: he stops here."""
        return False

    def dealer_done(self, r: "Round") -> bool:
        """The dealer's hand is complete, the bets that wait for it are open."""
        return False

    def pay(self, r: "Round", spot: str, on: str, due: Due) -> bool:
        """A bet is about to be settled. True: it was settled (or not) here."""
        return False

    def pay_behind(self, r: "Round", spot: str, owner: str, due: Due) -> bool:
        """A bet behind a seat is about to be settled. True: it was settled (or not) here."""
        return False

    def settled(self, r: "Round") -> bool:
        """Every bet is settled, the cards are still on the table."""
        return False

    def collect(self, r: "Round") -> bool:
        """The cards are about to be collected. True: they were, here."""
        return False

    def closing(self, r: "Round") -> bool:
        """The round is about to be closed."""
        return False

    def closed(self, r: "Round") -> bool:
        """The round is over, the next isn't open."""
        return False

    # Moments of a shoe.

    def check(self, s: "TableSession") -> bool:
        """The decks are about to be checked. True: they were (or not) here."""
        return False

    def shuffle(self, s: "TableSession") -> bool:
        """The shuffle. True: it was done here."""
        return False

    def cut(self, s: "TableSession") -> bool:
        """The cut. True: it was done here."""
        return False

    def first_burn(self, s: "TableSession") -> bool:
        """The first card is about to be burned. True: it was (or not) here."""
        return False

    def opened(self, s: "TableSession", seq: int) -> bool:
        """A round was opened; `seq` is its `round_opened`."""
        return False

    def played(self, s: "TableSession") -> bool:
        """A round was closed; its events still lie in the recorder."""
        return False

    def shoe_over(self, s: "TableSession") -> bool:
        """The cut card is out and the round over. True: the shoe goes on."""
        return False
