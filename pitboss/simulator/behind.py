"""People behind a seat: they bet on its hands, decide nothing, and are settled beside it.

A double or a split is not theirs: their chips follow it only by another bet of their own (contract, reading 8).
"""

from pitboss.simulator import payouts
from pitboss.simulator.betting import bet, stake_for
from pitboss.simulator.payouts import Due
from pitboss.simulator.players import PLAYERS
from pitboss.simulator.round import Hand, Round


def place(r: Round, seats: list[int]) -> None:
    """Some seats have somebody behind them; one may stand behind several, and think twice."""
    for seat in seats:
        if not r.chance(0.35):
            continue
        for owner in r.rng.sample(("P-11", "P-12", "P-13"), 1 if r.chance(0.7) else 2):
            stake = stake_for(PLAYERS["mimic"], r.house, r.rng)
            if r.chance(0.1) and stake >= 2 * r.house.minimum:
                bet(r, seat, stake - r.house.minimum, owner=owner)
                bet(r, seat, r.house.minimum, owner=owner)
            else:
                bet(r, seat, stake, owner=owner)
            r.behind.setdefault(str(seat), {})[owner] = stake


def follow_double(r: Round, hand: Hand) -> None:
    """Those who double with the seat's player."""
    stakes = r.behind.get(hand.spot, {})
    for owner, stake in stakes.items():
        if r.chance(0.5):
            bet_on(r, hand.spot, stake, owner)
            stakes[owner] = 2 * stake


def follow_split(r: Round, hand: Hand, other: Hand) -> None:
    """Those who take the new hand as well."""
    for owner, stake in r.behind.get(hand.spot, {}).items():
        if r.chance(0.5):
            bet_on(r, other.spot, stake, owner)
            r.behind.setdefault(other.spot, {})[owner] = stake


def bet_on(r: Round, spot: str, amount: int, owner: str) -> None:
    """A further bet on a hand in play."""
    r.write("bet", r.beat(700, 2000), spot=spot, amount=amount, owner=owner)


def settle(r: Round, hand: Hand) -> None:
    """Every bet behind the hand that still lies there, by the hand's own cards."""
    for owner, stake in r.behind.get(hand.spot, {}).items():
        if (hand.spot, owner) not in r.behind_settled:
            pay(r, hand, owner, due(r, hand, stake))


def settle_void(r: Round, hand: Hand) -> None:
    """The shoe ran out: as the seat's own bet."""
    for owner, stake in r.behind.get(hand.spot, {}).items():
        settled = (hand.spot, owner) in r.behind_settled
        if hand.natural:
            if not settled:
                pay(r, hand, owner, payouts.natural(stake, r.house.chip, r.profile))
        elif not settled or hand.state == "bust":
            pay(r, hand, owner, payouts.void(stake))


def due(r: Round, hand: Hand, stake: int) -> Due:
    """What a stake on the hand is due. Who stands behind a seat goes where its player goes."""
    if hand.state == "void":
        return payouts.void(stake)
    if hand.state == "even_money":
        return Due("even_money", "paid", stake)
    if hand.state == "surrendered":
        return payouts.surrender(stake, r.house.chip)
    return payouts.main(
        hand.cards,
        stake,
        r.dealer,
        split=hand.split,
        aces=hand.aces,
        chip=r.house.chip,
        profile=r.profile,
    )


def pay(r: Round, hand: Hand, owner: str, settlement: Due) -> None:
    """Carry it out and remember it."""
    r.behind_settled.add((hand.spot, owner))
    if r.moment("pay_behind", hand.spot, owner, settlement):
        return
    r.rows.append((hand.spot, "main", owner, settlement))
    fields = {"spot": hand.spot, "amount": settlement.amount, "owner": owner}
    r.recorder.write(settlement.kind, r.beat(900, 1800), fields)
