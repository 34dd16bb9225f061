"""What a player may not do at the table, and the exclusion that may follow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.events import Bet, Conduct, Dealt, Event, Excluded, Returned, seat_of
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    NOTED,
    PENDING,
    PRESCRIBED,
    Finding,
    Footage,
    Irregularity,
    Outcome,
    Step,
)  # fmt: skip
from rules.table import BETTING, Table


class Offence(Irregularity):
    """An act that the conduct rules forbid.

    Exclusion is a *may*: its absence is no fault (contract, reading 26), so the finding is noted and turns to
    followed when the pit boss or the section head has the player excluded.
    """

    act: ClassVar[str]
    listens_to: ClassVar[tuple[type[Event], ...]] = (Conduct,)
    heeds: ClassVar[tuple[type[Event], ...]] = (Excluded,)
    standing = PRESCRIBED
    decides = "pit_boss"
    footage = Footage(90, 60)
    deadline = "never"
    watches_on = True

    def check(self, table: Table, event: Conduct) -> Iterable[Finding]:
        if event.act != self.act:
            return ()
        return self.offence(table, event.seat)

    def offence(self, table: Table, seat: str) -> Iterable[Finding]:
        steps = [{"do": "exclude", "seat": seat, "may": True}]
        return [self.finding(table, spot=seat, steps=steps, outcome=NOTED, seat=seat)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, Excluded) and event.seat == seat_of(finding.spot or ""):
            return FOLLOWED if event.by_role in ("pit_boss", "section_head") else None
        return None


class RefusedTender(Offence):
    """A bet by word or in cash: not accepted, so it goes back before the first card."""

    tender: ClassVar[str]
    listens_to = (Conduct, Bet)
    heeds = (Returned, Dealt)
    watches_on = False

    def check(self, table: Table, event: Conduct | Bet) -> Iterable[Finding]:
        if isinstance(event, Bet):
            if event.tender != self.tender or not table.round_open:
                return ()
            return self.offence(table, event.spot)
        return super().check(table, event)

    def offence(self, table: Table, seat: str) -> Iterable[Finding]:
        if table.said(self.code, seat):
            return ()
        steps: list[Step] = [
            {"do": "refuse_bet", "seat": seat},
            {"do": "exclude", "seat": seat, "may": True},
        ]
        in_time = table.phase <= BETTING
        outcome = PENDING if in_time else CONTRARY
        return [self.finding(table, spot=seat, steps=steps, outcome=outcome, seat=seat)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        spot = finding.spot or ""
        if isinstance(event, Returned) and event.spot == spot:
            return FOLLOWED if not self._lies(table, spot) else None
        if isinstance(event, Dealt):
            return CONTRARY if any(stake.hand.spot == spot for stake in table.bets.values()) else FOLLOWED
        return None

    def _lies(self, table: Table, spot: str) -> bool:
        return any(stake.hand.spot == spot and stake.void for stake in table.bets.values())
