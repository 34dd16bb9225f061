"""Events through a rulebook: the findings, with their outcomes kept up to date.

A pure function of (events, profile, edition). It holds one table and the findings that can still change; it
never raises on what a table did.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from rules.advance import ADVANCE
from rules.comparison.comparison import Comparison
from rules.events import (
    Acted,
    CctvRequested,
    Corrected,
    Cut,
    Dealt,
    DecksChecked,
    DiscardOpened,
    Disputed,
    Event,
    Feed,
    Paid,
    Returned,
    RoundClosed,
    RoundOpened,
    Ruled,
    Seen,
    Shuffled,
    TableOpened,
    Taken,
)  # fmt: skip
from rules.hand import Stake
from rules.house import House
from rules.irregularity import CONTRARY, FOLLOWED, PENDING, SUPERSEDED, Finding
from rules.options import Options
from rules.ordinary import ORDINARY
from rules.overlay import AS_IT_IS, Overlay
from rules.placing import place
from rules.rulebook import Check, Checks, Rulebook
from rules.second_sources import SecondSources, open_round
from rules.settle import hand_bets, look_at, money_row
from rules.table import Table
from rules.watching import Watching

BACKWARDS = timedelta(seconds=2)
"""Clocks of two devices differ: a step back by no more than this is no gap (contract 3b, ``record-gap``)."""
SECOND = frozenset({Seen, Feed})
"""What a second source says: it comes by a clock of its own, late and unordered, and moves nothing on the table."""
WEIGHED = SECOND | {RoundClosed, Disputed, TableOpened}
"""Kinds after which more than their own findings are looked at."""
BEFORE_OPENING = frozenset({TableOpened, DecksChecked, Shuffled, Cut, Corrected}) | SECOND
"""Kinds that may come while the table is closed: the decks are checked before it opens."""
AFTERWARDS = frozenset({CctvRequested, Disputed, Ruled})
"""Kinds that may come once the table has closed: a player disputes on his way out."""
MONEY = frozenset({Paid, Taken, Returned})
NOTHING: Sequence[Finding] = ()
NOBODY: tuple[Check, ...] = ()


class Replay:
    """One table session being replayed.

    ``profile`` outranks the one the table is opened with; ``options`` are what the house has set for itself (those that
    an opening can say are filled into its line: ``rules.options.filled``). ``overlay`` is another reading of the rules,
    whose own profile, if it names one, is meant where none is given. Feed events in stream order; ``changed``
    tells what the last ones raised or changed, ``findings`` is everything in the order raised.
    """

    def __init__(
        self,
        profile: str | None = None,
        book: Rulebook | None = None,
        options: Options | None = None,
        overlay: Overlay = AS_IT_IS,
    ) -> None:
        profile = profile or overlay.profile
        self.book = book or overlay.rulebook(profile or "cl-scj")
        self._rulebook = None if book or profile else overlay.rulebook
        self.table = Table(House.of(profile, pinned=True) if profile else None, options, overlay.values)
        self.findings: list[Finding] = []
        self.last_seq = 0
        self._started = False
        self._last_at: datetime | None = None
        self._changed: dict[int, Finding] = {}
        self._watching = Watching()
        self._of_round: list[Finding] = []
        self._profile = profile
        self._second = SecondSources(lambda: Replay(self._profile, self.book, self.table.options))
        self._came_out = self._second.beside.came_out
        self._two_sources = False

    # ── in ───────────────────────────────────────────────────────────────────────────────────────

    def feed(self, seq: int, event: Event) -> None:
        """The next event of the stream. A ``corrected`` here is only noted: see ``replay``."""
        last = self._last_at
        if last is not None and event.at >= last and seq == self.last_seq + 1 and type(event) not in SECOND:
            # The next number, and the clock has not run back: there is no gap to look for.
            self.last_seq = seq
            self._last_at = event.at
        else:
            self.arrive(seq, event)
        self.apply(seq, event)

    def arrive(self, seq: int, event: Event) -> None:
        """Look at the stream as it came: are its numbers and its clock without a gap?

        A correction answers a gap, it does not unmake it: the record did run back or jump.
        """
        at, last = event.at, self._last_at
        second = type(event) in SECOND
        if self._started:
            if event.seq is not None and seq != self.last_seq + 1:
                self._gap(seq, event, missing=(self.last_seq + 1, seq - 1))
            elif last is not None and last - at > BACKWARDS and not second:
                self._gap(seq, event, missing=(seq, seq))
        self._started = True
        if seq > self.last_seq:
            self.last_seq = seq
        if (last is None or at > last) and not second:
            self._last_at = at

    def rejected(self, seq: int | None) -> None:
        """A line that could not be read but said its place: the place is taken (contract, reading 19)."""
        if seq is not None and (not self._started or seq == self.last_seq + 1):
            self._started = True
            self.last_seq = seq

    def apply(self, seq: int, event: Any) -> None:
        """Judge one event, then let the table move by it. (Any ``Event``: its kind is told by its type.)"""
        table = self.table
        table.seq = seq
        kind = type(event)
        if not table.opened and kind not in BEFORE_OPENING and not (table.was_closed and kind in AFTERWARDS):
            self._raise(self.book.misfit(table, event))
            self._answer(event, ())
            return
        if kind is Dealt:
            table.place = place(table, event.to)
        elif kind in MONEY:
            look_at(table, event)
        ordinary = ORDINARY.get(kind)
        if ordinary is not None and ordinary(table, event):
            raised, afterwards = NOTHING, NOBODY
        else:
            before, afterwards = self._checks(kind, event)
            raised = self._ask(before, event)
        if kind is RoundOpened:
            self._answer_round_opened(event, raised)
        drawn = table.shoe.drawn
        ADVANCE.get(kind, _stays)(table, event)
        if afterwards:
            raised = [*raised, *self._ask(afterwards, event)]
        if self._watching and kind is not RoundOpened and self._watching.by_kind[kind]:
            self._answer(event, raised)
        if table.shoe.drawn != drawn:
            self._came_out((seq, event, open_round(table)))
        if self._two_sources:
            self._look_beside(seq, event)
        if kind in WEIGHED:
            self._weigh(seq, event)

    def _weigh(self, seq: int, event: Event) -> None:
        """What comes of those few kinds; the first word of a second source makes it one that is listened to."""
        if isinstance(event, RoundClosed):
            self._compare_money()
        elif isinstance(event, Disputed):
            self._dispute(event)
        elif isinstance(event, TableOpened):
            self._second.opened(seq, event)
        elif not self._two_sources:
            self._two_sources = True
            self._look_beside(seq, event)

    def _checks(self, kind: type[Event], event: Any) -> Checks:
        """Who has a say about the event; what they need to know of the findings so far is told to the table."""
        if kind is Dealt:
            return self.book.dealt[self.table.place]
        if kind is Acted:
            return self.book.acted[event.action]
        if kind is TableOpened and not self.table.opened and self._rulebook is not None:
            self.book = self._rulebook(event.profile)
        elif kind is DiscardOpened:
            self.table.finding_is_open = any(finding.outcome == PENDING for finding in self._of_round)
        return self.book.checks[kind]

    def _ask(self, checks: Iterable[Check], event: Event) -> list[Finding]:
        """Raise what these rules find, each before the next one is asked."""
        raised: list[Finding] = []
        for check in checks:
            for finding in check(self.table, event):
                raised.append(finding)
                self._raise(finding)
        return raised

    # ── out ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def open_findings(self) -> list[Finding]:
        """Those that wait for their answer, in the order raised."""
        return [finding for finding in self._watching.values() if finding.outcome == PENDING]

    @property
    def of_round(self) -> list[Finding]:
        """Those of the round at hand, or of the last one while none is open, in the order raised."""
        return list(self._of_round)

    def changed(self) -> list[Finding]:
        """Findings raised or changed since the last call, in the order raised."""
        found = sorted(self._changed.values(), key=lambda finding: finding.events[0])
        self._changed.clear()
        return found

    def drain(self) -> list[Finding]:
        """Take out the findings that no later event can change, so that a long file needs no more memory
        than a short one. What is still open stays; call ``findings`` at the end for the rest."""
        open_ones = {id(finding) for finding in (*self._watching.values(), *self._of_round)}
        done = 0
        while done < len(self.findings) and id(self.findings[done]) not in open_ones:
            done += 1
        out, self.findings = self.findings[:done], self.findings[done:]
        self._changed.clear()
        return out

    # ── two sources ──────────────────────────────────────────────────────────────────────────────

    @property
    def beside(self) -> Comparison:
        """The table's cards and those of every second source, as far as they have been held against each other."""
        return self._second.beside

    def _look_beside(self, seq: int, event: Event) -> None:
        """A second source is there: does this event make it and the table part, or tell more of where they did?"""
        for found in self._second.look(seq, event, self.table):
            rule = self.book.two_sources(found.code, found.day)
            if rule is not None:
                finding = rule.parted(self.table, found)
                self._raise(finding)
                self._second.raised(finding, found)
        for finding in self._second.told_apart(self.table):
            self._changed[id(finding)] = finding

    # ── within ───────────────────────────────────────────────────────────────────────────────────

    def _gap(self, seq: int, event: Event, missing: tuple[int, int]) -> None:
        self.table.seq = seq
        self._raise(self.book.gap(self.table, event, missing))

    def _raise(self, finding: Finding) -> None:
        rule = finding.rule
        self.findings.append(finding)
        facts = finding.facts
        if not rule.declared:
            self.table.raised.add((finding.code, finding.spot, facts.get("on"), facts.get("owner")))
        self._changed[id(finding)] = finding
        if finding.spot in self.table.disputed and (finding.in_round or rule.declared):
            finding.flag("disputed")
        if finding.in_round:
            self._of_round.append(finding)
        if rule.supersedes:
            self._supersede(finding)
        if finding.outcome == PENDING or (rule.watches_on and finding.outcome not in rule.final):
            self._watching.add(finding)

    def _supersede(self, finding: Finding) -> None:
        """It replaces those of its round that its rule says."""
        for earlier in self._of_round:
            if earlier is finding or earlier.rule.declared:
                continue
            if earlier.code in finding.rule.supersedes and earlier.outcome in (PENDING, CONTRARY):
                earlier.outcome = SUPERSEDED
                self._changed[id(earlier)] = earlier
                self._watching.drop(earlier)

    def _answer(self, event: Event, raised: Sequence[Finding]) -> None:
        closes = type(event) is RoundClosed
        table = self.table
        for finding in self._watching.asked(type(event)):
            rule = finding.rule
            if finding in raised or (finding.events[0] == table.seq and type(event) is not Corrected):
                continue
            before = finding.shown
            outcome = rule.answer(finding, table, event)
            if outcome is None and closes and finding.outcome == PENDING and rule.deadline == "round":
                outcome = CONTRARY if finding.in_round else None
            if outcome is not None and outcome != finding.outcome:
                finding.turn(outcome)
            if before != finding.shown:
                self._changed[id(finding)] = finding
            if finding.outcome != PENDING and (not rule.watches_on or finding.outcome in rule.final):
                self._watching.drop(finding)

    def _answer_round_opened(self, event: Event, raised: Sequence[Finding]) -> None:
        """The next round goes on without whatever is still missing."""
        for finding in self._watching.asked(RoundOpened):
            if finding in raised or finding.events[0] == self.table.seq:
                continue
            before = finding.shown
            outcome = finding.rule.answer(finding, self.table, event)
            if outcome is None and finding.outcome == PENDING and finding.rule.deadline != "never":
                outcome = CONTRARY
            if outcome is not None and outcome != finding.outcome:
                finding.turn(outcome)
            if before != finding.shown:
                self._changed[id(finding)] = finding
            if finding.outcome != PENDING:
                self._watching.drop(finding)
        self._of_round = [finding for finding in raised if finding.in_round]

    def _dispute(self, event: Disputed) -> None:
        """A dispute marks every finding of that round and spot, raised before or after (reading 13), and what was
        declared of that spot and still waits: where no cards are recorded, no rounds are either."""
        self.table.disputed.add(event.spot)
        declared = [finding for finding in self._watching.values() if finding.rule.declared and not finding.in_round]
        for finding in (*self._of_round, *declared):
            if finding.spot == event.spot and "disputed" not in finding.cctv_reasons:
                finding.flag("disputed")
                self._changed[id(finding)] = finding

    def _compare_money(self) -> None:
        """The round is over: what each bet concerned was due, beside what moved."""
        table = self.table
        for finding in self._of_round:
            scope = finding.rule.settles
            if scope == "none" or finding.outcome == SUPERSEDED:
                continue
            if scope == "differing" and finding.outcome == FOLLOWED:
                # The table was put right: what differs now has another cause, and a finding of its own.
                continue
            bets: Iterable[Stake]
            if scope == "spot":
                hand = table.hands.get(finding.spot or "")
                bets = hand_bets(table, hand) if hand else []
            else:
                bets = table.bets.values()
            rows = [money_row(table, stake) for stake in bets]
            if scope == "differing":
                rows = [row for row in rows if row["difference"]]
            if rows != finding.money:
                finding.weigh(rows)
                self._changed[id(finding)] = finding


