"""To whom the next card goes, by what is on record: for sources that see cards and no seats.

It is the tablet's own question (``rules.tablet.expects``) with a number beside the answer: how sure it is. What makes
it unsure is always a person: somebody who may stand on 14, somebody whose bet is not said yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db import transaction

from pitboss.casino.models import TableSession
from pitboss.ledger.append import hold
from pitboss.replay import runs
from pitboss.replay.advance import _caught_up
from rules.advance import ADVANCE
from rules.events import NOBODY, Burned, Dealt
from rules.hand import Hand
from rules.placing import place
from rules.replay import Replay
from rules.tablet.expects import expects, missing
from rules.tablet.turns import is_owed_a_card

BY_ORDER = 0.99
"""The initial deal with its bets closed, and a hand that asked for its card: nobody has a choice."""
BETS_OPEN = 0.85
"""Nobody has said yet that no more bets are taken."""
PASSED = 0.99
"""For each hand of 17 or more that is taken to stand, though nobody said so."""
LOW = 0.97
"""11 or less: there is nothing to lose by a card."""
SOFT, SOFT_18 = 0.9, 0.6
STIFF_AGAINST_HIGH, STIFF_AGAINST_LOW = 0.75, 0.5
"""12 to 16 without an ace to fall back on: against the bank's 7 or more most people draw, against 2 to 6 half do."""
NOBODYS = 0.3
"""No hand waits for a card: it is nobody's, or the record is behind."""


@dataclass(frozen=True, slots=True)
class Guess:
    """``to`` a spot, ``dealer`` or ``none``; None where nothing can be said. ``burn``: a card is to be burned first,
    and why. ``confidence`` from 0 to 1."""

    to: str | None
    confidence: float
    burn: str | None = None


class Ahead:
    """A table some cards ahead of its record. The record itself is left alone."""

    def __init__(self, engine: Replay) -> None:
        self._engine = copy(engine)
        self._engine.table = deepcopy(engine.table)

    def next(self) -> Guess:
        """Who gets the next card."""
        engine = self._engine
        if not engine.table.opened:
            return Guess(None, 0)
        if "burn" in missing(engine):
            return Guess(NOBODY, BY_ORDER, burn="first")
        comes = expects(engine, "es")
        step, to = comes["step"], comes["to"]
        if to is None:
            return Guess(NOBODY, NOBODYS)
        if step == "bets":
            return Guess(to, BETS_OPEN)
        sure = PASSED ** len(comes["implied"])
        if step == "decision":
            sure *= self._draws(engine.table.hands[to])
        return Guess(to, round(min(sure, BY_ORDER), 2))

    def dealt(self, card: str, to: str, at: datetime) -> None:
        """This card has gone there."""
        table = self._engine.table
        spot, known = cast("Any", to), cast("Any", card)  # a recipient and a card of the contract, both read before
        event = Dealt(at=at, to=spot, card=known)
        table.place = place(table, to)
        ADVANCE[Dealt](table, event)

    def burned(self, card: str | None, why: str, at: datetime) -> None:
        """This card has been burned."""
        event = Burned(at=at, card=cast("Any", card), why=cast("Any", why))
        ADVANCE[Burned](self._engine.table, event)

    def burn_why(self, card: str | None) -> str:
        """Why a card is burned now, as far as the table can tell: ``first``, ``extra`` or ``other``."""
        table = self._engine.table
        if not table.shoe.first_burned:
            return "first"
        return "extra" if table.burn_is_asked(card) else "other"

    def _draws(self, hand: Hand) -> float:
        """How likely this hand takes a card rather than stand."""
        if is_owed_a_card(hand):
            return BY_ORDER
        if hand.total != hand.low:
            return SOFT_18 if hand.total >= 18 else SOFT
        if hand.total <= 11:
            return LOW
        return STIFF_AGAINST_LOW if self._engine.table.dealer_shows in tuple("23456") else STIFF_AGAINST_HIGH


@contextmanager
def looked_at(session: TableSession) -> Iterator[Replay]:
    """The session's engine after everything that the ledger has, to be read; what is recorded in the same transaction
    afterwards goes on from it. ``session`` comes with its table, whose lock is held.

    It is kept at once, not at the commit: whoever takes it compares the hash of its last entry.
    """
    with transaction.atomic():
        hold(session.table_id)
        run = _caught_up(session, before=None, prev_hash=None, but=())
        yield run.engine
        runs.keep(run)
