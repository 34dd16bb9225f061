"""What a bet is due. Written from the regulator's text and the contract, apart from the engine on purpose."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.simulator.cards import RED, is_natural, total
from pitboss.simulator.profile import Profile


class Due(NamedTuple):
    """A settlement: the result, the event that carries it out, and its amount in pesos."""

    result: str
    kind: str
    amount: int


def up_to_chip(numerator: int, denominator: int, chip: int) -> int:
    """The fraction rounded up to what the table's smallest chip can pay."""
    return -(-numerator // (denominator * chip)) * chip


def natural(stake: int, chip: int, profile: Profile) -> Due:
    """A natural that isn't tied."""
    over, under = profile.natural_pays
    return Due("blackjack", "paid", up_to_chip(stake * over, under, chip))


def surrender(stake: int, chip: int) -> Due:
    """Half is lost; the half that goes back is the one that is rounded up."""
    return Due("surrender", "taken", stake - up_to_chip(stake, 2, chip))


def void(stake: int) -> Due:
    """Neither won nor lost."""
    return Due("void", "returned", stake)


def pairs(cards: Sequence[str], stake: int, profile: Profile) -> Due:
    """Perfect Pairs, from the first two cards alone."""
    first, second = cards[0], cards[1]
    if first[0] != second[0]:
        return Due("lose", "taken", stake)
    same_suit, same_colour, other = profile.pairs_pay
    if first[1] == second[1]:
        rate = same_suit
    elif (first[1] in RED) == (second[1] in RED):
        rate = same_colour
    else:
        rate = other
    return Due("win", "paid", stake * rate)


def insurance(dealer: Sequence[str], stake: int, profile: Profile) -> Due:
    """Won by the dealer's natural, lost by anything else."""
    over, under = profile.insurance_pays
    if is_natural(dealer):
        return Due("win", "paid", stake * over // under)
    return Due("lose", "taken", stake)


def main(
    cards: Sequence[str],
    stake: int,
    dealer: Sequence[str],
    *,
    split: bool,
    chip: int,
    profile: Profile,
    aces: bool = False,
) -> Due:
    """A hand that was played out, against the dealer's cards as they stand. `aces`: it is one of split aces."""
    points, _ = total(cards)
    if points > 21:
        return Due("lose", "taken", stake)
    bank, _ = total(dealer)
    mine, theirs = is_natural(cards) and not split, is_natural(dealer)
    if mine:
        return Due("push", "returned", stake) if theirs else natural(stake, chip, profile)
    if theirs and not (profile.split_ace_ties_natural and aces and is_natural(cards)):
        return Due("lose", "taken", stake)
    if bank > 21 or points > bank:
        return Due("win", "paid", stake)
    if points == bank:
        return Due("push", "returned", stake)
    return Due("lose", "taken", stake)
