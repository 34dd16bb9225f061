"""Which function moves the table for which kind of event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.events import Event
from rules.table import Table

Advance = Callable[[Table, Any], None]
ADVANCE: dict[type[Event], Advance] = {}


def advances(kind: type[Event]) -> Callable[[Advance], Advance]:
    """Register a function as the one that moves the table by this kind."""

    def register(function: Advance) -> Advance:
        ADVANCE[kind] = function
        return function

    return register
