"""The options of the house in a replay.

What the house had set when the session opened is kept with the session. What the profile's text gives goes before it,
and so does what the event that opened the table said itself: ``rules.options``.
"""

from __future__ import annotations

from datetime import datetime

from pitboss.casino.models import HouseSetting, Table, TableSession
from rules.options import SAID_AT_OPENING, Options, may_set

__all__ = ["SAID_AT_OPENING", "Options", "in_force", "may_set", "options_of"]


def options_of(session: TableSession) -> Options:
    """What the house had set when this session opened."""
    return {option: kept["value"] for option, kept in session.house.items()}


def in_force(table: Table, at: datetime) -> Options:
    """What the house has set for a session that opens at this table at that moment."""
    settings = HouseSetting.objects.in_force(casino=table.casino_id, table=table.pk, at=at)
    return {option: setting.value for option, setting in settings.items()}
