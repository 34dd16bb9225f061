"""Which folios are in a bundle, and where every other one between them is: a case that is missing shows as a gap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.casino.models import TableSession
from pitboss.exports.queries import of_the_period
from pitboss.exports.request import Question
from pitboss.exports.shapes import Elsewhere, Folios
from pitboss.incidents.models import Incident, IncidentFinding

PERIOD, NARROWED, LATER = "period", "narrowed", "later"


def folios(question: Question, here: Iterable[Incident], later: Iterable[int]) -> list[Folios]:
    """By casino and year; ``later``: primary keys of those that were left out because of the checkpoint."""
    kept: dict[tuple[str, int], set[int]] = {}
    for incident in here:
        kept.setdefault((incident.casino.code, incident.year), set()).add(incident.number)
    of_it = set(of_the_period(question).order_by().values_list("pk", flat=True))
    late = set(later)
    # Those that came later are told also where they are behind all others
    spans = {series: set(numbers) for series, numbers in kept.items()}
    for casino, year, number in Incident.objects.filter(pk__in=late).values_list("casino__code", "year", "number"):
        spans.setdefault((casino, year), set()).add(number)
    told = []
    for (casino, year), span in sorted(spans.items()):
        numbers, first, last = kept.get((casino, year), set()), min(span), max(span)
        between = Incident.objects.filter(casino__code=casino, year=year, number__range=(first, last))
        others: list[Elsewhere] = []
        for pk, number in between.order_by("number").values_list("pk", "number"):
            if number not in numbers:
                why = LATER if pk in late else NARROWED if pk in of_it else PERIOD
                others.append(Elsewhere(number=number, why=why))
        told.append(Folios(casino=casino, year=year, first=first, last=last, elsewhere=others))
    return told


def keys_elsewhere(
    sessions: Mapping[int, TableSession], incidents: Iterable[Incident], edition: str
) -> dict[int, list[str]]:
    """Of each session, the keys of findings whose incident is not here: a replay finds those too."""
    here = [incident.pk for incident in incidents]
    links = IncidentFinding.objects.filter(finding__session__in=list(sessions), finding__edition=edition)
    rows = links.exclude(incident__in=here).order_by("finding__session", "finding__entry", "finding__key")
    told: dict[int, list[str]] = {session: [] for session in sessions}
    for session, key in rows.values_list("finding__session", "finding__key"):
        told[session].append(key)
    return told
