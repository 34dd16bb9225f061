"""Which minutes of CCTV belong to a case, and until when they must be kept.

The window runs from ``before`` seconds ahead of the first event to ``after`` seconds behind the last
one, each rule naming its own seconds. How long a casino keeps its video is a setting of that casino
and not a number of the law: where nobody has set it, there is no date, and screens say "not set".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Look:
    """One finding's claim on the video: first and last event, and its seconds around them."""

    first: datetime
    last: datetime
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Window:
    start: datetime
    end: datetime


def window(looks: Iterable[Look]) -> Window | None:
    """The stretch of video that shows all of them; None when there is nothing to look at."""
    all_looks = list(looks)
    if not all_looks:
        return None
    return Window(
        start=min(look.first - timedelta(seconds=look.before) for look in all_looks),
        end=max(look.last + timedelta(seconds=look.after) for look in all_looks),
    )


def preserve_by(event_at: datetime, retention_days: int | None) -> datetime | None:
    """The moment after which the video may be gone: the event plus the casino's calendar days. By the hour, not to the
    end of the day: a recorder writes over what is old enough."""
    return None if retention_days is None else event_at + timedelta(days=retention_days)
