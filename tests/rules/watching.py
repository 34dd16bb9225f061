"""What has to hold after every event, whatever the event was: each is asked before it and after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from rules.events import (
    Acted,
    Bet,
    Burned,
    Event,
    Paid,
    Returned,
    RoundOpened,
    Settled,
    TableClosed,
    TableOpened,
    Taken,
)  # fmt: skip
from rules.irregularity import CONTRARY, FOLLOWED, NOTED, PENDING, SUPERSEDED, Finding, Outcome
from rules.replay import Replay
from rules.settle import moved, rows
from rules.shoe import Shoe
from rules.table import Table

ADDS_CHIPS = ("double", "split", "insurance")


class Watch(Protocol):
    """One promise about every prefix."""

    def before(self, run: Replay, event: Event) -> None: ...

    def after(self, run: Replay, event: Event) -> None: ...


def watched(pairs: Iterable[tuple[int, Event]], *watches: Watch) -> Replay:
    """Feed the stream event by event under watch."""
    run = Replay()
    for seq, event in pairs:
        for watch in watches:
            watch.before(run, event)
        run.feed(seq, event)
        for watch in watches:
            watch.after(run, event)
    return run


class Account(NamedTuple):
    """All bets of the round together, in the currency's smallest unit.

    ``won`` is the players' side: what they have gained since the round opened, so the house has lost as much.
    ``lies`` are their chips that still lie on the spots.
    """

    placed: int = 0
    lies: int = 0
    paid: int = 0
    taken: int = 0
    returned: int = 0
    won: int = 0

    @classmethod
    def of(cls, table: Table) -> Account:
        bets = table.bets.values()
        for stake in bets:
            assert min(stake.stake, stake.void, stake.lies, stake.gone, stake.back) >= 0
            assert stake.lies <= stake.stake + stake.void
        return cls(
            sum(stake.stake + stake.void for stake in bets),
            sum(stake.lies for stake in bets),
            sum(stake.paid for stake in bets),
            sum(stake.taken for stake in bets),
            sum(stake.returned for stake in bets),
            sum(moved(stake) for stake in bets),
        )


class Chips:
    """No chip comes from nowhere or gets lost, and the engine's books say so after every event.

    A bet puts its amount on the felt; a double, a split and an insurance put what was said, or what is due. ``paid``
    is the house's chips to the player, ``taken`` the player's to the house (a payment undone, the stake, then his
    own). ``returned`` is first what lies on the spot, which makes nobody richer, then the house's; a part of it may
    be no longer bet. Whatever else happens moves no chip.
    """

    def before(self, run: Replay, event: Event) -> None:
        table = run.table
        self.was = Account.of(table)
        self.speaks_of = table.bet(event.spot, event.on, event.owner) if isinstance(event, Settled) else None
        self.opened = table.opened
        self.in_round = table.round_open
        self.plays = isinstance(event, Acted) and table.round_open and table.in_play(event.spot) is not None

    def after(self, run: Replay, event: Event) -> None:
        now = Account.of(run.table)
        moves = Account(*(after - before for before, after in zip(self.was, now, strict=True)))
        match event:
            case TableClosed() | RoundOpened() if self.opened:
                assert now == Account()
            case TableOpened() if not self.opened:
                assert now == Account()
            case Bet(amount=amount) if self.in_round:
                assert moves == Account(placed=amount, lies=amount)
            case Acted(action=action, amount=said) if self.plays and action in ADDS_CHIPS:
                added = moves.placed if said is None else said
                assert added >= 0
                assert moves == Account(placed=added, lies=added)
            case Paid(amount=amount) if self.speaks_of and self.opened:
                assert moves == Account(paid=amount, won=amount)
            case Taken(amount=amount) if self.speaks_of and self.opened:
                assert moves == Account(taken=amount, won=-amount, lies=moves.lies)
                assert -amount <= moves.lies <= 0
            case Returned(amount=amount) if self.speaks_of and self.opened:
                assert moves.returned - moves.placed == amount
                assert moves.won - moves.lies == amount
                assert moves.won >= 0 >= moves.lies
                assert (moves.paid, moves.taken) == (0, 0)
            case _:
                assert moves == Account()
        self._due(run)

    def _due(self, run: Replay) -> None:
        """What is due is due by bets that were made: nothing paid for nothing, nothing taken that was not staked."""
        table = run.table
        rowed = list(rows(table)) if table.bets and not table.round_open else []
        staked = [stake for stake in table.bets.values() if stake.stake or stake.void or stake.given_back]
        if rowed:
            assert {(row["spot"], row["on"], row.get("owner")) for row in rowed} == {
                (stake.hand.spot, stake.on, stake.owner) for stake in staked
            }
        for row in rowed:
            stake = table.bets[str(row["spot"]), str(row["on"]), row.get("owner")]  # type: ignore[index]
            amount = row["amount"]
            if row["kind"] == "taken":
                assert amount <= stake.stake  # type: ignore[operator]
            elif row["kind"] == "returned":
                assert amount == (stake.stake or stake.void + stake.given_back)
            else:
                assert row["kind"] == "paid"
                assert stake.stake > 0


class Cards:
    """In play + waiting + burned + discarded + in the shoe = the shoe's decks; and ``card-count`` is said the very
    moment that they can't be."""

    def __init__(self) -> None:
        self.discarded = 0
        self.unseen = 0
        self.shoe: Shoe | None = None

    def before(self, run: Replay, event: Event) -> None:
        table = run.table
        self.on_felt = sum(len(hand.lying) for hand in table.everyone())
        self.opened = table.opened
        self.held = possible(table.shoe)
        self.drawn = table.shoe.drawn
        self.found = len(run.findings)

    def after(self, run: Replay, event: Event) -> None:
        table, shoe = run.table, run.table.shoe
        felt = sum(len(hand.lying) for hand in table.everyone())
        if isinstance(event, RoundOpened) and self.opened:
            self.discarded += self.on_felt
        if shoe is not self.shoe:
            # A new shoe: what lies on the felt came from the one before, unless that went back into it.
            assert shoe.drawn in (0, felt)
            self.shoe, self.unseen, self.discarded = shoe, 0, shoe.drawn - felt
        else:
            if isinstance(event, Burned) and event.card is None:
                self.unseen += shoe.drawn - self.drawn
            raised = {finding.events[0] for finding in run.findings[self.found :] if finding.code == "card-count"}
            assert raised <= {table.seq}
            if self.held:
                assert bool(raised) == (not possible(shoe))
        waiting = len(shoe.limbo) + len(shoe.aside)
        assert felt + waiting + len(shoe.burned) + self.discarded + shoe.left == shoe.size
        assert sum(shoe.copies.values()) == shoe.left + self.unseen


