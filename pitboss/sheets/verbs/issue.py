from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Table
from pitboss.incidents.refusal import Refused
from pitboss.sheets.layout import NEWEST, PAGES
from pitboss.sheets.models import Sheet
from pitboss.sheets.refusal import HOW_MANY, NO_TABLES

MOST = 60
"""Sheets that are set while somebody waits: five seconds or so."""


def issue(*, by: Person | None, now: datetime, tables: Sequence[Table], count: int, pages: int = PAGES) -> list[Sheet]:
    """Make ``count`` sheets for each table, which come with their casinos. ``by`` None: the command line.

    Raises PermissionDenied, Refused.
    """
    if by is not None:
        for casino in {table.casino for table in tables}:
            require(by, "print_sheets", casino)
    reasons = [NO_TABLES] if not tables else []
    if count < 1 or count * len(tables) > MOST:
        reasons.append(HOW_MANY)
    if reasons:
        raise Refused(reasons)
    return Sheet.objects.bulk_create(
        Sheet(casino=table.casino, table=table, layout=NEWEST, pages=pages, issued_at=now, issued_by=by)
        for table in tables
        for _ in range(count)
    )
