"""Every bet still open is settled, in whatever order this dealer does it, and the table is cleared."""

from pitboss.simulator import behind, payouts
from pitboss.simulator.dealing import settle_even_money, settle_pairs, settle_surrender
from pitboss.simulator.payouts import Due
from pitboss.simulator.round import Hand, Round


def settle(r: Round) -> None:
    """Insurance first or last, then the rest seat by seat or in no order at all."""
    insurance_first = r.chance(0.7)
    if insurance_first:
        settle_insurance(r)
    open_bets: list[tuple[Hand, str]] = []
    for hand in r.all_hands():
        open_bets.append((hand, "main"))
        if hand.seat in r.pairs and not hand.spot.endswith((".2", ".3", ".4")):
            open_bets.append((hand, "perfect_pairs"))
    habit = r.rng.random()
    if habit < 0.6:
        open_bets.reverse()
    elif habit > 0.9:
        r.rng.shuffle(open_bets)
    for hand, on in open_bets:
        if (hand.spot, on) in r.settled:
            continue
        if on == "perfect_pairs":
            settle_pairs(r, hand.seat)
        else:
            settle_main(r, hand)
    for hand in r.all_hands():
        behind.settle(r, hand)
    settle_insurance(r)


def settle_insurance(r: Round) -> None:
    """Once the dealer has two cards."""
    for seat in sorted(r.insured):
        spot = str(seat)
        if (spot, "insurance") in r.settled:
            continue
        due = payouts.insurance(r.dealer, r.insured[seat], r.profile)
        if not r.moment("pay", spot, "insurance", due):
            r.pay(spot, "insurance", due, r.beat(1000, 2000))


def due_main(r: Round, hand: Hand) -> Due:
    """What a hand's stake is due by its cards and the dealer's."""
    return payouts.main(
        hand.cards,
        hand.stake,
        r.dealer,
        split=hand.split,
        aces=hand.aces,
        chip=r.house.chip,
        profile=r.profile,
    )


def settle_main(r: Round, hand: Hand) -> None:
    """One hand."""
    if hand.state == "surrendered":
        settle_surrender(r, hand)
    elif hand.state == "even_money":
        settle_even_money(r, hand)
    else:
        due = payouts.void(hand.stake) if hand.state == "void" else due_main(r, hand)
        if not r.moment("pay", hand.spot, "main", due):
            r.pay(hand.spot, "main", due, r.beat(1400, 2800))
        behind.settle(r, hand)


def settle_void(r: Round) -> None:
    """The shoe ran out: naturals are paid, everything else goes back, the busted hands' stakes too.

    Perfect Pairs, surrenders, even money and naturals already settled stand as they are.
    """
    for seat in r.order:
        for hand in r.hands[seat]:
            _void_hand(r, hand)
            behind.settle_void(r, hand)
        spot = str(seat)
        if seat in r.pairs and (spot, "perfect_pairs") not in r.settled:
            _void(r, spot, "perfect_pairs", r.pairs[seat])
        if seat in r.insured:
            _void(r, spot, "insurance", r.insured[seat])


def _void_hand(r: Round, hand: Hand) -> None:
    key = (hand.spot, "main")
    if hand.natural:
        if key not in r.settled:
            due = payouts.natural(hand.stake, r.house.chip, r.profile)
            if not r.moment("pay", hand.spot, "main", due):
                r.pay(hand.spot, "main", due, r.beat(1500, 2500))
    elif key not in r.settled or hand.state == "bust":
        _void(r, hand.spot, "main", hand.stake)


def _void(r: Round, spot: str, on: str, stake: int) -> None:
    due = payouts.void(stake)
    if not r.moment("pay", spot, on, due):
        r.pay(spot, on, due, r.beat(1200, 2400))


def clear(r: Round) -> None:
    """The cards go to the discard rack from right to left, and the round is over."""
    if not r.moment("collect"):
        r.write("cards_collected", r.beat(2500, 4500), order="right_to_left")
    r.moment("closing")
    r.closed_seq = r.write("round_closed", r.beat(400, 1200))
