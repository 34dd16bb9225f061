from __future__ import annotations

from rules import sources
from rules.events import Event, Ruled, TableClosed
from rules.irregularity import CONTRARY, CRITICAL, FOLLOWED, NO_RULE, Finding, Footage, Outcome
from rules.kinds.declared import RULING_ROLES
from rules.kinds.ruling import RULE_STEP
from rules.kinds.two_sources import TwoSources
from rules.table import Table
from rules.words import Text


class SourceMismatch(TwoSources):
    """Two sources of one table tell of other cards: the shoe, a sheet or the video against what the table wrote.

    One source that agrees with itself can hide a swapped card; where two part, something happened or one is wrong.
    Which one, only the video shows. No regulator's text prescribes a remedy: the pit boss decides before the table
    closes, or the entry that was wrong is corrected, and then the two agree.
    """

    code = "source-mismatch"
    title = Text("Dos fuentes no coinciden", "Two sources disagree")
    law = Text(
        "Las cartas que ve una segunda fuente son las que anota la mesa; donde no lo son, se revisa el video.",
        "The cards that a second source sees are those that the table writes; where not, the video is looked at.",
    )
    heeds = (Ruled, TableClosed)
    watches_on = True
    final = (FOLLOWED,)
    cites = (sources.CONTRACT_11.clause(2),)
    standing = NO_RULE
    decides = "pit_boss"
    severity = CRITICAL
    cctv = True
    footage = Footage(300, 120)
    steps = ({"do": "compare_sources"}, RULE_STEP)
    rivals = {"swapped-card": ("wrong-card-keyed",)}

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        if isinstance(event, TableClosed):
            return CONTRARY
        if not isinstance(event, Ruled) or event.by_role not in RULING_ROLES or event.code != finding.code:
            return None
        return FOLLOWED if event.spot in (None, finding.spot) else None
