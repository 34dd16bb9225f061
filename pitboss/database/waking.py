"""Waking whoever listens: one channel of the database, heard of when the transaction commits, with ids only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from django.db import connection

CHANNEL: Final = "pitboss_floor"


def notify(payload: Mapping[str, Any]) -> None:
    """Wake them when the transaction around this commits. What it means is read from the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(payload)])
