"""Rounds between two events of a session: what a bad deck, a missed burn or a suspect shoe may have touched.

Past rounds are never settled again by themselves; this says which they are, so that a person can look.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from pitboss.casino.models import TableSession
from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding, Round
from pitboss.replay.rounds import Bet

MARKS: Final = (
    "table_opened",
    "decks_checked",
    "shuffled",
    "cut",
    "cut_card_out",
    "shoe_ended",
    "dealer_changed",
    "table_closed",
)
"""Events by which a stretch of a session is told: few in an evening, and each on paper too."""

OF_THE_DECKS: Final = {
    "deck-check": ("decks_checked", "table_opened"),
    "card-count": ("decks_checked", "table_opened"),
    "shuffle": ("shuffled", "shoe_ended", "table_opened"),
}
"""Since what the cards themselves were in doubt: the last check of the decks, the last shuffle."""
OF_THE_SHOE: Final = frozenset({"first-card-not-burned", "cut-depth", "cut-card-missed", "round-after-cut-card",
                                "exposed-card", "stuck-cards", "unexplained-burn", "card-face"})  # fmt: skip
ENDS: Final = {
    "deck-check": ("decks_checked", "table_closed"),
    "card-count": ("decks_checked", "table_closed"),
    "shuffle": ("shoe_ended", "decks_checked", "table_closed"),
}
"""And until what: the decks were checked again, the shoe was over."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One event by which a stretch can be told."""

    number: int
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Sum:
    """Rounds added up, amounts in the currency's smallest unit. ``owed`` and ``overpaid`` are never netted.

    ``open`` rounds have no close; ``unknown`` counts bets whose due the recorded cards cannot say; ``bare`` rounds
    have no hands kept, since they were replayed before hands were.
    """

    rounds: int
    open: int
    bare: int
    hands: int
    bets: int
    staked: int
    due: int
    moved: int
    owed: int
    overpaid: int
    unknown: int
    unsettled: int


def affected_rounds(session: int, *, first: int, last: int) -> QuerySet[Round]:
    """Every round with an entry between these two of its session's ledger, both included: one query."""
    return (
        Round.objects.filter(session=session, last_entry__number__gte=first, first_entry__number__lte=last)
        .select_related("first_entry", "last_entry")
        .defer("first_entry__body", "last_entry__body")
        .order_by("first_entry_id")
    )


def marks_of(session: int, also: Iterable[int] = ()) -> list[Mark]:
    """Events by which a stretch can be told, and those asked for besides: one query."""
    wanted = Entry.objects.filter(session=session)
    rows = wanted.filter(kind__in=MARKS) | wanted.filter(number__in=list(also))
    return [Mark(*row) for row in rows.order_by("number").values_list("number", "kind", "at")]


def stretch_of(finding: Finding) -> tuple[int, int]:
    """Where a finding of this kind puts the doubt: numbers of the first and last entry. Two queries, at most.

    A count that does not come out or a check that failed: since the decks were last checked and until they were again.
    A missed burn or whatever else is of the shoe: that shoe, whole. Anything else: the round, or what the finding is
    raised by and answered by.
    """
    marks = marks_of(finding.session_id)
    seen = finding.entry.number
    last = finding.answered.number if finding.answered else seen
    if finding.code in OF_THE_DECKS:
        begins, ends = OF_THE_DECKS[finding.code], ENDS[finding.code]
    elif finding.code in OF_THE_SHOE:
        begins, ends = ("shoe_ended", "table_opened"), ("shoe_ended", "table_closed")
    else:
        spans = Round.objects.filter(session=finding.session_id, first_entry__number__lte=last)
        spans = spans.filter(last_entry__number__gte=seen).order_by("first_entry_id")
        span = spans.values_list("first_entry__number", "last_entry__number").first()
        return (min(seen, span[0]), max(last, span[1])) if span else (seen, last)
    # A check that failed is itself where the doubt begins
    since = max((mark.number for mark in marks if mark.kind in begins and mark.number <= seen), default=1)
    until = min((mark.number for mark in marks if mark.kind in ends and mark.number > seen), default=None)
    return since, until if until is not None else _end(finding.session, last)


def summed(rounds: Sequence[Round]) -> Sum:
    """Everything that these rounds come to."""
    bets = [bet for one in rounds for hand in one.hands or () for bet in hand["bets"]]
    differences = [difference_of(bet) or 0 for bet in bets]
    return Sum(
        rounds=len(rounds),
        open=sum(1 for one in rounds if one.closed_at is None),
        bare=sum(1 for one in rounds if one.hands is None),
        hands=sum(1 for one in rounds for hand in one.hands or () if hand["bets"]),
        bets=len(bets),
        staked=sum(bet["stake"] + bet["void"] for bet in bets),
        due=sum(bet["due"] or 0 for bet in bets),
        moved=sum(bet["moved"] for bet in bets if bet["due"] is not None),
        owed=sum(amount for amount in differences if amount > 0),
        overpaid=-sum(amount for amount in differences if amount < 0),
        unknown=sum(1 for bet in bets if bet["due"] is None),
        unsettled=sum(1 for bet in bets if not bet["settled"]),
    )


def difference_of(bet: Bet) -> int | None:
    """Due less moved: positive is owed to the player; None where the cards cannot say."""
    return None if bet["due"] is None else bet["due"] - bet["moved"]


def _end(session: TableSession, last: int) -> int:
    head = getattr(session, "head", None)
    return max(last, head.number if head else last)
