"""Re-audits as pages show them: the question in words, how far it is, and the difference row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils.translation import get_language, gettext

from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import difference
from pitboss.incidents.models import IncidentFinding
from pitboss.reaudit import progress
from pitboss.reaudit.models import Line, Reaudit, Verdict
from pitboss.reaudit.queries import Tally
from pitboss.replay.catalogue import titles
from pitboss.replay.models import Severity, Standing
from pitboss.replay.readings import steps_in_words, words
from pitboss.spreadsheet import BOM, csv_line

LINES: Final = 50
STATES: Final = (progress.PLANNING, progress.RUNNING, progress.DONE, progress.FAILED, progress.CANCELLED)
DIFFERENT: Final = (Verdict.CHANGED, Verdict.NEW, Verdict.GONE)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which lines are looked at. ``verdict`` is one of ``Verdict``, ``all``, or empty for those that differ."""

    verdict: str
    code: str
    table: int | None

    @property
    def verdicts(self) -> tuple[str, ...]:
        if self.verdict == "all":
            return ()
        return (self.verdict,) if self.verdict else tuple(str(one) for one in DIFFERENT)

    def query(self, **changes: str | int | None) -> str:
        given = {"verdict": self.verdict, "code": self.code, "table": self.table, **changes}
        return "?" + urlencode({name: value for name, value in given.items() if value})


