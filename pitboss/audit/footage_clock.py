"""How long the footage of an incident still lives, as the screens count it down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext, ngettext

SOON: Final = timedelta(days=3)
LATE: Final = timedelta(days=1)
RAIL: Final = 44


@dataclass(frozen=True, slots=True)
class Countdown:
    """``state``: unset, calm, soon (under 3 days), late (under 24 h) or gone. ``run`` is the part of the rail
    used up, 0 to 44, as an SVG attribute."""

    state: str
    words: str
    run: str
    until: datetime | None


def countdown(preserve_by: datetime | None, opened_at: datetime, now: datetime) -> Countdown:
    """The countdown at ``now``. Days and hours are never rounded up: no footage is there longer than told."""
    if preserve_by is None:
        return Countdown("unset", gettext("sin definir"), "0", None)
    left = preserve_by - now
    whole = max(preserve_by - opened_at, timedelta(seconds=1))
    used = min(max((now - opened_at) / whole, 0.0), 1.0)
    run = f"{max(used * RAIL, 3):.0f}"
    if left <= timedelta(0):
        return Countdown("gone", gettext("venció"), str(RAIL), preserve_by)
    if left < LATE:
        hours = int(left.total_seconds() // 3600)
        words = gettext("%(hours)s h") % {"hours": hours} if hours else gettext("menos de 1 h")
        return Countdown("late", words, run, preserve_by)
    days = int(left.total_seconds() // 86_400)
    words = ngettext("%(days)s día", "%(days)s días", days) % {"days": days}
    return Countdown("soon" if left < SOON else "calm", words, run, preserve_by)
