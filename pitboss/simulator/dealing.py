"""The initial deal, and what may be settled or declared before the first player acts."""

from pitboss.simulator import behind, payouts
from pitboss.simulator.payouts import Due
from pitboss.simulator.round import Hand, Round


def hands_for(r: Round) -> None:
    """An empty hand for every main bet."""
    for seat in r.order:
        r.hands[seat] = [Hand(seat, str(seat), r.mains[seat])]


def initial(r: Round) -> None:
    """One card a hand, one for the dealer, a second card a hand."""
    hands_for(r)
    for seat in r.order:
        r.give(r.hands[seat][0], r.beat(600, 1100))
    r.give_dealer(r.beat(700, 1200))
    for seat in r.order:
        r.give(r.hands[seat][0], r.beat(600, 1100))


def look(r: Round) -> None:
    """Naturals are seen; those that needn't wait for the dealer may be paid, and so may Perfect Pairs."""
    pairs_now = r.chance(0.6)
    naturals_now = r.chance(0.7)
    for seat in r.order:
        hand = r.hands[seat][0]
        if hand.natural and not hand.state:
            hand.state = "natural"
        if pairs_now and seat in r.pairs and hand.state != "void":
            settle_pairs(r, seat)
    if naturals_now and 2 <= r.up() <= 9:
        for seat in r.order:
            hand = r.hands[seat][0]
            if hand.state == "natural":
                pay_natural(r, hand)


def settle_pairs(r: Round, seat: int) -> None:
    """Perfect Pairs, from the initial deal alone."""
    spot = str(seat)
    if (spot, "perfect_pairs") in r.settled:
        return
    hand = r.hands[seat][0]
    void = hand.state == "void"
    due = payouts.void(r.pairs[seat]) if void else payouts.pairs(hand.initial, r.pairs[seat], r.profile)
    if not r.moment("pay", spot, "perfect_pairs", due):
        r.pay(spot, "perfect_pairs", due, r.beat(900, 1800))


def pay_natural(r: Round, hand: Hand) -> None:
    """Three to two at once: nothing the dealer can still draw ties it."""
    if (hand.spot, "main") in r.settled:
        return
    due = payouts.natural(hand.stake, r.house.chip, r.profile)
    if not r.moment("pay", hand.spot, "main", due):
        r.pay(hand.spot, "main", due, r.beat(1500, 2500))
    behind.settle(r, hand)


def window(r: Round) -> None:
    """Insurance and even money against an ace, and those who surrender before they are asked."""
    if r.moment("window"):
        return
    if r.up() == 1:
        _against_an_ace(r)
    elif r.profile.surrender:
        _surrender_early(r)


def _against_an_ace(r: Round) -> None:
    rng, house = r.rng, r.house
    for seat in r.order:
        hand, player = r.hands[seat][0], r.players[seat]
        if seat in r.insured or hand.state not in ("", "natural"):
            continue
        paid = (hand.spot, "main") in r.settled
        if hand.state == "natural" and not paid and house.even_money and rng.random() < player.takes_even_money:
            even_money(r, hand)
        elif r.profile.insurance and rng.random() < player.insures:
            insure(r, seat, insurable(r, seat))


def last_calls(r: Round) -> None:
    """Where only a card closes the windows, a hand may still be insured or given up after others have stood."""
    if r.third_card or not r.someone_acted:
        return
    if r.up() == 1:
        for seat in r.order if r.profile.insurance_until == "card" else ():
            hand = r.hands[seat][0]
            if seat not in r.insured and hand.state in ("", "stood", "natural") and r.chance(0.08):
                insure(r, seat, insurable(r, seat))
    elif r.profile.surrender and r.profile.surrender_until == "card":
        for hand in r.all_hands():
            if hand.state == "" and r.players[hand.seat].name == "erratic" and r.chance(0.06):
                give_up(r, hand)


def insurable(r: Round, seat: int) -> int:
    """What the seat may put on insurance; none where it has to be half and the chips can't make it."""
    if not r.profile.insurance_below_half and r.mains[seat] % (2 * r.house.chip):
        return 0
    return half(r, seat)


def half(r: Round, seat: int) -> int:
    """Half the stake as far as the chips make it, or less where less is enough."""
    most = r.mains[seat] // 2 // r.house.chip * r.house.chip
    if r.profile.insurance_below_half and r.chance(0.25) and most > 2 * r.house.chip:
        return r.house.chip * (1 + r.rng.randrange(most // r.house.chip))
    return most


def insure(r: Round, seat: int, amount: int) -> None:
    """A side bet that the dealer has a natural. Unsaid, the amount is half the stake."""
    if amount <= 0:
        return
    r.insured[seat] = amount
    if amount * 2 == r.mains[seat] and r.chance(0.3):
        r.act(str(seat), "insurance", r.beat(1200, 2500))
    else:
        r.act(str(seat), "insurance", r.beat(1200, 2500), amount=amount)


def even_money(r: Round, hand: Hand) -> None:
    """A natural against an ace, content with one to one."""
    r.act(hand.spot, "even_money", r.beat(1200, 2500))
    hand.state = "even_money"
    if r.chance(0.7) or r.shoe.cut_forgotten:
        settle_even_money(r, hand)


def settle_even_money(r: Round, hand: Hand) -> None:
    """One to one, whatever the dealer draws."""
    due = Due("even_money", "paid", hand.stake)
    if not r.moment("pay", hand.spot, "main", due):
        r.pay(hand.spot, "main", due, r.beat(1200, 2000))
    behind.settle(r, hand)


def _surrender_early(r: Round) -> None:
    if not r.chance(0.04):
        return
    for hand in r.all_hands():
        if hand.state == "" and r.chance(0.3) and r.players[hand.seat].name in ("erratic", "basic"):
            give_up(r, hand)


def give_up(r: Round, hand: Hand) -> None:
    """Surrender: half is taken, at once or with the rest."""
    r.act(hand.spot, "surrender", r.beat(1200, 2200))
    hand.state = "surrendered"
    if r.chance(0.6) or r.shoe.cut_forgotten:
        settle_surrender(r, hand)


def settle_surrender(r: Round, hand: Hand) -> None:
    """Half the stake goes to the house."""
    due = payouts.surrender(hand.stake, r.house.chip)
    if not r.moment("pay", hand.spot, "main", due):
        r.pay(hand.spot, "main", due, r.beat(1200, 2000))
