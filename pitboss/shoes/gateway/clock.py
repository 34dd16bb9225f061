"""How far a device's clock is off, from lines alone: the least delay of the last ones is nearly none.

A line arrives later than it was written, never earlier. Of the differences between arrival and the device's clock the
smallest is the one with the least delay in it, so it is the nearest to what the clocks differ by. Lines that waited
for a wire to come back are late by as much and do not count; a clock that drifts or is set is followed, because only
the last lines count.
"""

from __future__ import annotations

import json
from collections import deque
from datetime import datetime, timedelta

LOOKED_AT = 12
"""Lines: half a minute of a quick table."""
DELAYED = 2000
"""Milliseconds beyond the least delay: such a line waited somewhere, or the clock was set back."""
TOGETHER = 1000
"""Lines that waited come in one after another and are late by less and less; behind a clock that was set back all are
late by the same, within so many milliseconds."""


class DeviceClock:
    """One device's clock. ``kept``: as it went onto the disk before."""

    def __init__(self, kept: str | None = None) -> None:
        self._last: deque[int] = deque(json.loads(kept) if kept else (), maxlen=LOOKED_AT)
        self._late: deque[int] = deque(maxlen=LOOKED_AT)

    @property
    def offset_ms(self) -> int | None:
        """Milliseconds that have to be added to it; None until it said anything."""
        return min(self._last) if self._last else None

    def heard(self, clock: datetime, arrived: datetime) -> datetime:
        """The moment of a line by the gateway's clock."""
        behind = round((arrived - clock) / timedelta(milliseconds=1))
        offset = self.offset_ms
        if offset is None or behind - offset <= DELAYED:
            self._last.append(behind)
            self._late.clear()
        else:
            self._late.append(behind)
            if len(self._late) == LOOKED_AT and max(self._late) - min(self._late) <= TOGETHER:
                self._last, self._late = self._late, deque(maxlen=LOOKED_AT)
        return min(clock + timedelta(milliseconds=self.offset_ms or 0), arrived)

    def kept(self) -> str:
        """As it goes onto the disk."""
        return json.dumps(list(self._last))
