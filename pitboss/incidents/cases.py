"""Which findings are one case.

"Findings of one round and one cause are one case." A cause is not written anywhere, so this is the
rule that stands in for it, read from top to bottom; the first line that fits decides:

1. Findings of different table sessions, or of different rounds, are never one case. Outside any round
   (before the first, between two, at a table where a person declares what went wrong and nobody records
   rounds) only lines 2 and 4 hold: two of one seat may lie hours apart.
2. What is wrong with the *record* (``record-gap``, ``out-of-sequence``, ``feed-gap``) is one case per round, apart
   from what is wrong with the *play*: a hole in the stream is not the cause of a wrong card.
3. What went wrong in one initial deal (``deal-order``, ``player-without-cards``) is one case: the
   skipped player's finding takes the place of the one about the card that skipped him.
4. Findings that share an event are one case: the dealer who stood on 16 and the payment that showed it.
5. Findings of one seat are one case (``"3"`` and ``"3.2"`` are one seat): the double that was not
   allowed, and its payment.
6. Minor findings that ask nothing of anybody (``noted``, no footage) and have the same code are one
   case: seven bets under the minimum in one round are one thing to read, not seven.
7. Everything else is a case of its own. Two cards found face up in one round are two cases.

Every finding belongs to exactly one case. A finding that would join two cases joins the older one:
a folio, once given, is never taken back, so cases are not merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

RECORD_CODES = frozenset({"record-gap", "out-of-sequence", "feed-gap"})
"""What is wrong with the record and not with the play."""
MISDEAL_CODES = frozenset({"deal-order", "player-without-cards"})
"""What is wrong with the initial deal of a round."""


@dataclass(slots=True)
class Trait:
    """What the rule above looks at in one finding."""

    code: str
    round: int | None
    spot: str | None
    events: frozenset[int]
    minor_note: bool

    @property
    def seat(self) -> str | None:
        return None if self.spot is None else self.spot.partition(".")[0]


@dataclass(slots=True)
class Case:
    """A case as the rule sees it: the findings already in it. ``number`` orders cases by age."""

    number: int
    traits: list[Trait] = field(default_factory=list)

    def takes(self, trait: Trait) -> bool:
        """Is this finding of the same round and cause as those of the case?"""
        return any(one_cause(trait, other) for other in self.traits)


def one_cause(one: Trait, other: Trait) -> bool:
    """Are these two findings of one round and one cause?"""
    if one.round != other.round:
        return False
    if (one.code in RECORD_CODES) or (other.code in RECORD_CODES):
        return one.code in RECORD_CODES and other.code in RECORD_CODES
    if one.events & other.events:
        return True
    if one.round is None:
        return False
    if one.code in MISDEAL_CODES and other.code in MISDEAL_CODES:
        return True
    if one.seat is not None and one.seat == other.seat:
        return True
    return one.minor_note and other.minor_note and one.code == other.code


def case_of(trait: Trait, cases: Iterable[Case]) -> Case | None:
    """The oldest case that this finding belongs to, or None when it opens one."""
    fitting: Sequence[Case] = [case for case in cases if case.takes(trait)]
    return min(fitting, key=lambda case: case.number, default=None)
