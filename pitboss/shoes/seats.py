"""Whose a card is that a shoe saw: it knows cards and their order, the record knows seats and bets.

Where the tablet records the cards too, the two are laid beside each other by the cards themselves, not by a count: a
read that was dropped or doubled would put every later one beside the wrong place, three equal cards in a row put them
together again. A shoe ahead of the record is told where the next card goes by the order of dealing; one behind it, the
recipient that the record has. What is guessed has a confidence, and nothing but an explanation hangs on it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pitboss.casino.models import TableSession
from pitboss.ledger.models import Entry
from pitboss.replay.next_card import Ahead, Guess

LOOKED_BACK = 48
"""Entries that are looked at, both sources together."""
FARTHEST = 8
"""Cards that one source may be ahead of the other and still be laid beside it."""
ALIKE = 3
"""Cards in a row that have to be the same."""
ON_RECORD = 0.95
UNREAD = "7d"
"""What a card that nobody could read is taken for while it is guessed who gets the next: the middle of all values."""
LEFT_EARLIER = frozenset({"exposed", "stuck", "extra", "over_17", "refused"})
"""Burned for one of these, a card had left the shoe before."""
KINDS = ("dealt", "burned", "exposed", "shoe_ended", "seen", "feed")


@dataclass(frozen=True, slots=True)
class Recorded:
    card: str | None
    to: str


class Beside:
    """One session's last cards by both sources, and the table as far ahead of its record as the shoe is."""

    def __init__(self, session: TableSession, ahead: Ahead) -> None:
        self._ahead = ahead
        self._gone = 0
        """Cards that the table was moved on by, beyond its record, ..."""
        self._sure = 1.0
        """... and how sure it is that all of them went there."""
        self._recorded: list[Recorded] = []
        self._seen: list[str | None] = []
        entries = Entry.objects.filter(session=session, kind__in=KINDS).order_by("-number")[:LOOKED_BACK]
        for kind, body in reversed(entries.values_list("kind", "body")):
            self._read(kind, json.loads(body))

    def started(self) -> None:
        """The device has a new shoe: what it saw before is of another one."""
        self._seen.clear()

    def guess(self, card: str | None, burned: bool, at: datetime) -> Guess:
        """Whose the next card is that the shoe sees. It is then taken to have gone there."""
        lead = lead_of([one.card for one in self._recorded], self._seen)
        waiting = self._seen
        self._seen = [*waiting, card]
        if lead is None:
            return Guess(None, 0)
        if lead < 0:
            there = self._recorded[len(self._recorded) + lead]
            return Guess(there.to, ON_RECORD) if card is None or there.card == card else Guess(None, 0)
        for earlier in waiting[len(waiting) - lead :][self._gone :]:
            self._go(earlier, False, at)
        return self._go(card, burned, at)

    def _go(self, card: str | None, burned: bool, at: datetime) -> Guess:
        """The table moves on by a card that its record does not have."""
        guess = self._ahead.next()
        if burned or guess.burn:
            guess = Guess("none", 1.0 if burned else guess.confidence, guess.burn)
            self._ahead.burned(card, guess.burn or "other", at)
        elif guess.to is not None:
            self._ahead.dealt(card or UNREAD, guess.to, at)
        self._gone += 1
        self._sure *= guess.confidence
        return Guess(guess.to, round(self._sure, 2), guess.burn)

    def _read(self, kind: str, said: dict[str, str | None]) -> None:
        card = said.get("card")
        if kind == "seen":
            self._seen.append(card)
        elif kind == "feed":
            if said.get("state") == "started":
                self._seen.clear()
        elif kind == "shoe_ended":
            self._recorded.clear()
        elif kind == "exposed":
            self._recorded.append(Recorded(card, "none"))
        elif kind == "burned":
            if said.get("why") not in LEFT_EARLIER:
                self._recorded.append(Recorded(card, "none"))
        else:
            self._recorded.append(Recorded(card, str(said.get("to"))))


def lead_of(recorded: Sequence[str | None], seen: Sequence[str | None]) -> int | None:
    """How many cards the shoe is ahead of the record; below 0, behind it. None: they cannot be laid together."""
    if not seen:
        return 0
    for lead in sorted(range(-FARTHEST, FARTHEST + 1), key=abs):
        ours = recorded[: len(recorded) + min(lead, 0)]
        theirs = seen[: len(seen) - max(lead, 0)]
        alike = min(ALIKE, len(ours), len(theirs))
        if alike == 0 and (ours or theirs or lead < 0):
            continue
        if len(recorded) + lead < 0 or len(seen) - lead < 0:
            continue
        pairs = zip(ours[len(ours) - alike :], theirs[len(theirs) - alike :], strict=True)
        if all(one is None or other is None or one == other for one, other in pairs):
            return lead
    return None