def _stays(table: Table, event: Event) -> None:
    """Kinds that move nothing on the table."""


def corrections(pairs: Iterable[tuple[int, Event]]) -> dict[int, Event | None]:
    """What stands instead of which ``seq``: the last word counts, and a struck correction corrects nothing."""
    corrected = [(seq, event) for seq, event in pairs if isinstance(event, Corrected) and event.by_role != "player"]
    instead: dict[int, Event | None] = {}
    for seq, event in reversed(corrected):
        if seq in instead:
            replacement = instead[seq]
            if not isinstance(replacement, Corrected):
                continue
            event = replacement
        if event.ref < seq:
            instead.setdefault(event.ref, event.instead)
    return instead


def replay(
    pairs: Iterable[tuple[int, Event]],
    profile: str | None = None,
    book: Rulebook | None = None,
    instead: dict[int, Event | None] | None = None,
) -> Replay:
    """A whole stream, every correction in the place of what it corrects.

    ``instead`` is what ``corrections`` found where the caller has read the stream before (a file too large to
    hold); without it the pairs are gathered here.
    """
    if instead is None:
        pairs = list(pairs)
        instead = corrections(pairs)
    run = Replay(profile, book)
    for seq, event in pairs:
        feed_corrected(run, seq, event, instead)
    return run


def feed_corrected(run: Replay, seq: int, event: Event, instead: dict[int, Event | None]) -> None:
    """Feed one event of a stream whose corrections are known; a place that was missing is filled from them."""
    if not instead:
        run.feed(seq, event)
        return
    last = run.last_seq
    run.arrive(seq, event)
    if last and seq > last + 1:
        for missing in sorted(ref for ref in instead if last < ref < seq):
            filler = instead[missing]
            if filler is not None:
                run.apply(missing, filler)
    now = instead.get(seq, event)
    if now is not None:
        run.apply(seq, now)
