"""Stepping through a round: which step is shown, what stands beside it, and where the other steps are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from pitboss.audit.case import Said
from pitboss.audit.spoken import Spoken, hot_entries, spoken
from pitboss.incidents.models import Incident
from pitboss.replay.models import Finding

SPEEDS: Final = ("0.5", "1", "2", "4")
"""How many times as fast as a step a second."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One step on the track. ``x`` is its place, as an SVG attribute; ``hot``: a rule spoke there."""

    number: int
    x: str
    past: bool
    hot: bool
    said: Said


@dataclass(frozen=True, slots=True)
class Stepping:
    """``number`` counts from 1 to ``last``. ``next_hot``: the next step at which a rule spoke, from the first again
    behind the last; None where none did. ``spoken``: what rules say here."""

    here: Said
    number: int
    last: int
    ticks: list[Tick]
    head_x: str
    previous: int | None
    next: int | None
    next_hot: int | None
    spoken: list[Spoken]


def stepping(
    entries: Sequence[Said], findings: Sequence[Finding], wanted: str | None, language: str
) -> Stepping | None:
    """The step asked for; without one, the step that raised the first finding. None without entries."""
    if not entries:
        return None
    raised = {finding.entry_id for finding in findings}
    hot = hot_entries(findings)
    last = len(entries)
    number = next((place for place, one in enumerate(entries, start=1) if one.entry.pk in raised), last)
    if wanted and wanted.isascii() and wanted.isdigit():
        number = min(max(int(wanted[:6]), 1), last)
    ticks = [
        Tick(place, f"{100 * (place - 1) / max(last - 1, 1):.2f}%", place <= number, one.entry.pk in hot, one)
        for place, one in enumerate(entries, start=1)
    ]
    here = entries[number - 1]
    spots = [tick.number for tick in ticks if tick.hot]
    return Stepping(
        here=here,
        number=number,
        last=last,
        ticks=ticks,
        head_x=ticks[number - 1].x,
        previous=number - 1 if number > 1 else None,
        next=number + 1 if number < last else None,
        next_hot=next((spot for spot in spots if spot > number), spots[0] if spots else None),
        spoken=spoken(here, findings, language),
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
