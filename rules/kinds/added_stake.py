"""The stake that a double or a split adds: equal to the main one, and put right while the round lasts."""

from __future__ import annotations

from collections.abc import Iterable

from rules.events import Acted, Event
from rules.irregularity import BREACH, FOLLOWED, MAJOR, Finding, Footage, Irregularity, Outcome, Step
from rules.legality import due_stake
from rules.table import Table


class AddedStake(Irregularity):
    """Base of ``double-stake`` and ``split-stake``."""

    listens_to = (Acted,)
    heeds = None
    standing = BREACH
    decides = "dealer"
    severity = MAJOR
    footage = Footage(60, 60)

    def check(self, table: Table, event: Acted) -> Iterable[Finding]:
        hand = table.in_play(event.spot)
        if event.amount is None or hand is None:
            return ()
        due = due_stake(hand)
        off = event.amount - due
        if not off:
            return ()
        step: Step = {"spot": event.spot, "on": "main", "amount": abs(off)}
        step["do"] = "give_back" if off > 0 else "add_stake"
        return [self.finding(table, spot=event.spot, steps=[step], amount=event.amount, due=due)]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        hand = table.hands.get(finding.spot or "")
        if hand is None:
            return None
        even = not any(other.short or other.excess for other in table.hands_of(hand.seat))
        return FOLLOWED if even else None
