"""One small function per kind of event: the table after it.

``advance`` never judges and never raises. It makes the best sense it can of what was said, so that the rules
can say what was wrong with it. An event that its moment cannot have changes as little as possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.cards import total
from rules.events import (
    DEALER,
    NOBODY,
    Accepted,
    Acted,
    Bet,
    BetsClosed,
    Burned,
    Cut,
    CutCardOut,
    DealerChanged,
    Dealt,
    DecksChecked,
    Dropped,
    Event,
    Excluded,
    Exposed,
    Move,
    Paid,
    PickedUp,
    Refused,
    Reordered,
    Returned,
    RoundClosed,
    RoundOpened,
    Settled,
    ShoeEmpty,
    ShoeEnded,
    Shuffled,
    Stuck,
    TableClosed,
    TableOpened,
    Taken,
    seat_of,
)  # fmt: skip
from rules.house import House
from rules.legality import (
    added_stake,
    begins_play,
    due_stake,
    even_money_is_allowed,
    insurance_is_open,
    insurance_limit,
    insured,
    surrender_is_allowed,
)  # fmt: skip
from rules.placing import Place
from rules.table import BETTING, DEALING, IDLE, PLAYING, Drawn, Hand, Lying, Shoe, Stake, Table

Advance = Callable[[Table, Any], None]
ADVANCE: dict[type[Event], Advance] = {}


def advances(kind: type[Event]) -> Callable[[Advance], Advance]:
    def register(function: Advance) -> Advance:
        ADVANCE[kind] = function
        return function

    return register


# ── the session and the shoe ─────────────────────────────────────────────────────────────────────────


@advances(TableOpened)
def table_opened(table: Table, event: TableOpened) -> None:
    if table.opened:
        return
    profile = table.house.profile if table.house.pinned else None
    table.reset()
    table.house = House.at(event, profile)
    table.opened = True
    table.dealer_name = event.dealer
    table.pit_boss = event.pit_boss
    table.shoe = Shoe(event.decks, 1)


@advances(TableClosed)
def table_closed(table: Table, event: TableClosed) -> None:
    table.opened = False
    table.was_closed = True
    table.round_open = False
    table.phase = IDLE


@advances(DealerChanged)
def dealer_changed(table: Table, event: DealerChanged) -> None:
    table.dealer_name = event.dealer


@advances(DecksChecked)
def decks_checked(table: Table, event: DecksChecked) -> None:
    table.decks_checked = True
    table.decks_are_good = decks_are_good(table, event)
    table.sealed = event.sealed
    table.chemin = table.normal = False


def decks_are_good(table: Table, event: DecksChecked) -> bool:
    """Six full decks, three of one back and three of another, not in sequence unless their seals were shown
    (seed 000, *Barajas* and *Verificación de Barajas*)."""
    backs = sorted(event.backs.count(colour) for colour in set(event.backs))
    half = table.house.decks // 2
    return (
        event.counts == [52] * table.house.decks
        and backs == [half, table.house.decks - half]
        and (event.sealed or not event.in_sequence)
    )


@advances(Shuffled)
def shuffled(table: Table, event: Shuffled) -> None:
    if event.method == "machine":
        table.chemin = table.normal = True
    elif event.method == "chemin":
        table.chemin = True
    elif event.passes >= 2:
        table.normal = True


@advances(Cut)
def cut(table: Table, event: Cut) -> None:
    table.shoe.behind = event.behind


@advances(CutCardOut)
def cut_card_out(table: Table, event: CutCardOut) -> None:
    table.shoe.cut_out = True


@advances(ShoeEmpty)
def shoe_empty(table: Table, event: ShoeEmpty) -> None:
    if not table.needs_cards():
        return
    if not table.shoe_empty:
        table.shoe_empty_at = table.seq
    table.shoe_empty = True
    for stake in table.bets.values():
        stake.stands = stake.touched


@advances(ShoeEnded)
def shoe_ended(table: Table, event: ShoeEnded) -> None:
    table.shoe = Shoe(table.house.decks, table.shoe.number + 1)
    table.sealed = table.chemin = table.normal = False


@advances(Burned)
def burned(table: Table, event: Burned) -> None:
    shoe = table.shoe
    card = event.card
    if event.why == "first" and not shoe.first_burned:
        shoe.first_burned = True
        shoe.leave(card)
    elif not (_out_of_limbo(shoe, card) or _off_the_felt(table, card)):
        shoe.leave(card)
    if card in shoe.stuck:
        # Exactly one of the stuck cards is burned; the others go on to the table.
        for other in shoe.stuck:
            if other in shoe.to_burn:
                shoe.to_burn.remove(other)
        shoe.stuck = []
    shoe.burned.append(card)
    table.extra_row.clear()


def _out_of_limbo(shoe: Shoe, card: str | None) -> bool:
    if not shoe.limbo:
        return False
    return shoe.take_from_limbo(shoe.limbo[0] if card is None else card)


def _off_the_felt(table: Table, card: str | None) -> bool:
    """A surplus card in front of a hand goes to the burned ones."""
    for hand in table.everyone():
        for lying in hand.surplus:
            if card is None or lying.card == card:
                hand.lying.remove(lying)
                return True
    return False


@advances(Exposed)
def exposed(table: Table, event: Exposed) -> None:
    table.shoe.leave(event.card)
    table.shoe.wait(event.card)


@advances(Stuck)
def stuck(table: Table, event: Stuck) -> None:
    for card in event.cards:
        table.shoe.leave(card)
        table.shoe.wait(card)
    table.shoe.stuck = list(event.cards)


@advances(Dropped)
def dropped(table: Table, event: Dropped) -> None:
    table.dropped.append(event.card)


@advances(PickedUp)
def picked_up(table: Table, event: PickedUp) -> None:
    if event.card in table.dropped:
        table.dropped.remove(event.card)


# ── the round and its bets ───────────────────────────────────────────────────────────────────────────


@advances(RoundOpened)
def round_opened(table: Table, event: RoundOpened) -> None:
    table.new_round(event.round)
    table.round_open = True
    table.round_at = event.at
    table.phase = BETTING
    table.shoe.rounds += 1


@advances(RoundClosed)
def round_closed(table: Table, event: RoundClosed) -> None:
    if (table.phase == DEALING or table.phase == PLAYING) and not table.shoe_empty:
        begin_play(table)
    table.round_open = False
    table.phase = IDLE


@advances(BetsClosed)
def bets_closed(table: Table, event: BetsClosed) -> None:
    if table.round_open:
        table.bets_closed = True


@advances(Bet)
def bet(table: Table, event: Bet) -> None:
    if not table.round_open:
        return
    hand = table.hands.get(event.spot)
    if hand is None:
        hand = table.hands[event.spot] = Hand(event.spot)
    stake = _stake(table, hand, event.on, event.owner)
    if event.on == "main" and (hand.main is None or event.owner is None):
        hand.main = stake
    stake.seqs.append(table.seq)
    if table.phase == BETTING:
        if event.tender == "chips":
            stake.stake += event.amount
        else:
            stake.void += event.amount
    elif event.tender == "chips" and bet_follows_play(table, event):
        stake.stake += event.amount
        owing = owing_hand(table, hand)
        if event.owner is None and owing is not None:
            owing.short -= event.amount
            if owing is not hand and owing.main is not None:
                stake.stake -= event.amount
                owing.main.stake += event.amount
    else:
        stake.void += event.amount


def bet_follows_play(table: Table, event: Bet) -> bool:
    """After the first card, only what completes a double or split: the missing chips of its own
    player, or the bet of one who stands behind the seat (contract, reading 8)."""
    hand = table.hands.get(event.spot)
    if event.on != "main" or hand is None:
        return False
    if event.owner is None:
        owing = owing_hand(table, hand)
        return owing is not None and 0 < event.amount <= owing.short
    return hand.doubled or hand.split


def owing_hand(table: Table, hand: Hand) -> Hand | None:
    """The hand of this seat whose double or split still lacks chips."""
    if hand.short:
        return hand
    return next((other for other in table.hands_of(hand.seat) if other.short), None)


def overpaid_hand(table: Table, hand: Hand) -> Hand | None:
    """The hand of this seat whose double or split took too many chips."""
    if hand.excess:
        return hand
    return next((other for other in table.hands_of(hand.seat) if other.excess), None)


def _stake(table: Table, hand: Hand, on: str, owner: str | None) -> Stake:
    key = (hand.spot, on, owner)
    found = table.bets.get(key)
    if found is None:
        found = table.bets[key] = Stake(hand, on, owner)
    return found


# ── cards ────────────────────────────────────────────────────────────────────────────────────────────


@advances(Dealt)
def dealt(table: Table, event: Dealt) -> None:
    card = event.card
    shoe = table.shoe
    shoe.dealt = True
    if not (shoe.limbo and shoe.take_from_limbo(card)):
        shoe.drawn += 1
        shoe.copies[card] -= 1
    table.cards_out += 1
    PLACED[table.place](table, event)


def _lay(table: Table, hand: Hand, event: Dealt, counts: bool = True) -> Lying:
    lying = Lying(event.card, table.cards_out, table.seq, event.face, counts)
    hand.lying.append(lying)
    if counts:
        hand.cards.append(event.card)
        hand.total = total(hand.cards)
    table.last_card = (hand, lying)
    return lying


def _hand_at(table: Table, spot: str) -> Hand:
    """The hand at a spot; a card at a spot without a bet lies there all the same."""
    if spot == DEALER:
        return table.dealer
    hand = table.hands.get(spot)
    if hand is None:
        hand = table.hands[spot] = Hand(spot)
    return hand


def _initial(table: Table, event: Dealt) -> None:
    drawn = table.drawn
    if table.phase == BETTING:
        table.phase = DEALING
        table.order = table.deal_order()
    order = table.order
    at = len(drawn)
    if order[at] != event.to:
        # A spot whose only bet is void was passed by: it is no longer in the deal.
        for spot in order[at : order.index(event.to, at)]:
            order.remove(spot)
            if spot in order:
                order.reverse()
                order.remove(spot)
                order.reverse()
        at = len(drawn)
    hand = table.dealer if event.to == DEALER else table.hands[event.to]
    drawn.append(Drawn(event.card, event.to, table.seq, _lay(table, hand, event)))
    if _deal_is_complete(table):
        _finish_deal(table)


def _misdealt(table: Table, event: Dealt) -> None:
    if table.phase == BETTING:
        table.phase = DEALING
        table.order = table.deal_order()
    table.disordered = True
    lying = None
    if event.to == NOBODY:
        table.shoe.wait(event.card)
    else:
        lying = _lay(table, _hand_at(table, event.to), event)
    table.drawn.append(Drawn(event.card, event.to, table.seq, lying))
    if _deal_is_complete(table):
        _finish_deal(table)


def _deal_is_complete(table: Table) -> bool:
    """An orderly deal by its count; a disordered one when everybody has what two rounds give."""
    if not table.disordered:
        return len(table.drawn) >= len(table.order)
    return bool(table.dealer.cards) and all(
        len(hand.cards) >= 2 for hand in table.hands.values() if hand.main is not None and hand.main.stake
    )


def _finish_deal(table: Table) -> None:
    table.phase = PLAYING
    for hand in table.hands.values():
        if hand.main is not None:
            hand.initial = tuple(hand.cards[:2])
            if not hand.cards and hand.main.stake:
                table.cardless.append(hand)


def begin_play(table: Table) -> None:
    """The first decision: the initial deal is over, and what it left undone stays so."""
    if table.play_begun:
        return
    if table.phase == DEALING:
        _finish_deal(table)
    table.play_begun = True
    for hand in table.cardless:
        if not hand.cards:
            invalidate(table, hand)
    if table.disordered:
        skipped = {hand.spot for hand in table.hands.values() if hand.invalid}
        order = [spot for spot in table.order if spot not in skipped]
        table.doubtful = [drawn.to for drawn in table.drawn] != order[: len(table.drawn)] or any(
            len(hand.cards) not in (0, 2) for hand in table.hands.values()
        )


def invalidate(table: Table, hand: Hand) -> None:
    """No card, no hand: its bets are void for the round (seed 000, *Jugador sin cartas*)."""
    hand.invalid = True
    for stake in table.bets.values():
        if stake.hand is hand:
            stake.void += stake.stake
            stake.stake = 0


def _hit(table: Table, event: Dealt) -> None:
    if table.phase == PLAYING or table.disordered:
        begin_play(table)
    hand = table.hands[event.to]
    hand.opted = hand.asked
    hand.asked = False
    hand.stood = False
    hand.decided = True
    _lay(table, hand, event)
    table.last_hand = hand
    table.window_closed = True


def _split_second(table: Table, event: Dealt) -> None:
    hand = table.hands[event.to]
    hand.asked = False
    hand.opted = True
    _lay(table, hand, event)


def _dealer_draw(table: Table, event: Dealt) -> None:
    begin_play(table)
    table.dealer_played = True
    table.window_closed = True
    _lay(table, table.dealer, event)


def _over_17(table: Table, event: Dealt) -> None:
    begin_play(table)
    table.dealer_played = True
    _lay(table, table.dealer, event, counts=False)


def _extra(table: Table, event: Dealt) -> None:
    table.extra_row.append(event.card)
    if event.to == NOBODY or table.round is None or (event.to != DEALER and event.to not in table.hands):
        table.shoe.wait(event.card)
    else:
        _lay(table, _hand_at(table, event.to), event, counts=False)


def _surplus(table: Table, event: Dealt) -> None:
    hand = table.hands[event.to]
    hand.asked = False
    hand.opted = False
    _lay(table, hand, event, counts=False)


def _out_of_turn(table: Table, event: Dealt) -> None:
    hand = table.hands[event.to]
    hand.opted = hand.asked
    hand.asked = False
    _lay(table, hand, event, counts=not (hand.frozen or hand.surrendered or hand.even_money))


def _no_bet(table: Table, event: Dealt) -> None:
    if table.phase == BETTING:
        table.phase = DEALING
    _lay(table, _hand_at(table, event.to), event)


def _nowhere(table: Table, event: Dealt) -> None:
    table.shoe.wait(event.card)


PLACED: dict[int, Advance] = {
    Place.INITIAL: _initial,
    Place.HIT: _hit,
    Place.SPLIT_SECOND: _split_second,
    Place.DEALER_DRAW: _dealer_draw,
    Place.MISDEALT: _misdealt,
    Place.DISORDER: _misdealt,
    Place.EXTRA: _extra,
    Place.OVER_17: _over_17,
    Place.UNREQUESTED: _surplus,
    Place.AFTER_DOUBLE: _surplus,
    Place.AFTER_SPLIT_ACE: _surplus,
    Place.OUT_OF_TURN: _out_of_turn,
    Place.NO_BET: _no_bet,
    Place.INVALID_HAND: _surplus,
    Place.NOWHERE: _nowhere,
}


@advances(Refused)
def refused(table: Table, event: Refused) -> None:
    hand = table.hands.get(event.spot)
    lying = refusable(table, event.spot)
    if hand is None or lying is None:
        return
    lying.counts = False
    hand.frozen = True
    hand.count()


@advances(Accepted)
def accepted(table: Table, event: Accepted) -> None:
    hand = table.hands.get(event.spot)
    lying = refusable(table, event.spot)
    if hand is None or lying is None:
        return
    if not hand.frozen:
        lying.counts = True
        hand.count()


def refusable(table: Table, spot: str) -> Lying | None:
    """The card just drawn to a hand in play, beyond its first two, that its player may still speak about."""
    hand = table.hands.get(spot)
    if hand is None or len(hand.lying) < 3 or not table.play_begun:
        return None
    return hand.lying[-1]


@advances(Reordered)
def reordered(table: Table, event: Reordered) -> None:
    chosen: list[tuple[Lying, str]] = []
    for move in event.moves:
        lying = _moved(table, move, {id(one) for one, _ in chosen})
        if lying is not None:
            chosen.append((lying, move.to))
    for lying, to in chosen:
        for hand in table.everyone():
            if lying in hand.lying:
                hand.lying.remove(lying)
        if to == NOBODY:
            table.shoe.wait(lying.card)
        else:
            _hand_at(table, to).lying.append(lying)
        for drawn in table.drawn:
            if drawn.lying is lying:
                drawn.to = to
    for hand in table.everyone():
        hand.lying.sort(key=_order)
        hand.count()
    if table.drawn:
        table.disordered = not lies_in_order(table)
    if table.phase in (DEALING, PLAYING) and not table.play_begun:
        table.cardless.clear()
        table.phase = DEALING
        if _deal_is_complete(table):
            _finish_deal(table)


def _moved(table: Table, move: Move, chosen: set[int]) -> Lying | None:
    """The card a move speaks of: of two equal cards the one that the order wants there."""
    if move.from_ == NOBODY:
        drawn = next((d for d in table.drawn if d.card == move.card and d.lying is None), None)
        if not table.shoe.take_from_limbo(move.card):
            return None
        lying = Lying(move.card, table.drawn.index(drawn) + 1 if drawn else 0, table.seq, "up")
        if drawn is not None:
            drawn.lying = lying
        return lying
    here = [one for one in _hand_at(table, move.from_).lying if one.card == move.card and id(one) not in chosen]
    wanted = {id(drawn.lying) for drawn, due in zip(table.drawn, table.order, strict=False) if due == move.to}
    return next((one for one in here if id(one) in wanted), here[-1] if here else None)


def lies_in_order(table: Table) -> bool:
    """Every place holds the cards that the drawn order gives it; of two equal cards either will do."""
    due = sorted((spot, drawn.card) for drawn, spot in zip(table.drawn, table.order, strict=False))
    return len(table.drawn) <= len(table.order) and due == sorted((drawn.to, drawn.card) for drawn in table.drawn)


def _order(lying: Lying) -> int:
    return lying.order


# ── decisions ────────────────────────────────────────────────────────────────────────────────────────


@advances(Acted)
def acted(table: Table, event: Acted) -> None:
    hand = table.hands.get(event.spot)
    if hand is None or hand.main is None or hand.invalid or not hand.cards or not table.round_open:
        return
    ACTIONS[event.action](table, hand, event)


def _decides(table: Table, hand: Hand) -> None:
    if table.phase == PLAYING or table.disordered:
        begin_play(table)
    hand.decided = True
    table.window_closed = True
    if not table.passed_over(hand):
        table.last_hand = hand


def _stand(table: Table, hand: Hand, event: Acted) -> None:
    _decides(table, hand)
    hand.stood = True
    hand.asked = False


def _asks(table: Table, hand: Hand, event: Acted) -> None:
    _decides(table, hand)
    hand.asked = True
    hand.stood = False


def _double(table: Table, hand: Hand, event: Acted) -> None:
    added = added_stake(hand, event)
    _decides(table, hand)
    hand.doubled = True
    hand.doubled_at = len(hand.cards)
    hand.asked = True
    hand.stood = False
    _put(hand, hand, added, due_stake(hand))


def _put(hand: Hand, on: Hand, added: int, due: int) -> None:
    """Chips of a double or split on a hand: of the same kind as the bet they follow, a void one's void too."""
    on.short = max(0, due - added)
    on.excess = max(0, added - due)
    if hand.main is None or on.main is None:
        return
    if hand.main.stake or not hand.main.void:
        on.main.stake += added
    else:
        on.main.void += added


