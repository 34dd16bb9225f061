"""Other cases that this one may have to do with: same dealer, supervisor, table, seat, shoe or round.

Each kind is counted no further than ``MOST`` and read off an index of its own, so that it costs the same among two
hundred cases and two hundred thousand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import CharField, QuerySet, Value

from pitboss.incidents.models import Incident
from pitboss.replay.models import Round

MOST: Final = 99
NEWEST: Final = 3


@dataclass(frozen=True, slots=True)
class Related:
    """``kind``: round, shoe, seat, dealer, supervisor or table. ``count`` ends at ``MOST``; ``more``: it goes on."""

    kind: str
    count: int
    more: bool
    newest: list[Incident]


def related(incident: Incident, shoe: int | None) -> list[Related]:
    """From the nearest kind to the farthest, without those that there are none of: two queries. ``shoe`` is the number
    of the session's shoe that the case's round was dealt from."""
    rows: dict[str, list[int]] = {}
    parts = [_part(kind, incident, others) for kind, others in _kinds(incident, shoe).items()]
    for kind, pk in parts[0].union(*parts[1:], all=True) if len(parts) > 1 else parts[0]:
        rows.setdefault(kind, []).append(pk)
    wanted = {pk for found in rows.values() for pk in found[:NEWEST]}
    by_pk = Incident.objects.select_related("casino", "table").in_bulk(wanted) if wanted else {}
    return [
        Related(
            kind=kind,
            count=min(len(rows[kind]), MOST),
            more=len(rows[kind]) > MOST,
            newest=[by_pk[pk] for pk in rows[kind][:NEWEST]],
        )
        for kind in _kinds(incident, shoe)
        if kind in rows
    ]


def _kinds(incident: Incident, shoe: int | None) -> dict[str, QuerySet[Incident]]:
    kinds: dict[str, QuerySet[Incident]] = {}
    of_session = Incident.objects.filter(session=incident.session_id)
    if incident.round is not None:
        kinds["round"] = of_session.filter(round=incident.round)
    if shoe is not None:
        rounds = Round.objects.filter(session=incident.session_id, shoe=shoe)
        kinds["shoe"] = of_session.filter(round__in=rounds.values("number"))
    if incident.seat:
        kinds["seat"] = Incident.objects.filter(table=incident.table_id, seat=incident.seat).exclude(seat="")
    # The exclusion says the condition of the index over again, so that it is used
    for name in ("dealer", "supervisor"):
        if badge := getattr(incident, name):
            kinds[name] = Incident.objects.filter(casino=incident.casino_id, **{name: badge}).exclude(**{name: ""})
    kinds["table"] = Incident.objects.filter(table=incident.table_id)
    return kinds


def _part(kind: str, incident: Incident, others: QuerySet[Incident]) -> QuerySet[Incident, Any]:
    named = others.exclude(pk=incident.pk).annotate(kind=Value(kind, output_field=CharField()))
    return named.order_by("-opened_at").values_list("kind", "pk")[: MOST + 1]
