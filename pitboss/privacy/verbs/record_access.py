from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.privacy.models import Access


def record_access(
    *,
    by: Person,
    casinos: Iterable[Casino],
    what: Access.What,
    named: bool,
    now: datetime,
    asked: str = "",
    why: str = "",
    rows: int = 0,
) -> None:
    """Write down that somebody was shown names, or took records out: a row for each casino they are of."""
    Access.objects.bulk_create(
        Access(
            at=now,
            person=by,
            casino=casino,
            what=what,
            named=named,
            asked=asked[:500],
            why=why.strip()[:300],
            rows=rows,
        )
        for casino in casinos
    )
