"""Bets are made, some in two steps, some with Perfect Pairs beside them."""

from random import Random

from pitboss.simulator.players import Player
from pitboss.simulator.profile import House
from pitboss.simulator.round import Round


def stake_for(player: Player, house: House, rng: Random) -> int:
    """A stake inside the limits, in chips; often an odd number of them, so that 3 to 2 must round."""
    steps = rng.randrange(player.reach * 4 + 1)
    unit = max(house.chip, house.minimum // 4 // house.chip * house.chip)
    stake = house.minimum + steps * unit
    if rng.random() < 0.2:
        stake += house.chip * rng.randrange(4)
    return min(stake, house.maximum // house.chip * house.chip)


def place(r: Round) -> None:
    """Every seat bets once, in no particular order; some think again and add."""
    house, rng = r.house, r.rng
    seats = list(r.players)
    if rng.random() < 0.4:
        rng.shuffle(seats)
    added: list[tuple[int, int]] = []
    for seat in seats:
        player = r.players[seat]
        stake = stake_for(player, house, rng)
        r.mains[seat] = stake
        first = stake
        if stake >= house.minimum + 2 * house.chip and rng.random() < 0.08:
            # The first part need not reach the minimum: only the final stake must.
            first = house.minimum if rng.random() < 0.8 else house.chip
            added.append((seat, stake - first))
        bet(r, seat, first)
        if house.perfect_pairs and rng.random() < player.pairs:
            r.pairs[seat] = house.chip * (1 + rng.randrange(5)) * max(1, house.minimum // 5 // house.chip)
            bet(r, seat, r.pairs[seat], on="perfect_pairs")
    for seat, rest in added:
        bet(r, seat, rest)


def close(r: Round) -> None:
    """No more bets: the dealer says so, or the first card does."""
    rng = r.rng
    r.moment("betting")
    r.moment("bets_closed")
    if rng.random() < 0.85:
        r.write("bets_closed", r.beat(1500, 4000))
    else:
        r.recorder.wait(r.beat(1500, 3500))


def bet(r: Round, seat: int, amount: int, on: str = "main", **fields: object) -> int:
    """Chips on a spot."""
    if on != "main":
        fields["on"] = on
    return r.write("bet", r.beat(700, 3200), spot=str(seat), amount=amount, **fields)
