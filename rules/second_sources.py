"""Second sources of a table that is replayed: what they say is held against it, and the play asked about a swap."""

from __future__ import annotations

from collections.abc import Callable

from rules.comparison.apart import Judge, Memory, told_apart
from rules.comparison.causes import Disagreement
from rules.comparison.comparison import Comparison
from rules.events import Event, Feed, RoundClosed, Seen
from rules.irregularity import Finding
from rules.kinds.two_sources import TwoSources
from rules.table import Table


class SecondSources:
    """``judge`` gives a replay of its own, under the same rules, for a round to be played in again."""

    def __init__(self, judge: Callable[[], Judge]) -> None:
        self.beside = Comparison()
        self._judge = judge
        self._memory = Memory()
        self._undecided: list[tuple[Finding, Disagreement]] = []

    def opened(self, seq: int, event: Event) -> None:
        """The table's opening, which every round that is played again begins with."""
        self._memory.opening = seq, event

    def look(self, seq: int, event: Event, table: Table) -> list[Disagreement]:
        """What this event of either side makes them part on; the table has moved by it."""
        self._memory.keep(seq, event)
        if isinstance(event, Seen):
            return self.beside.seen(seq, event, open_round(table))
        if isinstance(event, Feed):
            return self.beside.fed(seq, event)
        found = self.beside.go_on()
        if isinstance(event, RoundClosed):
            found += self.beside.closed(table.round)
        return found

    def raised(self, finding: Finding, found: Disagreement) -> None:
        """This finding came of it; where the play of its round may say more, it is asked once that is over."""
        if found.cause == "swapped-card":
            self._undecided.append((finding, found))

    def told_apart(self, table: Table) -> list[Finding]:
        """Findings of which a round that is over now says whether the card was keyed wrongly or swapped."""
        waiting, self._undecided = self._undecided, []
        changed = []
        for finding, found in waiting:
            if finding.round is not None and finding.round == open_round(table):
                self._undecided.append((finding, found))
                continue
            cause = told_apart(found, self._memory, self._judge)
            if cause is not None and isinstance(finding.rule, TwoSources):
                finding.rule.told_apart(finding, found, cause)
                changed.append(finding)
        return changed


def open_round(table: Table) -> int | None:
    return table.round if table.round_open else None
