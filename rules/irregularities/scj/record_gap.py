from __future__ import annotations

from rules import sources
from rules.events import Corrected, Event
from rules.irregularity import BREACH, CRITICAL, FOLLOWED, Finding, Footage, Irregularity, Outcome
from rules.table import Table
from rules.words import Text


class RecordGap(Irregularity):
    """The stream's numbers jump or run backwards, or its clock runs back by more than two seconds.

    Seen by the replay while the stream arrives, not by an event of its own. Completed by a correction in the
    missing place before the round is over.
    """

    code = "record-gap"
    title = Text("Registro incompleto", "Gap in the record")
    message = Text(
        "El registro salta o retrocede: falta o sobra entre {first} y {last}.",
        "The record jumps or runs back: something between {first} and {last} is missing or doubled.",
    )
    law = Text(
        "El registro de un pase es continuo: números sin saltos y horas que no retroceden.",
        "The record of a round is continuous: numbers without jumps and times that don't run back.",
    )
    listens_to = ()
    heeds = (Corrected,)
    cites = (sources.CONTRACT.clause(28),)
    standing = BREACH
    decides = "pit_boss"
    severity = CRITICAL
    footage = Footage(120, 120)

    def gap(self, table: Table, event: Event, missing: tuple[int, int]) -> Finding:
        first, last = missing if missing[0] <= missing[1] else (table.seq, table.seq)
        return self.finding(
            table,
            event=event,
            steps=[{"do": "complete_record"}],
            first=min(missing[0], first),
            last=last,
            size=last - first + 1,
            filled=[],
        )

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if not isinstance(event, Corrected) or event.by_role == "player":
            return None
        facts = finding.facts
        if facts["first"] <= event.ref <= facts["last"] and event.ref not in facts["filled"]:
            facts["filled"].append(event.ref)
        return FOLLOWED if len(facts["filled"]) >= facts["size"] else None
