"""Figures of a period: incidents against the rounds they come from, by table and by code, and how they were answered.

Rounds are counted as the checkpoint has them, so that the same question on the same checkpoint has the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Count
from django.utils.translation import get_language, gettext

from pitboss.drawing.chips import CHIPS
from pitboss.drawing.control_chart import Mark, draw
from pitboss.drawing.formats import count, decimal
from pitboss.incidents.models import Incident, Status
from pitboss.incidents.patterns import Rate, by_code, chart
from pitboss.replay.catalogue import titles
from pitboss.replay.models import Outcome, Round
from pitboss.reports.chart_pictures import bars_picture, chart_picture

OUTCOMES: Final = (Outcome.FOLLOWED, Outcome.CONTRARY, Outcome.NOTED, Outcome.PENDING, Outcome.SUPERSEDED)


def figures(found: Sequence[Incident], request: Mapping[str, Any], size: int) -> dict[str, Any]:
    """``found``: the cases of the report, with tables and casinos; ``size``: leaves of the checkpoint's tree. A case
    that a correction withdrew is told, and not counted."""
    counted = [one for one in found if one.status != Status.WITHDRAWN]
    rounds = rounds_by_table(request, size)
    played = sum(rounds.values())
    by_table = Counter(_place(one.casino.code, one.table.name, request) for one in counted)
    words = titles(get_language() or "es")
    tables = chart("table", rounds, Counter(by_table))
    codes = by_code(Counter(one.code for one in counted), played)
    whole = decimal(1000 * len(counted) / played) if played else "—"
    return {
        "rounds": gettext("%(rounds)s pases jugados; %(incidents)s incidentes; %(rate)s por cada 1.000 pases.")
        % {"rounds": count(played), "incidents": count(len(counted)), "rate": whole},
        "narrowed": _narrowed(request),
        "withdrawn": len(found) - len(counted),
        "tables": _chart(gettext("Por mesa"), tables.centre, tables.rates, {}, limits=True),
        "codes": _chart(gettext("Por irregularidad"), None, codes.rates, words, limits=False),
        "outcomes": _outcomes(counted),
    }


def rounds_by_table(request: Mapping[str, Any], size: int) -> Counter[str | int]:
    """Rounds of the question's gaming days and tables whose first entry the checkpoint has."""
    rounds = Round.objects.filter(
        session__table__casino__code__in=request["casinos"],
        session__gaming_day__range=(request["from"], request["to"]),
        first_entry__leaf__index__lt=size,
    )
    tables = [str(one).partition("/") for one in request.get("tables") or ()]
    counted: Counter[str | int] = Counter()
    rows = rounds.order_by().values_list("session__table__casino__code", "session__table__name").annotate(n=Count("pk"))
    for code, name, n in rows:
        if not tables or any((code, name) == (place[0], place[2]) for place in tables):
            counted[_place(code, name, request)] += n
    return counted


def _place(code: str, name: str, request: Mapping[str, Any]) -> str:
    """A table's name, behind its casino's code where there are several."""
    return f"{code} {name}" if len(request["casinos"]) > 1 else name


def _narrowed(request: Mapping[str, Any]) -> str:
    if request.get("codes") or request.get("folios") or request.get("outcome"):
        return gettext("La solicitud deja casos fuera a propósito: las tasas son solo de los que pidió.")
    return ""


def _chart(
    title: str, centre: float | None, rates: Sequence[Rate], names: Mapping[str, str], *, limits: bool
) -> dict[str, Any]:
    named = [(names.get(str(one.group), str(one.group)), one) for one in rates]
    marks = [
        Mark(name, one.rate, one.interval, one.limits, one.beyond, "") for name, one in named if one.rate is not None
    ]
    svg = chart_picture(draw(title, centre, marks, wide=not limits)) if marks else ""
    rows = [
        {
            "name": name,
            "rounds": count(one.rounds),
            "found": count(one.findings),
            "rate": "—" if one.rate is None else decimal(one.rate),
            "interval": _range(one.interval),
            "limits": _range(one.limits[0]) if one.limits else "—",
        }
        for name, one in named
    ]
    told = "; ".join(f"{row['name']}: {row['rate']}" for row in rows[:24])
    return {
        "title": title,
        "svg": svg,
        "alt": gettext("%(title)s, incidentes por cada 1.000 pases: %(told)s") % {"title": title, "told": told},
        "rows": rows,
        "limits": limits,
    }


def _outcomes(counted: Sequence[Incident]) -> dict[str, Any]:
    by = Counter(one.outcome for one in counted)
    rows = [(str(CHIPS[outcome].word), by[outcome]) for outcome in OUTCOMES if by[outcome]]
    whole = sum(by.values())
    title = gettext("Por resultado")
    told = "; ".join(f"{name}: {n}" for name, n in rows)
    return {
        "title": title,
        "svg": bars_picture(rows) if rows else "",
        "alt": f"{title}: {told}",
        "rows": [{"name": name, "found": count(n), "share": f"{100 * n / whole:.0f} %"} for name, n in rows],
    }


def _range(pair: tuple[float, float] | None) -> str:
    if pair is None:
        return "—"
    return gettext("%(low)s a %(high)s") % {"low": decimal(pair[0]), "high": decimal(pair[1])}
