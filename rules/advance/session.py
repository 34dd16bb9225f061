"""The session, the shoe, and what leaves it for nobody's hand."""

from __future__ import annotations

from rules.advance.registry import advances
from rules.events import (
    Burned,
    Cut,
    CutCardOut,
    DealerChanged,
    DecksChecked,
    Dropped,
    Excluded,
    Exposed,
    PickedUp,
    ShoeEmpty,
    ShoeEnded,
    Shuffled,
    Stuck,
    TableClosed,
    TableOpened,
)
from rules.house import House
from rules.options import bound
from rules.shoe import Shoe
from rules.table import Table


@advances(TableOpened)
def table_opened(table: Table, event: TableOpened) -> None:
    if table.opened:
        return
    profile = table.house.profile if table.house.pinned else None
    # The decks may be checked, shuffled and cut while the table is still closed.
    checked, good, sealed = table.decks_checked, table.decks_are_good, table.sealed
    chemin, normal, behind = table.chemin, table.normal, table.shoe.behind
    table.reset()
    table.decks_checked, table.decks_are_good, table.sealed = checked, good, sealed
    table.chemin, table.normal = chemin, normal
    table.house = bound(House.at(event, profile), table.options).under(table.values)
    table.opened = True
    table.dealer_name = event.dealer
    table.pit_boss = event.pit_boss
    table.shoe = Shoe(event.decks, 1)
    table.shoe.behind = behind


@advances(TableClosed)
def table_closed(table: Table, event: TableClosed) -> None:
    table.reset()
    table.was_closed = True


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
    if table.reshuffling:
        _reshuffle(table)
    if event.method == "machine":
        table.chemin = table.normal = True
    elif event.method == "chemin":
        table.chemin = True
    elif event.passes >= 2:
        table.normal = True


def _reshuffle(table: Table) -> None:
    """The discards become the shoe; what lies on the felt stays out of it."""
    shoe = Shoe(table.house.decks, table.shoe.number + 1)
    shoe.first_burned = shoe.dealt = True
    shoe.rounds = 1
    for hand in table.everyone():
        for lying in hand.lying:
            shoe.leave(lying.card)
    table.shoe = shoe
    table.reshuffling = False


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
    if not table.shoe_empty and not table.reshuffling:
        table.shoe_empty_at = table.seq
    if table.house.shoe_out == "reshuffle":
        table.reshuffling = True
        return
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
    elif not (_out_of_limbo(shoe, card) or _off_the_felt(table, card) or shoe.take_from_aside(card)):
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


@advances(Excluded)
def excluded(table: Table, event: Excluded) -> None:
    table.excluded.add(event.seat)
