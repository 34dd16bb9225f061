"""Stepping through a round: which step is shown, what stands beside it, and where the other steps are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from pitboss.audit.case import Said
from pitboss.incidents.models import Incident
from pitboss.replay.models import Finding

TRACK: Final = 520
MARGIN: Final = 8


@dataclass(frozen=True, slots=True)
class Tick:
    """One step on the track; places are SVG attributes."""

    number: int
    x: str
    past: bool
    hot: bool


@dataclass(frozen=True, slots=True)
class Stepping:
    """``number`` counts from 1 to ``last``. ``raised``: titles of the findings that rise at this step."""

    here: Said
    number: int
    last: int
    ticks: list[Tick]
    head_x: str
    previous: int | None
    next: int | None
    raised: list[str]


def stepping(
    entries: Sequence[Said], findings: Sequence[Finding], wanted: str | None, language: str
) -> Stepping | None:
    """The step asked for; without one, the step that raised the first finding. None without entries."""
    if not entries:
        return None
    hot = {finding.entry_id for finding in findings}
    last = len(entries)
    number = next((place for place, one in enumerate(entries, start=1) if one.entry.pk in hot), last)
    if wanted and wanted.isascii() and wanted.isdigit():
        number = min(max(int(wanted[:6]), 1), last)
    gap = (TRACK - 2 * MARGIN) / max(last - 1, 1)
    ticks = [
        Tick(place, f"{MARGIN + gap * (place - 1):.1f}", place <= number, one.entry.pk in hot)
        for place, one in enumerate(entries, start=1)
    ]
    here = entries[number - 1]
    titles = [
        str(finding.text(language).get("title") or finding.code)
        for finding in findings
        if finding.entry_id == here.entry.pk
    ]
    return Stepping(
        here=here,
        number=number,
        last=last,
        ticks=ticks,
        head_x=ticks[number - 1].x,
        previous=number - 1 if number > 1 else None,
        next=number + 1 if number < last else None,
        raised=titles,
    )


def stage_label(incident: Incident, step: Stepping) -> str:
    """What the drawing shows, for those who hear it: table, round, step."""
    values = {"table": incident.table.name, "round": incident.round, "number": step.number, "last": step.last}
    if incident.round is None:
        return gettext("%(table)s, paso %(number)s de %(last)s") % values
    return gettext("%(table)s, pase %(round)s, paso %(number)s de %(last)s") % values


def next_words(step: Stepping) -> str:
    """Who the next card is for, while there is one to come by the dealing order."""
    waiting = step.here.scene.get("next")
    if not waiting:
        return ""
    if waiting == "dealer":
        return gettext("La próxima carta es para el croupier.")
    return gettext("La próxima carta es para la casilla %(spot)s.") % {"spot": waiting}
