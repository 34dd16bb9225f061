"""Where a second source and the table tell of other cards (contract 1.1): raised by the comparison, not by an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rules.comparison.causes import Disagreement, in_words
from rules.irregularity import Deadline, Finding, Irregularity, Step
from rules.table import Table
from rules.words import Text


class TwoSources(Irregularity):
    """One finding a stretch on which they part. Its first event is the one at which they do."""

    message = Text("{what}.", "{what}.")
    listens_to = ()
    deadline: ClassVar[Deadline] = "never"
    tells_more = True
    steps: ClassVar[tuple[Step, ...]] = ()
    rivals: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Causes that look the same on record, where nothing tells them apart."""

    def parted(self, table: Table, found: Disagreement) -> Finding:
        round = _round_of(found, table)
        finding = self.finding(
            table,
            seq=found.first_seq,
            spot=next((one.spot for one in found.played if one.spot), None),
            steps=list(self.steps),
            also=[seq for seq in found.seqs if seq != found.first_seq],
            cause=found.cause,
            causes=[found.cause, *self.rivals.get(found.cause, ())],
            source=found.source,
            played_cards=[one.card for one in found.played],
            seen_cards=[one.card for one in found.seen],
            what=in_words(found, found.cause),
        )
        finding.round = round
        finding.in_round = table.round_open and round == table.round
        return finding

    def told_apart(self, finding: Finding, found: Disagreement, cause: str) -> None:
        """The play of the round says which of its causes it was."""
        finding.facts["cause"] = cause
        finding.facts["causes"] = [cause]
        finding.facts["what"] = in_words(found, cause)


def _round_of(found: Disagreement, table: Table) -> int | None:
    """The round of the table's card; of one that the table did not write what the source says, or the round at hand."""
    if found.played:
        return found.played[0].round
    said: Iterable[int] = (
        read.event.round for read in found.seen if read.event is not None and read.event.round is not None
    )
    return next(iter(said), table.round if table.round_open else None)
