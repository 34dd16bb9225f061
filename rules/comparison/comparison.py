"""The comparison while both sides still arrive, late and unordered as they may.

A source that follows the shoe (``nth`` counts on and on) is held against all cards of the session, over the ends of
shoes; one that tells single rounds (``round`` and ``of``) against the cards of that round, once both are whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from rules.comparison.accounts import Beside, Played, Read
from rules.comparison.align import END, FARTHEST, Card, Pair, agree, beside, differences, pairs, parting
from rules.comparison.causes import Disagreement, disagreements, of_pair
from rules.events import Burned, Dealt, Event, Exposed, Feed, Seen, Stuck

KEPT: Final = 20_000
"""Cards of a session that are kept to be held against what comes late: more than a day of one table."""
CLOCKS: Final = timedelta(minutes=2)
"""How far the clocks of table and source may be apart when a source joins in the middle of a shoe."""
HELD: Final = 8
"""Reads behind a missing one that are waited for: unordered arrival is normal, a hole that stays is a gap."""
SHOWN: Final = 8
"""Pairs that a finding names where nothing goes together any more."""
FOUND_AGAIN: Final = 5
"""Cards in a row that agree after an outage: nothing came out meanwhile."""
ENOUGH, WINDOW = 4, 12
"""Cards on both sides that show where a source joins; and how many of them are looked at, where there are more."""
OUTAGE: Final = 120
"""Cards that a table may deal while its source sees nothing, and still be found again."""


class Comparison:
    """All second sources of one session. Every method returns what has just been found to part."""

    def __init__(self) -> None:
        self._events: deque[tuple[int, Event, int | None]] = deque(maxlen=KEPT)
        self.came_out = self._events.append
        """``(seq, event, round)``: the count of the shoe changed by this event. Cards came out of it, or it ended."""
        self._played: deque[Played] = deque(maxlen=KEPT)
        self._firsts: deque[int] = deque(maxlen=KEPT // 52)
        """The ``seq`` of the first card of every shoe."""
        self._ended = True
        self._gone = 0
        self._shoes: dict[str, Following] = {}
        self._told: dict[tuple[str, int], dict[int, Read]] = {}
        self._whole: set[tuple[str, int]] = set()

    @property
    def total(self) -> int:
        """Cards on record so far, those included that are kept no longer."""
        return self._gone + len(self._played)

    def behind(self, at: int) -> list[Played]:
        """Those on record from this place on, as far as a difference may reach."""
        start = max(0, at - self._gone)
        return list(islice(self._played, start, start + OUTAGE + FARTHEST))

    def since(self, at: datetime, most: int) -> tuple[int, list[Played]]:
        """Those played from a moment on, and the place of the first of them."""
        place = next((place for place, one in enumerate(self._played) if one.event.at >= at), len(self._played))
        return self._gone + place, list(islice(self._played, place, place + most))

    def begins_a_shoe(self, card: Played) -> bool:
        return card.seq in self._firsts

    @property
    def sources(self) -> list[str]:
        """Who told of cards, by the name of ``src``."""
        return sorted({*self._shoes, *(source for source, _ in self._told)})

    def rounds_told(self, source: str) -> list[int]:
        return sorted(round for told, round in self._told if told == source)

    def beside(self, source: str) -> tuple[list[Beside], list[Beside]]:
        """Card by card what the table wrote and a source that follows the shoe saw; and what still waits for the other
        side."""
        following = self._shoes.get(source)
        if following is None:
            return [], []
        self._write()
        return list(following.rows), following.waiting(self)

    def beside_round(self, source: str, round: int) -> list[Beside]:
        """The same of a round that a source told whole."""
        self._write()
        told = self._told.get((source, round), {})
        return rows_of([one for one in self._played if one.round == round], [told[nth] for nth in sorted(told)])

    # ── in ───────────────────────────────────────────────────────────────────────────────────────

    def go_on(self) -> list[Disagreement]:
        """As far as every source that follows the shoe and the record go together now."""
        self._write()
        return [found for following in self._shoes.values() for found in following.go_on(self)]

    def _write(self) -> None:
        """The cards of what came out since a source last asked."""
        while self._events:
            seq, event, round = self._events.popleft()
            if isinstance(event, (Dealt, Burned, Exposed)):
                self._add(Played(event.card, seq, event, round))
            elif isinstance(event, Stuck):
                for card in event.cards:
                    self._add(Played(card, seq, event, round))
            else:
                self._add(Played(END, seq, event, None))

    def _add(self, card: Played) -> None:
        if len(self._played) == KEPT:
            self._gone += 1
        if self._ended and card.card != END:
            self._firsts.append(card.seq)
        self._ended = card.card == END
        self._played.append(card)

    def closed(self, round: int | None) -> list[Disagreement]:
        """The round is over: what was told of it before can be held against it now."""
        if round is None or not self._whole:
            return []
        return [found for source, told in sorted(self._whole) if told == round for found in self._weighed(source, told)]

    def seen(self, seq: int, event: Seen, open_round: int | None) -> list[Disagreement]:
        if event.round is not None and event.of is not None:
            return self._of_round(seq, event, event.round, event.of, open_round)
        following = self._following(event)
        following.take(Read(event.card, seq, event.at, event), event.nth)
        self._write()
        return following.go_on(self)

    def fed(self, seq: int, event: Feed) -> list[Disagreement]:
        following = self._following(event)
        following.tell(seq, event)
        self._write()
        return following.go_on(self)

    def _following(self, event: Event) -> Following:
        following = self._shoes.get(event.src)
        if following is None:
            following = self._shoes[event.src] = Following(event.src)
        return following

    def _of_round(self, seq: int, event: Seen, round: int, of: int, open_round: int | None) -> list[Disagreement]:
        """One card of a round that somebody tells whole; told again, the last word counts."""
        key = event.src, round
        told = self._told.setdefault(key, {})
        if len(told) >= of:
            told.clear()
        told[event.nth or len(told) + 1] = Read(event.card, seq, event.at, event)
        if len(told) < of:
            return []
        self._whole.add(key)
        return [] if open_round == round else self._weighed(*key)

    def _weighed(self, source: str, round: int) -> list[Disagreement]:
        """Nothing is held against a table that keeps no record of its cards."""
        self._whole.discard((source, round))
        rows = self.beside_round(source, round)
        return held_against(source, rows) if any(played is not None for played, _ in rows) else []


class Following:
    """One source that follows the shoe, card by card."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._at: int | None = None
        """The place on record that its next read is held against; None before the first."""
        self._reads: deque[Read] = deque()
        self._last: Read | None = None
        self._agreed: deque[tuple[Played, Read]] = deque(maxlen=HELD)
        """Its last reads, each with what it was held against."""
        self._from_the_start = False
        """It told the beginning of its shoe before its first card."""
        self._next = 1
        self._early: dict[int, Read] = {}
        self._blind = False
        """It told that it saw nothing, and has not been found again since."""
        self._steady = 0
        """Cards in a row on which both agree."""
        self.rows: deque[Beside] = deque(maxlen=KEPT)
        """What it was held against so far, card by card."""
        self._faults: list[Beside] = []
        """Cards in a row that it did not see or could not read: one gap, told when it is over."""

    # ── its reads, put in their order ────────────────────────────────────────────────────────────

    def take(self, read: Read, nth: int | None) -> None:
        """One more read. One that was given up as missing and comes after all is too late: its gap has been told."""
        if nth is None or nth == self._next:
            self._reads.append(read)
            self._next = (nth or self._next) + 1
        elif nth > self._next:
            self._early[nth] = read
            if self._reads or self._at is not None or self._from_the_start:
                if len(self._early) > HELD:
                    self._give_up(min(self._early) - self._next)
            elif len(self._early) >= ENOUGH:
                # It was there before we were: its count goes on from where it is
                self._next = min(self._early)
        self._in_order()

    def _in_order(self) -> None:
        while self._next in self._early:
            self._reads.append(self._early.pop(self._next))
            self._next += 1

    def _give_up(self, missing: int) -> None:
        """What has not come will not come: something came out there, and no more is known."""
        after = self._early[min(self._early)]
        for _ in range(min(missing, OUTAGE)):
            self._reads.append(Read(None, after.seq, after.at, None, known_missing=True))
        self._next = min(self._early)
        self._in_order()

    def tell(self, seq: int, event: Feed) -> None:
        state = event.state
        if state in ("started", "ended"):
            while self._early:
                self._give_up(min(self._early) - self._next)
            ended = self._reads[-1].card == END if self._reads else self._last is None or self._last.card == END
            if not ended:
                self._reads.append(Read(END, seq, event.at, None))
            self._from_the_start = self._from_the_start or (state == "started" and not self._reads)
            self._next = 1
        elif state == "missed":
            count = min(event.missed or 1, OUTAGE)
            for _ in range(count):
                self._reads.append(Read(None, seq, event.at, None, known_missing=True))
            if event.nth is not None:
                self._next = event.nth + count
        else:
            self._blind, self._steady = True, 0

    # ── held against the record ──────────────────────────────────────────────────────────────────

    def go_on(self, record: Comparison) -> list[Disagreement]:
        """As far as both sides are there, and what parts them is clear."""
        found: list[Disagreement] = []
        if self._at is None:
            self._at = self._join(record)
            if self._at is None:
                return found
        while self._reads and self._at < record.total:
            played = record.behind(self._at)
            agreed = self._agreeing(played, found)
            if agreed == len(played) or not self._reads:
                continue
            parted = self._parting(played[agreed:])
            if parted is None:
                break
            found += self._part(played[agreed:], *parted)
        return found

    def _join(self, record: Comparison) -> int | None:
        """The card on record at which the source begins: from about its first read's time on, where most goes together.

        It may have been put to the table in the middle of a shoe. None while too little is there to tell.
        """
        if not self._reads or (len(self._reads) < ENOUGH and not self._from_the_start):
            return None
        start, played = record.since(self._reads[0].at - CLOCKS, OUTAGE + WINDOW)
        if self._from_the_start:
            return next((start + place for place, one in enumerate(played) if record.begins_a_shoe(one)), None)
        if len(played) < ENOUGH:
            return None
        reads = [read.card for read in islice(self._reads, WINDOW)]
        cards = [one.card for one in played]
        scores = [
            (differences(cards[place : place + WINDOW + 2], reads), cards[place] != reads[0], place)
            for place in range(min(OUTAGE, len(cards) - ENOUGH + 2))
        ]
        return start + min(scores)[2]

    def _agreeing(self, played: Sequence[Played], found: list[Disagreement]) -> int:
        """Walk on while the cards agree; how many did."""
        agreed = 0
        reads = self._reads
        while agreed < len(played) and reads and agree(played[agreed].card, reads[0].card):
            read = reads.popleft()
            self.rows.append((played[agreed], read))
            if read.card is None:
                self._faults.append((played[agreed], read))
            else:
                found += self._gap_is_over()
                found += of_pair(self.source, (played[agreed], read))
            self._agreed.append((played[agreed], read))
            self._last = read
            agreed += 1
            self._steady += 1
            self._blind = self._blind and self._steady < FOUND_AGAIN
        self._at = (self._at or 0) + agreed
        return agreed

    def _gap_is_over(self) -> list[Disagreement]:
        faults, self._faults = self._faults, []
        return disagreements(self.source, faults, (), None, False) if faults else []

    def _parting(self, played: Sequence[Played]) -> tuple[int, int] | None:
        farthest = OUTAGE if self._blind else FARTHEST
        here = [one.card for one in played]
        there = [read.card for read in islice(self._reads, OUTAGE + FARTHEST)]
        parted = parting(here, there, farthest=farthest)
        if parted is None and min(len(here), len(there)) > 2 * FARTHEST:
            # Nothing goes together any more: from here on both begin anew
            return len(here), len(there)
        return parted

    def _part(self, played: Sequence[Played], here: int, there: int) -> list[Disagreement]:
        reads = [self._reads.popleft() for _ in range(there)]
        rows = _placed(pairs, played[:here], reads)
        self.rows.extend(rows)
        self._at = (self._at or 0) + here
        before = [read for _, read in self._agreed]
        telling = self._without_surplus(rows)
        self._agreed.clear()
        self._last = reads[-1] if reads else self._last
        self._steady = 0
        outage, self._blind = self._blind, False
        over = self._gap_is_over()
        if here > FARTHEST and there > FARTHEST:
            return [*over, Disagreement("out-of-step", tuple(rows[:SHOWN]), self.source)]
        return over + disagreements(self.source, telling, before, self._reads[0] if self._reads else None, outage)

    def waiting(self, record: Comparison) -> list[Beside]:
        """What nobody can tell yet: reads without their cards, cards without their reads, and what parts just now."""
        early = [self._early[nth] for nth in sorted(self._early)]
        at = record.total if self._at is None else self._at
        return rows_of(record.behind(at), [*self._reads, *early])

    def _without_surplus(self, rows: list[Beside]) -> list[Beside]:
        """A read of nothing lay beside the card that a later read tells: that one is not one too many."""
        if not rows or rows[0][0] is not None or rows[0][1] is None:
            return rows
        card = rows[0][1].card
        for played, read in reversed(self._agreed):
            if played.card != card:
                break
            if read.card is None:
                return rows[1:]
        return rows


def rows_of(played: Sequence[Played], seen: Sequence[Read]) -> list[Beside]:
    """Both sides from end to end, as a page shows them."""
    return _placed(beside, played, seen)


def _placed(
    put: Callable[[Sequence[Card], Sequence[Card]], list[Pair]], played: Sequence[Played], seen: Sequence[Read]
) -> list[Beside]:
    """What ``put`` makes of their cards, as the cards' own accounts."""
    placed = put([one.card for one in played], [one.card for one in seen])
    return [(None if p is None else played[p], None if s is None else seen[s]) for p, s in placed]


def held_against(source: str, rows: Sequence[Beside]) -> list[Disagreement]:
    """A whole round by both, line by line: every stretch on which they part."""
    found: list[Disagreement] = []
    stretch: list[Beside] = []
    before: list[Read] = []
    for one, read in rows:
        if one is None or read is None or not agree(one.card, read.card):
            stretch.append((one, read))
            continue
        if stretch:
            found += disagreements(source, stretch, before, read, False)
            stretch, before = [], []
        found += of_pair(source, (one, read))
        before = [*before[-HELD:], read]
    if stretch:
        found += disagreements(source, stretch, before, None, False)
    return found
