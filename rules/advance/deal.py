"""Cards on the felt: the initial deal, play, and a deal put in order."""

from __future__ import annotations

from rules.advance.registry import Advance, advances
from rules.events import DEALER, NOBODY, Dealt, Move, Reordered
from rules.hand import Hand, Lying
from rules.placing import Place
from rules.table import BETTING, DEALING, PLAYING, Table


@advances(Dealt)
def dealt(table: Table, event: Dealt) -> None:
    card = event.card
    shoe = table.shoe
    shoe.dealt = True
    if table.house.refused_card == "pass_on" and _passed_on(table, event):
        pass
    elif not (shoe.limbo and shoe.take_from_limbo(card)):
        shoe.drawn += 1
        shoe.copies[card] -= 1
    table.cards_out += 1
    PLACED[table.place](table, event)


def _passed_on(table: Table, event: Dealt) -> bool:
    """A refused card that goes on to the next in turn is not one more from the shoe."""
    for hand in table.hands.values():
        for lying in hand.surplus:
            if lying.card == event.card and hand.spot != event.to:
                hand.lying.remove(lying)
                return True
    return False


def _lay(table: Table, hand: Hand, event: Dealt, counts: bool = True) -> Lying:
    lying = Lying(event.card, event.to, event.to, table.cards_out, table.seq, event.face, counts)
    hand.lying.append(lying)
    if counts:
        hand.take(event.card)
    return lying


def hand_at(table: Table, spot: str) -> Hand:
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
    drawn.append(_lay(table, hand, event))
    if len(drawn) >= len(order):
        _finish_deal(table)


def _misdealt(table: Table, event: Dealt) -> None:
    if table.phase == BETTING:
        table.phase = DEALING
        table.order = table.deal_order()
    table.disordered = True
    if event.to == NOBODY:
        table.shoe.wait(event.card)
        lying = Lying(event.card, NOBODY, NOBODY, table.cards_out, table.seq, event.face, True)
    else:
        lying = _lay(table, hand_at(table, event.to), event)
    table.drawn.append(lying)
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
    table.window_closed = table.third_card = True


def _split_second(table: Table, event: Dealt) -> None:
    hand = table.hands[event.to]
    hand.asked = False
    hand.opted = True
    table.third_card = True
    _lay(table, hand, event)


def _dealer_draw(table: Table, event: Dealt) -> None:
    begin_play(table)
    table.dealer_played = True
    table.window_closed = table.third_card = True
    _lay(table, table.dealer, event)


def _over_17(table: Table, event: Dealt) -> None:
    begin_play(table)
    table.dealer_played = True
    _lay(table, table.dealer, event, counts=False)


def _extra(table: Table, event: Dealt) -> None:
    table.extra_row.append(event.card)
    if event.to == NOBODY or table.round is None or (event.to != DEALER and event.to not in table.hands):
        table.shoe.set_aside(event.card)
    else:
        _lay(table, hand_at(table, event.to), event, counts=False)


def _surplus(table: Table, event: Dealt) -> None:
    table.third_card = True
    hand = table.hands[event.to]
    hand.asked = False
    hand.opted = False
    _lay(table, hand, event, counts=False)


def _out_of_turn(table: Table, event: Dealt) -> None:
    hand = table.hands[event.to]
    hand.opted = hand.asked
    hand.asked = False
    table.settled_early = table.third_card = True
    _lay(table, hand, event, counts=not (hand.frozen or hand.surrendered or hand.even_money))


def _no_bet(table: Table, event: Dealt) -> None:
    if table.phase == BETTING:
        table.phase = DEALING
    _lay(table, hand_at(table, event.to), event)


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
            hand_at(table, to).lying.append(lying)
        lying.to = to
    for hand in table.everyone():
        hand.lying.sort(key=_order)
        hand.count()
    table.settled_early = True
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
        if not (table.shoe.take_from_limbo(move.card) or table.shoe.take_from_aside(move.card)):
            return None
        waiting = (one for one in table.drawn if one.card == move.card and one.to == NOBODY)
        drawn = next((one for one in waiting if id(one) not in chosen), None)
        return drawn or Lying(move.card, NOBODY, NOBODY, 0, table.seq, "up", True)
    here = [one for one in hand_at(table, move.from_).lying if one.card == move.card and id(one) not in chosen]
    wanted = {id(drawn) for drawn, due in zip(table.drawn, table.order, strict=False) if due == move.to}
    return next((one for one in here if id(one) in wanted), here[-1] if here else None)


def lies_in_order(table: Table) -> bool:
    """Every place holds the cards that the drawn order gives it; of two equal cards either will do."""
    due = sorted((spot, drawn.card) for drawn, spot in zip(table.drawn, table.order, strict=False))
    return len(table.drawn) <= len(table.order) and due == sorted((drawn.to, drawn.card) for drawn in table.drawn)


def _order(lying: Lying) -> int:
    return lying.order
