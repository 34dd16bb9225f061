"""Which branches of the game a stream of legal play went through, counted from its events alone.

A proof by many rounds is worth what the rounds contain: `missing` names what a profile allows and the stream
never showed.
"""

from collections import Counter
from collections.abc import Iterable

from pitboss.simulator.cards import POINTS, low_total, total
from pitboss.simulator.payouts import Due
from pitboss.simulator.profile import Profile
from pitboss.simulator.recorder import Event

Settled = tuple[int, str, str, str | None, Due]


def branches_of(profile: Profile) -> set[str]:
    """Every branch that a profile's legal play has, but for what only one kind of house offers."""
    wanted = {
        "hit said", "hit shown by the card", "stand said", "double", "double soft", "double without an amount",
        "split", "split of aces", "split of tens", "2 hands from a seat", "insurance", "insurance of a natural",
        "even_money",
        "dealer draws none", "dealer draws to two cards", "dealer plays out", "dealer busts", "dealer natural",
        "bet in two parts", "bets closed by the first card", "bust taken in play", "natural paid in play",
        "natural paid after the dealer", "first burn seen", "first burn unseen", "decks sealed", "shuffle by hand",
        "shuffle by machine", "cut card out", "shoe ended", "dealer changed",
        "main win", "main lose", "main push", "main blackjack", "main even_money", "insurance win", "insurance lose",
        "perfect_pairs win", "perfect_pairs lose", "split hand wins on 21",
    }  # fmt: skip
    if profile.double_after_split:
        wanted.add("double after a split")
    wanted |= {f"{hands} hands from a seat" for hands in range(3, profile.hands_per_seat + 1)}
    if profile.surrender:
        wanted |= {"surrender", "main surrender"}
    if profile.surrender_until == "card":
        wanted.add("surrender after somebody stood")
    if profile.insurance_until == "card":
        wanted.add("insurance after somebody stood")
    if profile.insurance_below_half:
        wanted.add("insurance under half")
    if profile.covered_cards:
        wanted |= {"double's card face down", "split ace's card face down"}
    if profile.split_ace_ties_natural:
        wanted.add("split ace ties a natural")
    if profile.back_bets:
        wanted |= {
            "bet behind a seat", "bet behind in two parts", "double followed from behind", "split followed from behind",
            "behind win", "behind lose", "behind push", "behind blackjack", "behind even_money",
        }  # fmt: skip
    return wanted


