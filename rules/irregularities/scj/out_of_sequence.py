from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules import sources
from rules.advance.decisions import refusable
from rules.events import (
    DEALER,
    NOBODY,
    Accepted,
    Acted,
    Bet,
    BetsClosed,
    Corrected,
    Cut,
    CutCardOut,
    Dealt,
    Event,
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
    TableClosed,
    TableOpened,
    Taken,
)  # fmt: skip
from rules.irregularity import BREACH, MINOR, Finding, Footage, Irregularity
from rules.legality import begins_play
from rules.placing import Place
from rules.table import BETTING, Table
from rules.words import Text, contracted, spot_name


class OutOfSequence(Irregularity):
    """An event that its moment cannot have: a card before the table is open, a payment with no bet.

    Never an error of the program; the record is kept and the table moves by it as little as possible.
    """

    code = "out-of-sequence"
    title = Text("Evento fuera de secuencia", "Event out of sequence")
    message = Text("{what}", "{what}")
    law = Text(
        "Cada paso del pase tiene su momento: apuestas, distribución, decisiones, croupier, cierre.",
        "Every step of a round has its moment: bets, deal, decisions, dealer, close.",
    )
    listens_to = (
        TableOpened, TableClosed, RoundOpened, RoundClosed, Bet, BetsClosed, Dealt, Acted, Refused, Accepted,
        Paid, Taken, Returned, PickedUp, Reordered, ShoeEmpty, ShoeEnded, CutCardOut, Cut, Shuffled, Corrected,
    )  # fmt: skip
    at = (Place.NO_BET, Place.NOWHERE, Place.HIT, Place.DEALER_DRAW, Place.OVER_17, Place.OUT_OF_TURN)
    cites = (sources.SCJ_SEQUENCE.clause(1), sources.CONTRACT.clause(29))
    standing = BREACH
    decides = "pit_boss"
    severity = MINOR
    footage = Footage(60, 60)

    def check(self, table: Table, event: Any) -> Iterable[Finding]:
        if isinstance(event, Dealt) and table.place not in (Place.NO_BET, Place.NOWHERE):
            return self._cards_without_bets(table, event)
        what = MOMENTS[type(event)](table, event)
        if what is not None:
            return [self._found(table, event, what)]
        return self._cards_without_bets(table, event)

    def _cards_without_bets(self, table: Table, event: Event) -> Iterable[Finding]:
        """Play begins over a deal that nobody put in order: cards at spots without a bet stay there (reading 22)."""
        if not table.disordered or table.play_begun or not _begins(table, event):
            return ()
        return [
            self._found(table, event, _at(NO_BET_CARD, drawn.to), spot=drawn.to, seq=drawn.seq)
            for drawn in table.drawn
            if drawn.to not in (DEALER, NOBODY) and table.hands[drawn.to].main is None
        ]

    def misfit(self, table: Table, event: Event) -> Finding:
        """Anything that comes while the table is not open, and a code declared that its rulebook does not have."""
        return self._found(table, event, NO_SUCH_RULE if table.opened else NOT_OPEN)

    def _found(
        self, table: Table, event: Event, what: Text, spot: str | None = None, seq: int | None = None
    ) -> Finding:
        spot = spot or getattr(event, "spot", None) or getattr(event, "to", None)
        return self.finding(table, event=event, spot=None if spot == NOBODY else spot, seq=seq, what=what)


def _begins(table: Table, event: Event) -> bool:
    if isinstance(event, Dealt):
        return True
    if isinstance(event, Acted):
        return begins_play(table, event)
    return isinstance(event, RoundClosed)


NOT_OPEN = Text("La mesa no está abierta.", "The table is not open.")
NO_SUCH_RULE = Text("El reglamento de la mesa no tiene esa norma.", "The table's rules have no such rule.")
NO_ROUND = Text("No hay un pase abierto.", "No round is open.")
ROUND_OPEN = Text("Hay un pase abierto.", "A round is open.")
NO_HAND = Text("En {spot} no hay una mano en juego.", "There is no hand in play at {spot}.")
NO_BET = Text("En {spot} no hay esa apuesta.", "There is no such bet at {spot}.")
NO_BET_CARD = Text("Carta para {spot}, que no tiene apuesta.", "A card for {spot}, which has no bet.")
NO_CARD = Text("{spot} no tiene una carta recién sacada.", "{spot} has no card just drawn.")


