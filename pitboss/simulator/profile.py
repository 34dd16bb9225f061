"""Rule sets as data: another profile is another entry here, not another branch elsewhere."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """What a rule set allows. Rates are fractions (numerator, denominator) of the stake.

    The defaults are `cl-scj`'s: where a house's own text says nothing, it plays by them.
    """

    name: str
    decks: int = 6
    seats: int = 7
    cut: tuple[int, int] = (52, 104)
    natural_pays: tuple[int, int] = (3, 2)
    insurance_pays: tuple[int, int] = (2, 1)
    # Same suit, same colour, other: to one.
    pairs_pay: tuple[int, int, int] = (25, 15, 5)
    hands_per_seat: int = 4
    double_totals: tuple[int, ...] = (9, 10, 11)
    double_after_split: bool = True
    insurance: bool = True
    # Insurance is anything up to half the stake; False asks for exactly half.
    insurance_below_half: bool = True
    # "act": until a player has acted or had a third card; "card": until any card after the initial deal.
    insurance_until: str = "act"
    surrender: bool = True
    surrender_against_ace: bool = False
    # "turn": until the hand's own first decision; "card": until any card after the initial deal.
    surrender_until: str = "turn"
    # Not before the initial deal is complete, though the hand has its two cards.
    surrender_after_deal: bool = False
    # The double's one card and the split aces' lie face down; every other card lies face up.
    covered_cards: bool = False
    # 21 on a split ace ties with the dealer's natural; elsewhere it loses to it.
    split_ace_ties_natural: bool = False
    # A natural has stood by itself: a card to it is one too many.
    natural_stands: bool = False
    # People behind a seat bet on its hands under their own names.
    back_bets: bool = False
    busts_taken_at_once: bool = False


PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("cl-scj"),
        Profile(
            "es-casino",
            hands_per_seat=2,
            insurance_until="card",
            surrender_until="card",
            busts_taken_at_once=True,
        ),
        Profile(
            "ar-casino",
            hands_per_seat=2,
            insurance_until="card",
            surrender=False,
            covered_cards=True,
            split_ace_ties_natural=True,
        ),
        Profile("lccartas", insurance_below_half=False, surrender=False, natural_stands=True, back_bets=True),
        Profile("cl-casino", hands_per_seat=2, surrender_after_deal=True),
    )
}


@dataclass(frozen=True)
class House:
    """What one table offers. Amounts in pesos."""

    chip: int = 1000
    minimum: int = 5000
    maximum: int = 200_000
    perfect_pairs: bool = True
    even_money: bool = True
    seats: int = 7


# A floor has tables of several kinds; a table takes the one its name falls on.
HOUSES: tuple[House, ...] = (
    House(chip=1000, minimum=5000, maximum=200_000, perfect_pairs=True),
    House(chip=2500, minimum=10_000, maximum=300_000, perfect_pairs=False),
    House(chip=500, minimum=2500, maximum=100_000, perfect_pairs=True, even_money=False),
    House(chip=5000, minimum=25_000, maximum=1_000_000, perfect_pairs=False, seats=5),
    House(chip=1000, minimum=3000, maximum=150_000, perfect_pairs=True, seats=6),
    House(chip=1, minimum=1000, maximum=50_000, perfect_pairs=True),
)