class Branches:
    """Counts what it is shown: every event of a stream, and the settlements at its end."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.seen: Counter[str] = Counter()
        self.rounds = 0
        self._round()

    def _round(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.stakes: dict[tuple[str, str | None], int] = {}
        self.split: set[str] = set()
        self.aces: set[str] = set()
        self.asked = ""
        self.closed = self.dealing = self.stood = self.third = False

    def missing(self) -> set[str]:
        """Branches of the profile that never came."""
        return {name for name in branches_of(self.profile) if not self.seen[name]}

    def add(self, other: Counter[str], rounds: int) -> None:
        """Take in what was counted elsewhere."""
        self.seen.update(other)
        self.rounds += rounds

    def settled(self, rows: Iterable[Settled]) -> None:
        """How the bets came out."""
        for _, _, on, owner, due in rows:
            self.seen[f"{on if owner is None else 'behind'} {due.result}"] += 1

    def see(self, event: Event) -> None:
        """The next event of the stream."""
        look = getattr(self, f"_{event['kind']}", None)
        if look is not None:
            look(event)

    def _decks_checked(self, event: Event) -> None:
        self.seen["decks sealed"] += bool(event.get("sealed"))

    def _shuffled(self, event: Event) -> None:
        self.seen["shuffle by machine" if event["method"] == "machine" else "shuffle by hand"] += 1

    def _burned(self, event: Event) -> None:
        self.seen["first burn unseen" if event["card"] is None else "first burn seen"] += 1

    def _cut_card_out(self, event: Event) -> None:
        self.seen["cut card out"] += 1

    def _shoe_ended(self, event: Event) -> None:
        self.seen["shoe ended"] += 1

    def _dealer_changed(self, event: Event) -> None:
        self.seen["dealer changed"] += 1

    def _round_opened(self, event: Event) -> None:
        self._round()
        self.rounds += 1

    def _bet(self, event: Event) -> None:
        spot, owner = event["spot"], event.get("owner")
        if event.get("on", "main") != "main":
            return
        twice = (spot, owner) in self.stakes
        self.stakes[spot, owner] = self.stakes.get((spot, owner), 0) + int(event["amount"])
        if owner is None:
            self.seen["bet in two parts"] += twice
        elif not self.hands:
            self.seen["bet behind in two parts" if twice else "bet behind a seat"] += 1
        else:
            self.seen["split followed from behind" if not twice else "double followed from behind"] += 1

    def _bets_closed(self, event: Event) -> None:
        self.closed = True

    def _dealt(self, event: Event) -> None:
        to, card = event["to"], event["card"]
        if not self.hands:
            self.seen["bets closed by the first card"] += not self.closed
        cards = self.hands.setdefault(to, [])
        cards.append(card)
        if to != "dealer" and len(cards) > 2:
            self.seen["hit said" if self.asked == to else "hit shown by the card"] += self.asked != f"double {to}"
        if event.get("face") == "down":
            self.seen["split ace's card face down" if to in self.aces else "double's card face down"] += 1
        self.third = self.third or len(cards) > 2
        self.asked = ""

    def _acted(self, event: Event) -> None:
        spot, action = event["spot"], event["action"]
        cards = self.hands[spot]
        if action == "stand":
            self.seen["stand said"] += 1
            self.stood = True
        elif action == "hit":
            self.asked = spot
        else:
            self.seen[action] += 1
        if action == "double":
            self._double(event, spot, cards)
        elif action == "split":
            self._split(spot, cards)
        elif action == "insurance":
            amount = event.get("amount")
            self.seen["insurance under half"] += amount is not None and 2 * amount < self.stakes[spot, None]
            self.seen["insurance of a natural"] += total(cards)[0] == 21
        if self.stood and not self.third and action in ("insurance", "surrender"):
            self.seen[f"{action} after somebody stood"] += 1

    def _double(self, event: Event, spot: str, cards: list[str]) -> None:
        self.asked = f"double {spot}"
        self.seen["double soft"] += total(cards)[0] != low_total(cards)
        self.seen["double after a split"] += spot in self.split
        self.seen["double without an amount"] += "amount" not in event

    def _split(self, spot: str, cards: list[str]) -> None:
        seat = spot.split(".")[0]
        number = 2 + sum(1 for other in self.split if other.startswith(f"{seat}."))
        other = f"{seat}.{number}"
        self.seen[f"{number} hands from a seat"] += 1
        self.hands[other] = [cards.pop()]
        self.split |= {spot, other}
        value = POINTS[cards[0]]
        if value == 1:
            self.aces |= {spot, other}
            self.seen["split of aces"] += 1
        self.seen["split of tens"] += value == 10

    def _paid(self, event: Event) -> None:
        self._money(event)

    def _taken(self, event: Event) -> None:
        self._money(event)

    def _returned(self, event: Event) -> None:
        spot, dealer = event["spot"], self.hands["dealer"]
        if spot in self.aces and len(dealer) == 2 and total(dealer)[0] == 21 and event.get("on", "main") == "main":
            self.seen["split ace ties a natural"] += 1

    def _money(self, event: Event) -> None:
        if event.get("on", "main") != "main":
            return
        spot = event["spot"]
        cards, dealer = self.hands[spot], self.hands["dealer"]
        points, _ = total(cards)
        if event["kind"] == "taken":
            self.seen["bust taken in play"] += points > 21 and len(dealer) == 1
        elif points == 21 and len(cards) == 2:
            if spot in self.split:
                self.seen["split hand wins on 21"] += 1
            else:
                name = "natural paid in play" if len(dealer) == 1 else "natural paid after the dealer"
                self.seen[name] += 1

    def _round_closed(self, event: Event) -> None:
        dealer = self.hands["dealer"]
        points, _ = total(dealer)
        self.seen["dealer natural"] += points == 21 and len(dealer) == 2
        self.seen["dealer busts"] += points > 21
        if len(dealer) == 1:
            self.seen["dealer draws none"] += 1
        else:
            self.seen["dealer plays out" if points > 16 else "dealer draws to two cards"] += 1