def _split(table: Table, hand: Hand, event: Acted) -> None:
    added = added_stake(hand, event)
    _decides(table, hand)
    part = max(other.number[1] for other in table.hands_of(hand.seat)) + 1
    new = table.hands[f"{hand.seat}.{part}"] = Hand(f"{hand.seat}.{part}")
    aces = len(hand.cards) == 2 and hand.cards[0][0] == hand.cards[1][0] == "A"
    new.split = hand.split = True
    if aces:
        new.split_aces = hand.split_aces = True
    counting = [lying for lying in hand.lying if lying.counts]
    if len(counting) > 1:
        hand.lying.remove(counting[1])
        new.lying.append(counting[1])
    hand.count()
    new.count()
    hand.asked = hand.stood = False
    new.main = _stake(table, new, "main", None)
    _put(hand, new, added, due_stake(hand))


def _surrender(table: Table, hand: Hand, event: Acted) -> None:
    allowed = surrender_is_allowed(table, hand)
    if begins_play(table, event):
        begin_play(table)
    if allowed:
        hand.surrendered = True
        hand.decided = True
    else:
        hand.claimed = True


def _insurance(table: Table, hand: Hand, event: Acted) -> None:
    amount = insured(hand, event)
    stake = _stake(table, hand, "insurance", None)
    valid = min(amount, insurance_limit(table, hand)) if insurance_is_open(table) else 0
    stake.stake += valid
    stake.void += amount - valid
    stake.seqs.append(table.seq)
    hand.insured = True


