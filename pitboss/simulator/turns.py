"""The players' turns: hits and stands said or only shown, doubles, splits and re-splits, surrender."""

from pitboss.simulator import behind, payouts
from pitboss.simulator.cards import POINTS, low_total, total
from pitboss.simulator.dealing import give_up, last_calls
from pitboss.simulator.players import Choice
from pitboss.simulator.round import Hand, Round


def play(r: Round) -> None:
    """Every seat in order, every hand of a seat by its number."""
    for seat in r.order:
        hands = r.hands[seat]
        index = 0
        while index < len(hands):  # a split lengthens the list under way
            hand = hands[index]
            last_calls(r)
            if hand.state == "" and not r.moment("turn", hand):
                play_hand(r, hand)
            r.moment("after_turn", hand)
            index += 1


def play_hand(r: Round, hand: Hand) -> None:
    """One hand until it stands, busts, doubles or gives up."""
    while not hand.state:
        if len(hand.cards) == 1:
            r.give(hand, r.beat(900, 1500), covered=hand.aces)
        if hand.aces:
            hand.state = "stood"
            return
        if r.moment("decision", hand):
            continue
        take(r, hand, decide(r, hand))


def may_double(r: Round, hand: Hand) -> bool:
    """Two cards of 9, 10 or 11, an ace counted either way; a natural isn't doubled."""
    if len(hand.cards) != 2 or hand.aces or (hand.split and not r.profile.double_after_split):
        return False
    points, soft = total(hand.cards)
    if points == 21:
        return False
    return points in r.profile.double_totals or (soft and low_total(hand.cards) in r.profile.double_totals)


def may_split(r: Round, hand: Hand) -> bool:
    """Two cards of equal value while the seat has hands left."""
    cards = hand.cards
    return (
        len(cards) == 2
        and not hand.aces
        and POINTS[cards[0]] == POINTS[cards[1]]
        and len(r.hands[hand.seat]) < r.profile.hands_per_seat
    )


def may_surrender(r: Round, hand: Hand) -> bool:
    """The hand's first decision on its two initial cards, the dealer showing no ace."""
    if not r.profile.surrender or (r.profile.surrender_until == "card" and r.third_card):
        return False
    return len(hand.cards) == 2 and not hand.split and r.up() != 1


def decide(r: Round, hand: Hand) -> str:
    """Ask the player. Nobody is asked on 21."""
    if total(hand.cards)[0] == 21:
        return "stand"
    choice = Choice(hand.cards, r.dealer[0], may_double(r, hand), may_split(r, hand), may_surrender(r, hand))
    return r.players[hand.seat].decide(choice, r.rng)


def take(r: Round, hand: Hand, action: str) -> None:
    """Carry an act out."""
    if action == "stand":
        stand(r, hand)
    elif action == "hit":
        hit(r, hand)
    elif action == "double":
        double(r, hand)
    elif action == "split":
        split(r, hand)
    else:
        give_up(r, hand)


def stand(r: Round, hand: Hand, *, aloud: bool | None = None) -> None:
    """Said aloud, or shown by play moving on. Nobody says it on 21."""
    hand.state = "stood"
    if aloud is None:
        aloud = r.says_stand and (total(hand.cards)[0] < 21 or r.chance(0.1))
    if aloud:
        r.act(hand.spot, "stand", r.beat(1000, 2600))
    else:
        r.recorder.wait(r.beat(600, 1600))


def hit(r: Round, hand: Hand, *, aloud: bool | None = None) -> None:
    """One more card."""
    if r.says_hit if aloud is None else aloud:
        r.act(hand.spot, "hit", r.beat(1000, 2600))
    r.someone_acted = True
    r.give(hand, r.beat(800, 1600))
    after_card(r, hand)


def after_card(r: Round, hand: Hand) -> None:
    """A bust loses at once; its chips go now or with the rest."""
    if r.bust(hand):
        hand.state = "bust"
        if r.profile.busts_taken_at_once or r.chance(0.6):
            take_bust(r, hand)


def take_bust(r: Round, hand: Hand) -> None:
    """The whole stake of a bust hand."""
    due = payouts.Due("lose", "taken", hand.stake)
    if not r.moment("pay", hand.spot, "main", due):
        r.pay(hand.spot, "main", due, r.beat(700, 1400))
    behind.settle(r, hand)


def double(r: Round, hand: Hand) -> None:
    """The stake again, and one card."""
    stake = r.mains[hand.seat]
    if r.chance(0.5):
        r.act(hand.spot, "double", r.beat(1500, 3000), amount=stake)
    else:
        r.act(hand.spot, "double", r.beat(1500, 3000))
    hand.stake += stake
    behind.follow_double(r, hand)
    r.give(hand, r.beat(900, 1700), covered=True)
    hand.state = "doubled"
    after_card(r, hand)


def split(r: Round, hand: Hand) -> None:
    """Two hands of one. Their second cards come at once or each at its turn, as the dealer is used to."""
    stake = r.mains[hand.seat]
    if r.chance(0.5):
        r.act(hand.spot, "split", r.beat(1800, 3200), amount=stake)
    else:
        r.act(hand.spot, "split", r.beat(1800, 3200))
    other = divide(r, hand, stake)
    behind.follow_split(r, hand, other)
    if r.split_at_once:
        r.give(hand, r.beat(900, 1500), covered=hand.aces)
        r.give(other, r.beat(900, 1500), covered=other.aces)


def divide(r: Round, hand: Hand, stake: int) -> Hand:
    """Move the second card to a new hand, numbered after the seat's others."""
    hands = r.hands[hand.seat]
    other = Hand(hand.seat, f"{hand.seat}.{len(hands) + 1}", stake)
    if not hand.split:
        hand.first_two = list(hand.cards)
    other.cards.append(hand.cards.pop())
    other.split = hand.split = True
    other.aces = hand.aces = POINTS[other.cards[0]] == 1
    hands.append(other)
    return other


def play_plainly(r: Round, hand: Hand) -> None:
    """Hit or stand and nothing else, for a hand whose stakes are muddled already."""
    if total(hand.cards)[0] < 12:
        hit(r, hand)
    else:
        stand(r, hand)