def _opened(table: Table, event: TableOpened) -> Text | None:
    return Text("La mesa ya estaba abierta.", "The table was open already.") if table.opened else None


def _round_shut(table: Table, event: Event) -> Text | None:
    return ROUND_OPEN if table.round_open else None


def _cards_out(table: Table, event: Event) -> Text | None:
    """Before the first card a bad shuffle or cut can still be put right; a shoe that ran out is shuffled in play."""
    free = table.phase == BETTING or table.reshuffled
    return ROUND_OPEN if table.round_open and not free else None


def _round_needed(table: Table, event: Event) -> Text | None:
    return None if table.round_open else NO_ROUND


def _bet(table: Table, event: Bet) -> Text | None:
    if not table.round_open:
        return NO_ROUND
    if event.on == "perfect_pairs" and not table.house.perfect_pairs:
        return Text("La mesa no ofrece Perfect Pairs.", "The table does not offer Perfect Pairs.")
    return None


def _dealt(table: Table, event: Dealt) -> Text | None:
    if table.place == Place.NOWHERE:
        return Text("Salió una carta para nadie.", "A card was drawn for nobody.")
    return _at(NO_BET_CARD, event.to)


def _acted(table: Table, event: Acted) -> Text | None:
    if not table.round_open:
        return NO_ROUND
    return _at(NO_HAND, event.spot) if table.in_play(event.spot) is None else None


def _spoken(table: Table, event: Refused | Accepted) -> Text | None:
    return _at(NO_CARD, event.spot) if refusable(table, event.spot) is None else None


def _money(table: Table, event: Settled) -> Text | None:
    return _at(NO_BET, event.spot) if table.paying is None else None


def _picked_up(table: Table, event: PickedUp) -> Text | None:
    if event.card in table.dropped:
        return None
    return Text("Esa carta no había caído.", "That card had not fallen.")


def _reordered(table: Table, event: Reordered) -> Text | None:
    if table.said_anywhere("deal-order"):
        return None
    return Text("No había cartas que reordenar.", "There were no cards to put in order.")


def _shoe_empty(table: Table, event: ShoeEmpty) -> Text | None:
    if table.needs_cards() and not table.shoe_empty and not table.reshuffling:
        return None
    return Text("Nadie necesitaba una carta.", "Nobody needed a card.")


def _cut_card_out(table: Table, event: CutCardOut) -> Text | None:
    if not table.shoe.cut_out:
        return None
    return Text("La carta de corte ya había salido.", "The cut card was out already.")


def _corrected(table: Table, event: Corrected) -> Text | None:
    if event.by_role == "player":
        return Text("Un jugador no corrige el registro.", "A player does not correct the record.")
    if event.ref >= table.seq:
        return Text("Corrige un evento que aún no existe.", "It corrects an event that does not exist yet.")
    return None


def _at(text: Text, spot: str) -> Text:
    spanish = text.es.format(spot=spot_name(spot, "es"))
    return Text(contracted(spanish, "es"), text.en.format(spot=spot_name(spot, "en")))


MOMENTS: dict[type[Event], Callable[[Table, Any], Text | None]] = {
    TableOpened: _opened,
    TableClosed: _round_shut,
    RoundOpened: _round_shut,
    RoundClosed: _round_needed,
    Bet: _bet,
    BetsClosed: _round_needed,
    Dealt: _dealt,
    Acted: _acted,
    Refused: _spoken,
    Accepted: _spoken,
    Paid: _money,
    Taken: _money,
    Returned: _money,
    PickedUp: _picked_up,
    Reordered: _reordered,
    ShoeEmpty: _shoe_empty,
    ShoeEnded: _round_shut,
    CutCardOut: _cut_card_out,
    Cut: _cards_out,
    Shuffled: _cards_out,
    Corrected: _corrected,
}
