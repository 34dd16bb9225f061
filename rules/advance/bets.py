"""The round, its bets, and the money that moves on them."""

from __future__ import annotations

from rules.advance.deal import begin_play, invalidate
from rules.advance.registry import advances
from rules.events import Bet, BetsClosed, Paid, Returned, RoundClosed, RoundOpened, Taken
from rules.hand import Hand, Stake
from rules.legality import even_money_is_allowed, overpaid_hand
from rules.table import BETTING, DEALING, IDLE, PLAYING, Table


@advances(RoundOpened)
def round_opened(table: Table, event: RoundOpened) -> None:
    if table.round_open:
        table.shoe.sweep()
    table.new_round(event.round)
    table.round_open = True
    table.phase = BETTING
    table.shoe.rounds += 1


@advances(RoundClosed)
def round_closed(table: Table, event: RoundClosed) -> None:
    if (table.phase == DEALING or table.phase == PLAYING) and not table.shoe_empty:
        begin_play(table)
    table.round_open = False
    table.phase = IDLE
    table.shoe.sweep()


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
    stake = stake_on(table, hand, event.on, event.owner)
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
    player, or one more bet of whoever has one behind the seat (contract, reading 8)."""
    hand = table.hands.get(event.spot)
    if event.on != "main" or hand is None:
        return False
    if event.owner is None:
        owing = owing_hand(table, hand)
        return owing is not None and 0 < event.amount <= owing.short
    behind = any(
        stake.stake and stake.owner == event.owner and stake.on == "main" and stake.hand.seat == hand.seat
        for stake in table.bets.values()
    )
    return behind and (hand.doubled or hand.split)


def owing_hand(table: Table, hand: Hand) -> Hand | None:
    """The hand of this seat whose double or split still lacks chips."""
    if hand.short:
        return hand
    return next((other for other in table.hands_of(hand.seat) if other.short), None)


def stake_on(table: Table, hand: Hand, on: str, owner: str | None) -> Stake:
    key = (hand.spot, on, owner)
    found = table.bets.get(key)
    if found is None:
        found = table.bets[key] = Stake(hand, on, owner)
    return found


@advances(Paid)
def paid(table: Table, event: Paid) -> None:
    stake = table.paying
    if stake is None:
        return
    if (
        event.on == "main"
        and not stake.hand.even_money
        and event.amount == stake.stake
        and even_money_is_allowed(table, stake.hand)
    ):
        stake.hand.even_money = True
    _note_early(table)
    stake.paid += event.amount
    stake.last = "paid"
    stake.touched = True


@advances(Taken)
def taken(table: Table, event: Taken) -> None:
    stake = table.paying
    if stake is None:
        return
    _note_early(table)
    # A take first undoes a payment, then takes what lies there; the rest is the player's own money.
    undone = max(0, stake.paid - stake.taken)
    stake.taken += event.amount
    stake.gone += min(max(0, event.amount - undone), stake.lies)
    stake.last = "taken"
    stake.touched = stake.taken != stake.paid or bool(stake.returned)


@advances(Returned)
def returned(table: Table, event: Returned) -> None:
    stake = table.paying
    if stake is None:
        return
    amount = event.amount
    hand = stake.hand
    if table.phase == BETTING and not table.shoe_empty:
        _take_back(table, stake, amount)
        return
    overpaid = overpaid_hand(table, hand, event)
    if overpaid is not None and overpaid.main is not None:
        overpaid.excess -= amount
        overpaid.main.unbet(amount, 0)
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
        stake.unbet(0, part)
        stake.given_back += part
        amount -= part
        stake.last = "void"
        if not stake.stake and not stake.void:
            stake.touched = True
    if amount:
        _note_early(table)
        stake.returned += amount
        stake.leave(amount)
        stake.last = "returned"
        stake.touched = True


def _note_early(table: Table) -> None:
    """A bet settled before the dealer's hand could say what it was due is looked at again when it can."""
    if table.early or table.uncertain:
        table.settled_early = True


def _take_back(table: Table, stake: Stake, amount: int) -> None:
    """Before the first card a bet can be taken off the table; what comes back beyond it is the house's money."""
    void = min(amount, stake.void)
    valid = min(amount - void, stake.stake)
    stake.unbet(valid, void)
    over = amount - void - valid
    if over:
        stake.returned += over
        stake.leave(over)
        stake.last = "returned"
        stake.touched = True
    if stake.stake or stake.void:
        return
    # Nothing is bet, so what it is due is known already.
    table.early = table.uncertain = False
    if stake is stake.hand.main:
        stake.hand.main = None
    if not (stake.paid or stake.taken or stake.returned):
        del table.bets[(stake.hand.spot, stake.on, stake.owner)]
