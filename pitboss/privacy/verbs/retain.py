from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db import connection, transaction

from pitboss.casino.models import Casino
from pitboss.incidents.life import signature_holds, signature_of
from pitboss.incidents.models import Step
from pitboss.privacy.due import REMOVED, due, due_of_house
from pitboss.privacy.kinds import Kind

AT_ONCE = 500
"""Rows a call: each is one transaction and one row of the log."""
REASON = "plazo de conservación"


@dataclass(frozen=True, slots=True)
class Taken:
    """How many rows of a kind were taken out, or would be; ``casino`` None: of none in particular."""

    casino: Casino | None
    kind: Kind
    count: int


def retain(*, now: datetime, dry_run: bool = False) -> list[Taken]:
    """Take out everything personal whose time is over, and log it. Can be stopped and run again at any point."""
    run = uuid4()
    done = []
    for casino, found in _everything(now):
        for kind, ids in found.items():
            count = len(ids) if dry_run else sum(remove(kind, some, casino=casino, run=run) for some in _pieces(ids))
            done.append(Taken(casino, kind, count))
    return done


def remove(kind: Kind, ids: Sequence[int], *, casino: Casino | None, run: UUID) -> int:
    """Take these out by the database's function, which refuses what is held and writes what it did.

    The signature of a step was taken over its words. It is made anew over what is left, where it held: one that did
    not is left as it is, and goes on being pointed out. The log keeps what stood there.
    """
    with transaction.atomic():
        signed = _signed_anew(ids) if kind == Kind.STEP_WORDS else {}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT privacy_remove(%s, %s::bigint[], %s, %s, NULL, %s, %s)",
                [kind, list(ids), casino.pk if casino else None, run, REASON, json.dumps(signed)],
            )
            (count,) = cursor.fetchone() or (0,)
    return int(count)


def _signed_anew(ids: Sequence[int]) -> dict[str, str]:
    signed = {}
    for step in Step.objects.filter(pk__in=ids):
        if step.signature and signature_holds(step):
            step.words = REMOVED
            signed[str(step.pk)] = signature_of(step)
    return signed


def _everything(now: datetime) -> Iterator[tuple[Casino | None, dict[Kind, list[int]]]]:
    for casino in Casino.objects.all():
        yield casino, due(casino, now)
    yield None, due_of_house(now)


def _pieces(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), AT_ONCE):
        yield ids[start : start + AT_ONCE]
