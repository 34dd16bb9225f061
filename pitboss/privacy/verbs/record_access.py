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
    method: str = "",
    status: int | None = None,
    address: str | None = None,
) -> None:
    """Write down that somebody was shown names, took records out or inspected: a row for each casino concerned."""
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
            method=method[:8],
            status=status,
            address=address,
        )
        for casino in casinos
    )