def _even_money(table: Table, hand: Hand, event: Acted) -> None:
    if even_money_is_allowed(table, hand):
        hand.even_money = True


ACTIONS: dict[str, Callable[[Table, Hand, Acted], None]] = {
    "hit": _asks,
    "stand": _stand,
    "double": _double,
    "split": _split,
    "surrender": _surrender,
    "insurance": _insurance,
    "even_money": _even_money,
}


# ── money ────────────────────────────────────────────────────────────────────────────────────────────


@advances(Paid)
def paid(table: Table, event: Paid) -> None:
    stake = table.bet(event.spot, event.on, event.owner)
    if stake is None:
        return
    if (
        event.on == "main"
        and not stake.hand.even_money
        and event.amount == stake.stake
        and even_money_is_allowed(table, stake.hand)
    ):
        stake.hand.even_money = True
    stake.paid += event.amount
    stake.last = "paid"
    stake.touched = True


@advances(Taken)
def taken(table: Table, event: Taken) -> None:
    stake = table.bet(event.spot, event.on, event.owner)
    if stake is None:
        return
    stake.taken += event.amount
    stake.last = "taken"
    stake.touched = stake.taken != stake.paid or bool(stake.returned)


@advances(Returned)
def returned(table: Table, event: Returned) -> None:
    stake = table.bet(event.spot, event.on, event.owner)
    if stake is None:
        return
    amount = event.amount
    hand = stake.hand
    if table.phase == BETTING and not table.shoe_empty:
        _take_back(table, stake, amount)
        return
    if event.on == "main" and event.owner is None:
        overpaid = overpaid_hand(table, hand)
        if overpaid is not None and overpaid.main is not None and 0 < amount <= overpaid.excess:
            overpaid.excess -= amount
            overpaid.main.stake -= amount
            overpaid.main.last = stake.last = "void"
            return
    if stake.stake and not hand.cards and not table.play_begun and not hand.split and event.on != "insurance":
        if event.on == "main":
            invalidate(table, hand)
        else:
            stake.void += stake.stake
            stake.stake = 0
    if stake.void and stake.taken <= stake.stake:
        # What was void goes back first: it was never part of the bet.
        part = min(amount, stake.void)
        stake.void -= part
        stake.given_back += part
        amount -= part
        stake.last = "void"
        if not stake.stake and not stake.void:
            stake.touched = True
    if amount:
        stake.returned += amount
        stake.last = "returned"
        stake.touched = True


def _take_back(table: Table, stake: Stake, amount: int) -> None:
    """Before the first card a bet can be taken off the table."""
    part = min(amount, stake.void)
    stake.void -= part
    stake.stake = max(0, stake.stake - (amount - part))
    if not stake.stake and not stake.void:
        del table.bets[(stake.hand.spot, stake.on, stake.owner)]
        if stake is stake.hand.main:
            stake.hand.main = None


@advances(Excluded)
def excluded(table: Table, event: Excluded) -> None:
    table.excluded.add(event.seat)


def settled_bet(table: Table, event: Settled) -> Stake | None:
    """The bet that a payment speaks of."""
    return table.bet(event.spot, event.on, event.owner)


__all__ = ["ADVANCE", "advances", "begin_play", "refusable", "seat_of", "settled_bet"]