def possible(shoe: Shoe) -> bool:
    """The shoe could have held what came out of it."""
    return shoe.left >= 0 and min(shoe.copies.values()) >= 0


MOVES: dict[Outcome, set[Outcome]] = {
    PENDING: {PENDING, FOLLOWED, CONTRARY, SUPERSEDED, NOTED},
    # A step taken in time is undone by what comes later (readings 14, 16, 17), never forgotten.
    FOLLOWED: {FOLLOWED, CONTRARY},
    CONTRARY: {CONTRARY, SUPERSEDED},
    # An exclusion may come at any time (reading 26).
    NOTED: {NOTED, FOLLOWED},
    SUPERSEDED: {SUPERSEDED},
}
"""Outcomes that may follow an outcome as the record grows."""
ONE_A_DEAL = "deal-order"
"""Put in order and out of order again is the same deal, and one finding (reading 9): it waits again."""
GROWING = ("deal-order", "extra-cards-at-end")
"""One finding a deal or a row of cards, so what is prescribed grows with them."""


class Said:
    """What was found stays found: the same code, place, moment and prescription, in the same order, at the head of
    a longer list. An outcome moves on as the contract lets it. The advice to look at the video stays, but for a
    difference in money that has been put right; ``superseded`` keeps it. A difference is what is owed less what
    moved."""

    def __init__(self) -> None:
        self.was: list[tuple[Finding, tuple[object, ...], list[int], Outcome, list[str]]] = []

    def before(self, run: Replay, event: Event) -> None:
        pass

    def after(self, run: Replay, event: Event) -> None:
        now = [
            (finding, self._fixed(finding), list(finding.events), finding.outcome, list(finding.cctv_reasons))
            for finding in run.findings
        ]
        assert len(now) >= len(self.was)
        for old, new in zip(self.was, now, strict=False):
            finding = new[0]
            assert (old[0], old[1]) == (finding, new[1])
            assert new[2][: len(old[2])] == old[2]
            assert new[3] in MOVES[old[3]] or (finding.code == ONE_A_DEAL and (old[3], new[3]) == (FOLLOWED, PENDING))
            for gone in set(old[4]) - set(new[4]):
                assert gone == "money"
                assert not any(row["difference"] for row in finding.money)
        for finding, *_ in now:
            self._holds(finding)
        self.was = now

    @staticmethod
    def _fixed(finding: Finding) -> tuple[object, ...]:
        steps = finding.prescribed if finding.code not in GROWING else []
        return finding.key, finding.code, finding.round, finding.spot, finding.severity, finding.decides, repr(steps)

    @staticmethod
    def _holds(finding: Finding) -> None:
        assert finding.cctv == bool(finding.cctv_reasons)
        assert finding.outcome != CONTRARY or "contrary" in finding.cctv_reasons
        row: dict[str, Any]
        for row in finding.money:
            assert row["difference"] == row["expected"] - row["actual"]
        if any(row["difference"] for row in finding.money):
            assert "money" in finding.cctv_reasons
