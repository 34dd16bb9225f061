"""The sheets of a bundle: its incidents, made of the records that ``incidents.json`` has, masked as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import TextChoices
from django.utils.translation import gettext

from pitboss.casino.models import Casino
from pitboss.exports.cells import Cell, Column, Row
from pitboss.exports.shapes import Finding, Incident, Person, Step
from pitboss.incidents.models import Status, Verb
from pitboss.incidents.picks import Reason, Ruling, Seen
from pitboss.replay.models import Outcome, Severity, Standing

Zones = Mapping[str, ZoneInfo]
"""The casino's clock by its code."""


def zones(casinos: Iterable[Casino]) -> Zones:
    return {casino.code: ZoneInfo(casino.timezone) for casino in casinos}


def incident_columns() -> list[Column]:
    return [
        Column(gettext("Casino"), width=9),
        Column(gettext("Folio"), width=13),
        Column(gettext("Mesa"), width=9),
        Column(gettext("Jornada"), "date", 12),
        Column(gettext("Pase"), "number", 7),
        Column(gettext("Casilla"), width=8),
        Column(gettext("Código"), width=22),
        Column(gettext("Qué pasó"), width=46),
        Column(gettext("Gravedad"), width=10),
        Column(gettext("Resultado"), width=13),
        Column(gettext("Estado"), width=12),
        Column(gettext("CCTV"), width=7),
        Column(gettext("Ocurrido"), "moment", 20),
        Column(gettext("Anotado"), "moment", 20),
        Column(gettext("Moneda"), width=9),
        Column(gettext("Se debe"), "money", 12),
        Column(gettext("Pagado de más"), "money", 14),
        Column(gettext("Croupier"), width=18),
        Column(gettext("Jefatura"), width=18),
        Column(gettext("Resolución"), width=24),
        Column(gettext("Hallazgo de CCTV"), width=24),
        Column(gettext("Reclamos"), width=14),
        Column(gettext("Huella"), width=20),
    ]


def incident_rows(incidents: Sequence[Incident], clocks: Zones, language: str) -> Iterator[Row]:
    for one in incidents:
        clock = clocks[one.casino]
        yield [
            one.casino,
            one.folio,
            one.table,
            date.fromisoformat(one.gaming_day),
            one.round,
            one.seat,
            one.code,
            headline(one, language),
            _said(Severity, one.severity),
            _said(Outcome, one.outcome),
            _said(Status, one.status),
            one.cctv,
            local(one.opened_at, clock),
            local(one.recorded_at, clock),
            one.currency,
            one.owed,
            one.overpaid,
            _people(finding.dealer for finding in one.findings),
            _people(finding.supervisor for finding in one.findings),
            ruling(one),
            seen(one),
            ", ".join(one.complaints),
            one.fingerprint,
        ]


def finding_columns() -> list[Column]:
    return [
        Column(gettext("Casino"), width=9),
        Column(gettext("Folio"), width=13),
        Column(gettext("Asiento"), "number", 9),
        Column(gettext("Código"), width=22),
        Column(gettext("Irregularidad"), width=34),
        Column(gettext("Casilla"), width=8),
        Column(gettext("Norma"), width=17),
        Column(gettext("Resultado"), width=13),
        Column(gettext("Debía moverse"), "money", 14),
        Column(gettext("Se movió"), "money", 12),
        Column(gettext("Diferencia"), "money", 12),
        Column(gettext("Qué se vio"), width=60),
        Column(gettext("Qué estaba prescrito"), width=60),
    ]


def finding_rows(incidents: Sequence[Incident], language: str) -> Iterator[Row]:
    for one in incidents:
        for finding in one.findings:
            text = getattr(finding.text, language)
            yield [
                one.casino,
                one.folio,
                finding.entry,
                finding.code,
                text.title,
                finding.spot,
                _said(Standing, finding.standing),
                _said(Outcome, finding.outcome),
                *(summed(finding, name) for name in ("expected", "actual", "difference")),
                text.message,
                " · ".join(text.steps),
            ]


def headline(one: Incident, language: str) -> str:
    return one.headline.en if language == "en" else one.headline.es


def summed(finding: Finding, name: str) -> int | None:
    """Of its money, signed from the player's side; None where it moves none."""
    return sum(row.get(name) or 0 for row in finding.money) if finding.money else None


def ruling(one: Incident) -> str:
    if not one.ruling:
        return ""
    return _said(Ruling, one.ruling) if one.ruling in Ruling.values else _said(Reason, one.ruling)


def seen(one: Incident) -> str:
    step = last(one, Verb.FOOTAGE_FOUND)
    return "" if step is None else _said(Seen, str(step.after.get("seen", "")))


def last(one: Incident, verb: Verb) -> Step | None:
    """The newest step of that kind."""
    return next((step for step in reversed(one.steps) if step.verb == verb), None)


def called(person: Person | None) -> str:
    """By name where the bundle has it, else by badge."""
    return "" if person is None else person.name or person.badge


def local(at: str | None, clock: ZoneInfo) -> Cell:
    return None if at is None else datetime.fromisoformat(at).astimezone(clock).replace(microsecond=0, tzinfo=None)


def _people(people: Iterator[Person]) -> str:
    return ", ".join(dict.fromkeys(called(person) for person in people if person.badge))


def _said(choices: type[TextChoices], value: str) -> str:
    """The label of a choice; a value from another edition stays as it is."""
    return str(choices(value).label) if value in choices.values else value
