"""The patterns of a period on paper: counts, rates with their exact intervals, control charts, and how to read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any

from django.utils import translation
from django.utils.translation import gettext

from pitboss.audit import patterns as page
from pitboss.drawing.cards import suit_names
from pitboss.drawing.formats import count, day, decimal
from pitboss.incidents.patterns import FEWEST_EXPECTED, FEWEST_ROUNDS, Patterns
from pitboss.languages import of_two
from pitboss.reports.chart_pictures import chart_picture
from pitboss.reports.pictures import suit_pictures
from pitboss.reports.typeset import typeset


def period_statistics(asked: page.Asked, found: Patterns, titles: Mapping[str, str], *, language: str) -> bytes:
    """The PDF, in ``es`` or ``en``. ``found`` is that of the period asked for; ``titles`` by code, in that language."""
    spoken = of_two(language)
    with translation.override("en" if spoken == "en" else "es-cl"):
        data = contents(asked, found, titles)
    return typeset("statistics", data, language=spoken, dated=as_of(asked))


def as_of(asked: page.Asked) -> datetime:
    """The last day of the period."""
    return datetime.combine(asked.period.until, time(), UTC)


def contents(asked: page.Asked, found: Patterns, titles: Mapping[str, str]) -> dict[str, Any]:
    """All that the pages say, as JSON values, in the language that is active."""
    period = asked.period
    names = page.Names(period.casino, page.badges_of(found), named=asked.named)
    begin, end = (day(datetime.combine(one, time(), UTC)) for one in (period.since, period.until))
    return {
        "words": _words(),
        "title": gettext("Estadística de irregularidades"),
        "casino": period.casino.name,
        "period": f"{begin} – {end}",
        "version": gettext("Con nombres") if asked.named else gettext("Sin nombres: palabras fijas por persona"),
        "summary": [
            {"name": gettext("Pases"), "value": count(found.rounds)},
            {"name": gettext("Hallazgos"), "value": count(found.findings)},
            {
                "name": gettext("Por 1.000 pases"),
                "value": decimal(1000 * found.findings / found.rounds) if found.rounds else "—",
            },
        ],
        "narrowed": gettext("Solo: %(title)s") % {"title": titles.get(period.code, period.code)} if period.code else "",
        "charts": [_chart(page.shown(one, names, titles)) for one in found.charts],
        "rulings": _rulings(page.shown_rulings(found.rulings, names, titles)),
        "read": _read(),
        "suits": suit_pictures(),
        "icons": {},
    }


def _chart(shown: page.Shown) -> dict[str, Any]:
    told = "; ".join(f"{line.name}, {line.rate}, {line.reading.lower()}" for line in shown.lines[:24])
    chance = gettext("Fuera de 95 %% por puro azar: cerca de %(count)s.") % {"count": shown.by_chance}
    return {
        "title": shown.title,
        "svg": chart_picture(shown.drawing) if shown.drawing else "",
        "alt": gettext("Gráfico %(title)s: hallazgos por cada 1.000 pases. %(told)s.")
        % {"title": shown.title.lower(), "told": told},
        "chance": chance if shown.by_chance else "",
        "limits": shown.by != "code",
        "rows": [
            {
                "name": line.name,
                "rounds": count(line.rounds),
                "found": count(line.findings),
                "rate": line.rate,
                "interval": line.interval,
                "inner": line.limits[0] if line.limits else "—",
                "outer": line.limits[1] if line.limits else "—",
                "reading": line.reading,
                "beyond": bool(line.beyond),
            }
            for line in shown.lines
        ],
    }


def _rulings(shown: Sequence[page.ShownRuling]) -> list[dict[str, str]]:
    return [
        {
            "title": one.title,
            "followed": count(one.followed),
            "contrary": count(one.contrary),
            "share": one.share or "—",
            "said": "; ".join(f"{word}: {n}" for word, n in one.rulings) or "—",
        }
        for one in shown
    ]


def _read() -> list[str]:
    few = {"rounds": FEWEST_ROUNDS, "expected": f"{FEWEST_EXPECTED:.0f}"}
    return [
        gettext(
            "Tasas por cada 1.000 pases, no cantidades. Con menos de %(rounds)s pases, o donde el azar traería menos "
            "de %(expected)s hallazgos, no se dibujan límites: no dirían nada."
        )
        % few,
        gettext(
            "Fuera de los límites no significa culpa: pide mirar. Quien registra mejor aparece más, y una mesa con más "
            "jugadores da más ocasiones por pase."
        ),
        gettext(
            "Un error puede traer otro en el mismo pase: los límites, que suponen hallazgos independientes, son algo "
            "más estrechos de lo debido."
        ),
        gettext("Solo se ve lo registrado. Lo que nadie anotó no está aquí."),
    ]


def _words() -> dict[str, str]:
    return {
        "page": gettext("página"),
        "of": gettext("de"),
        "read": gettext("Cómo leerlo, y qué no dice"),
        "group": gettext("Grupo"),
        "rounds": gettext("Pases"),
        "found": gettext("Hallazgos"),
        "rate": gettext("Por 1.000"),
        "interval": gettext("Intervalo 95 %"),
        "inner": gettext("Límites 95 %"),
        "outer": gettext("Límites 99,7 %"),
        "reading": gettext("Lectura"),
        "rulings": gettext("La misma irregularidad, otra resolución"),
        "irregularity": gettext("Irregularidad"),
        "followed": gettext("Cumplidas"),
        "contrary": gettext("Contrarias"),
        "share": gettext("Cumplidas, intervalo 95 %"),
        "said": gettext("Resoluciones"),
        "nothing": gettext("No hay pases en estos días"),
        **suit_names(),
    }
