"""Divide a re-audit among workers: sessions in parts of about as many entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from heapq import heappop, heappush
from typing import Final

from django.db import transaction

from pitboss.jobs import ask as jobs
from pitboss.reaudit.models import Part, Piece, Reaudit
from pitboss.reaudit.queries import sessions_between

PLAN: Final = "reaudit.plan"
PART: Final = "reaudit.part"
SMALLEST = 20_000
"""Entries of a part: less than a tenth of a second of work is not worth a message of its own."""
LARGEST = 250_000
"""More is about a second of work, which is lost when a worker dies and long to wait for at the end."""
PARTS = 64
"""So many at least, where they are not too small: the last ones end together on many workers."""


def plan(reaudit: Reaudit, *, now: datetime) -> list[Part]:
    """Choose the sessions, divide them and ask for every part, in one transaction; once."""
    with transaction.atomic():
        held = Reaudit.objects.select_for_update(of=("self",)).get(pk=reaudit.pk)
        if held.planned_at is not None:
            return list(held.parts.all())
        sessions = sessions_between(held.tables.all(), held.since, held.until)
        if held.against_id is not None:
            # What the other one has not judged cannot be compared with it
            judged = Piece.objects.filter(reaudit=held.against_id, done_at__isnull=False)
            sessions = sessions.filter(pk__in=judged.values("session"))
        sized = list(sessions.order_by("pk").values_list("pk", "head__number"))
        parts = []
        for number, some in enumerate(bundles(sized), 1):
            key = f"reaudit:{held.pk}:{number}"
            part = Part(reaudit=held, number=number, entries=sum(size for _, size in some))
            part.job = jobs.ask(key=key, kind=PART, now=now, payload={"reaudit": held.pk, "part": number})
            part.save()
            Piece.objects.bulk_create(
                Piece(reaudit=held, part=part, session_id=session, entries=size) for session, size in some
            )
            parts.append(part)
        held.planned_at = now
        held.sessions, held.entries = len(sized), sum(size for _, size in sized)
        held.save(update_fields=["planned_at", "sessions", "entries"])
    return parts


def bundles(sized: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Sessions with their sizes, in bundles of comparable size; a session is never divided, for what happens in it
    can hang on anything before."""
    every = sorted(sized, key=lambda one: (-one[1], one[0]))
    total = sum(size for _, size in every)
    wanted = min(LARGEST, max(SMALLEST, total // PARTS))
    count = max(1, round(total / wanted)) if every else 0
    # The largest first, each to the bundle that has the least so far: no bundle is more than a session above another
    some: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    heap = [(0, place) for place in range(count)]
    for session, size in every:
        held, place = heappop(heap)
        some[place].append((session, size))
        heappush(heap, (held + size, place))
    return (sorted(bundle) for bundle in some if bundle)