@dataclass(frozen=True, slots=True)
class Row:
    """A tally with what its figures lead to."""

    tally: Tally
    title: str
    links: dict[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the difference. ``changes``: of each thing that differs its name, what it was and what it is."""

    line: Line
    title: str
    verdict: str
    round: int | None
    spot: str
    before: str
    now: str
    changes: list[tuple[str, str, str]]
    incident: IncidentFinding | None


def asked(query: Mapping[str, str]) -> Asked:
    """What cannot be read asks for nothing."""
    verdict, table = query.get("verdict", ""), query.get("table", "")
    return Asked(
        verdict=verdict if verdict in (*Verdict.values, "all") else "",
        code=query.get("code", "")[:64],
        table=int(table) if table.isascii() and table.isdigit() and len(table) < 19 else None,
    )


def reading_words(reaudit: Reaudit) -> list[str]:
    """What its reading changes; one sentence where that is nothing."""
    return words(reaudit.reading.overlay, get_language() or "es") or [gettext("Sin cambios: la edición tal como está")]


def against_words(reaudit: Reaudit) -> str:
    if reaudit.against is not None:
        other = {"number": reaudit.against.pk, "name": reaudit.against.reading.name}
        return gettext("reauditoría n.º %(number)s, %(name)s") % other
    return gettext("lo que se halló con la edición %(edition)s") % {"edition": reaudit.against_edition}


def state_words(state: str) -> str:
    return {
        progress.PLANNING: gettext("Se reparte el trabajo"),
        progress.RUNNING: gettext("En curso"),
        progress.DONE: gettext("Terminada"),
        progress.FAILED: gettext("Falló"),
        progress.CANCELLED: gettext("Cancelada"),
    }[state]


def left_words(seconds: float | None) -> str:
    """How long it will take, as roughly as it is known."""
    if seconds is None:
        return "—"
    if seconds < 90:
        return gettext("%(n)s s") % {"n": max(1, round(seconds))}
    return gettext("%(n)s min") % {"n": round(seconds / 60)}


def code_rows(tallies: Iterable[Tally], wanted: Asked) -> list[Row]:
    named = titles(get_language() or "es")
    return [
        Row(
            one,
            named.get(one.name, one.name),
            {verdict: wanted.query(verdict=verdict, code=one.name, page=None) for verdict in Verdict.values},
        )
        for one in tallies
    ]


def shown(lines: Sequence[Line]) -> list[Shown]:
    """One query for the incidents of all."""
    named = titles(get_language() or "es")
    findings = [line.finding for line in lines if line.finding]
    links = {
        link.finding_id: link
        for link in IncidentFinding.objects.filter(finding__in=findings).select_related("incident__casino")
    }
    return [_shown(line, named, links.get(line.finding) if line.finding else None) for line in lines]


def _shown(line: Line, named: Mapping[str, str], incident: IncidentFinding | None) -> Shown:
    side = line.now or line.before
    return Shown(
        line=line,
        title=named.get(line.code, line.code),
        verdict=str(Verdict(line.verdict).label),
        round=side["round"],
        spot=side["spot"] or "",
        before=line.before["outcome"] if line.before else "",
        now=line.now["outcome"] if line.now else "",
        changes=[
            (label, _said(name, line.before[name]), _said(name, line.now[name]))
            for name, label in field_words().items()
            if name in line.differs and name != "outcome"
        ],
        incident=incident,
    )


def field_words() -> dict[str, str]:
    return {
        "outcome": gettext("Resultado"),
        "severity": gettext("Gravedad"),
        "standing": gettext("Base"),
        "decides": gettext("Decide"),
        "cctv": gettext("CCTV"),
        "prescribed": gettext("Prescrito"),
        "money": gettext("Diferencia de dinero"),
    }


def _said(name: str, value: Any) -> str:
    if name == "money":
        told = [difference(row["difference"]) for row in value or () if row.get("difference")]
        return ", ".join(told) or gettext("ninguna")
    if name == "prescribed":
        return "; ".join(steps_in_words(value or (), get_language() or "es")) or gettext("nada")
    if name == "cctv":
        return gettext("revisar") if value else gettext("no hace falta")
    if name == "severity":
        return str(Severity(value).label)
    if name == "standing":
        return str(Standing(value).label)
    if name == "outcome":
        return str(CHIPS[value].word)
    deciders = {
        "dealer": gettext("croupier"),
        "pit_boss": gettext("jefe de mesa"),
        "section_head": gettext("jefe de sección"),
        "player": gettext("jugador"),
        "floor": gettext("piso"),
    }
    return deciders.get(str(value), str(value))


def sheet(reaudit: Reaudit, lines: QuerySet[Line]) -> Iterator[str]:
    """Lines of a CSV that a Chilean spreadsheet opens by itself: ``;`` between, a mark in front."""
    head = [
        gettext("Reauditoría"), gettext("Casino"), gettext("Mesa"), gettext("Jornada"), gettext("Sesión"),
        gettext("Asiento"), gettext("Pase"), gettext("Casilla"), gettext("Irregularidad"), gettext("Código"),
        gettext("Comparación"), gettext("Resultado antes"), gettext("Resultado ahora"), gettext("Gravedad antes"),
        gettext("Gravedad ahora"), gettext("Dinero antes"), gettext("Dinero ahora"), gettext("Difiere en"),
    ]  # fmt: skip
    named, fields = titles(get_language() or "es"), field_words()
    yield BOM + csv_line(head)
    for line in lines.iterator(chunk_size=2_000):
        session = line.session
        side, was, now = line.now or line.before, line.before or {}, line.now or {}
        yield csv_line(
            [
                reaudit.pk,
                session.table.casino.code,
                session.table.name,
                session.gaming_day.isoformat(),
                session.number,
                line.entry,
                side["round"],
                side["spot"],
                named.get(line.code, line.code),
                line.code,
                Verdict(line.verdict).label,
                *(_said("outcome", one["outcome"]) if one else "" for one in (was, now)),
                *(_said("severity", one["severity"]) if one else "" for one in (was, now)),
                *(_sum(one.get("money")) for one in (was, now)),
                ", ".join(fields[name] for name in line.differs),
            ]
        )


def _sum(rows: Sequence[Mapping[str, Any]] | None) -> int | str:
    """What is owed to players in all, less what they got too much; empty where nothing differs or is known."""
    told = [row["difference"] for row in rows or () if row.get("difference")]
    return sum(told) if told else ""
