"""Who sits at the table, and how they decide. All of it is legal; not all of it is wise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from pitboss.simulator.cards import POINTS, total


class Choice(NamedTuple):
    """What a player sees when asked: his cards, the dealer's first, and which acts the rules leave open."""

    cards: Sequence[str]
    dealer: str
    double: bool
    split: bool
    surrender: bool


Decide = Callable[[Choice, Random], str]


def _bank(choice: Choice) -> int:
    value = POINTS[choice.dealer]
    return 11 if value == 1 else value


def _splits(pair: int, bank: int) -> bool:
    if pair == 1:
        return bank < 11
    if pair == 9:
        return bank < 10 and bank != 7
    if pair == 8:
        return bank < 10
    if pair in (2, 3, 7):
        return bank < 8
    if pair == 6:
        return bank < 7
    return pair == 4 and bank in (5, 6)


def _stands(points: int, soft: bool, bank: int) -> bool:
    if soft:
        return points >= 19 or (points == 18 and bank < 9)
    if points >= 17:
        return True
    if points >= 13:
        return bank < 7
    return points == 12 and bank in (4, 5, 6)


def basic(choice: Choice, rng: Random) -> str:
    """Basic strategy for six decks, the dealer standing on every 17 and taking no hole card."""
    bank = _bank(choice)
    points, soft = total(choice.cards)
    if choice.split and _splits(POINTS[choice.cards[0]], bank):
        return "split"
    if choice.surrender and not soft and ((points == 16 and bank > 8) or (points == 15 and bank == 10)):
        return "surrender"
    if choice.double and not soft:
        if points in (10, 11) and bank < 10:
            return "double"
        if points == 9 and 3 <= bank <= 6:
            return "double"
    return "stand" if _stands(points, soft, bank) else "hit"


def timid(choice: Choice, rng: Random) -> str:
    """Never takes a card that could bust, so every hand lives until the dealer's."""
    points, soft = total(choice.cards)
    return "hit" if points < 12 or (soft and points < 18) else "stand"


def mimic(choice: Choice, rng: Random) -> str:
    """Plays as the dealer must."""
    return "hit" if total(choice.cards)[0] < 17 else "stand"


def gambler(choice: Choice, rng: Random) -> str:
    """Splits whatever makes a pair, doubles whatever may be doubled, and asks for one card too many."""
    points, soft = total(choice.cards)
    if choice.split and rng.random() < 0.9:
        return "split"
    if choice.double and rng.random() < 0.8:
        return "double"
    if points < 16 or (soft and points < 19):
        return "hit"
    return "hit" if points < 21 and rng.random() < 0.15 else "stand"


def erratic(choice: Choice, rng: Random) -> str:
    """Any act the rules leave open, with little regard to the cards."""
    if rng.random() < 0.5:
        return basic(choice, rng)
    options = ["hit", "stand"]
    if choice.double:
        options.append("double")
    if choice.split:
        options += ["split", "split"]
    if choice.surrender:
        options.append("surrender")
    return options[rng.randrange(len(options))]


@dataclass(frozen=True)
class Player:
    """A way of deciding and the habits beside it, as probabilities for each occasion."""

    name: str
    decide: Decide
    pairs: float = 0.2
    insures: float = 0.1
    takes_even_money: float = 0.4
    # Stakes are small multiples of the minimum; this is how far they reach.
    reach: int = 4


PLAYERS: dict[str, Player] = {
    "basic": Player("basic", basic, pairs=0.1, insures=0.02, takes_even_money=0.1),
    "timid": Player("timid", timid, insures=0.3, takes_even_money=0.7, reach=2),
    "mimic": Player("mimic", mimic, reach=3),
    "gambler": Player("gambler", gambler, pairs=0.6, insures=0.35, reach=8),
    "erratic": Player("erratic", erratic, pairs=0.4, insures=0.3, takes_even_money=0.5, reach=6),
}

# How often each kind walks up to a table.
CROWD: tuple[str, ...] = ("basic",) * 9 + ("timid",) * 3 + ("mimic",) * 2 + ("gambler",) * 4 + ("erratic",) * 2
