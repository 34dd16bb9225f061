"""An irregularity that a person declares, at a table whose cards are not recorded (contract 1.1).

The rule stays the same: its text, citation, grade and prescription. What differs is where the facts come from (a
person's words, not the table) and how it is answered (a ruling, since no card event can show it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from rules.events import Declared, Event, Ruled
from rules.irregularity import (
    CONTRARY,
    FOLLOWED,
    Deadline,
    Decides,
    Finding,
    Irregularity,
    Outcome,
    Standing,
    Step,
)
from rules.table import Table

AS_PRESCRIBED = "as_prescribed"
"""The ruling by which the prescription was carried out; any other words say that something else was done."""
RULING_ROLES = ("pit_boss", "section_head")
CARRIED = ("code", "title", "message", "law", "announce", "cites", "standing", "decides", "severity", "cctv", "footage")


class Said(NamedTuple):
    """What a declaration comes to: where, the prescribed steps, and the facts of its sentence.

    ``standing``, ``decides`` and ``outcome`` where they are not the rule's own; ``money`` where amounts were told.
    """

    spot: str | None
    steps: list[Step]
    facts: dict[str, Any]
    standing: Standing | None = None
    decides: Decides | None = None
    outcome: Outcome | None = None
    money: list[dict[str, Any]] | None = None


Tell = Callable[[Table, Declared], Said]


class Declaration(Irregularity):
    """A rule as a person declares it. It moves nothing on the felt, and no round turns its outcome."""

    listens_to = (Declared,)
    heeds = (Ruled,)
    declared = True
    deadline: ClassVar[Deadline] = "never"

    def __init__(self, tell: Tell) -> None:
        self.tell = tell

    def check(self, table: Table, event: Declared) -> Iterable[Finding]:
        said = self.tell(table, event)
        finding = self.finding(
            table,
            event=event,
            round=event.round,
            spot=said.spot,
            steps=said.steps,
            standing=said.standing,
            decides=said.decides,
            outcome=said.outcome,
            **{**said.facts, "note": event.note},
        )
        if said.money is not None:
            finding.weigh(said.money)
        return [finding]

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if not isinstance(event, Ruled) or event.by_role not in RULING_ROLES or event.code != finding.code:
            return None
        if event.spot not in (None, finding.spot):
            return None
        return FOLLOWED if event.ruling == AS_PRESCRIBED else CONTRARY


def declared(rule: Irregularity, tell: Tell) -> Irregularity:
    """The same rule, told by a person."""
    kind: Any = type(f"Declared{type(rule).__name__}", (Declaration,), {name: getattr(rule, name) for name in CARRIED})
    found: Irregularity = kind(tell)
    return found
