"""Incidents as a sheet or a file, under a masking."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from pitboss.incidents.models import Incident, Step
from pitboss.privacy.masking import Masking
from pitboss.replay.models import Finding
from pitboss.spreadsheet import BOM, csv_line

MOST: Final = 20_000
"""Incidents in one export; more is a matter for the regulator's bundle."""
AT_ONCE: Final = 500


def records(incidents: QuerySet[Incident], masking: dict[int, Masking]) -> Iterator[dict[str, Any]]:
    """One object a case, in the order given; ``masking`` by casino. Four queries for every five hundred."""
    findings = Prefetch("findings", Finding.objects.order_by("entry_id"))
    steps = Prefetch("steps", Step.objects.select_related("by").order_by("number"))
    with_all = incidents.prefetch_related(findings, steps, "witnesses")[:MOST]
    for incident in with_all.iterator(chunk_size=AT_ONCE):
        yield record(incident, masking[incident.casino_id])


def record(incident: Incident, masking: Masking) -> dict[str, Any]:
    """A case with its findings, steps and witnesses; amounts in the currency's smallest unit, instants in UTC."""
    return {
        "casino": incident.casino.code,
        "folio": incident.folio,
        "table": incident.table.name,
        "round": incident.round,
        "code": incident.code,
        "status": incident.status,
        "severity": incident.severity,
        "outcome": incident.outcome,
        "cctv": incident.cctv,
        "opened_at": _instant(incident.opened_at),
        "recorded_at": _instant(incident.recorded_at),
        "owed": incident.owed if masking.seat is None else None,
        "overpaid": incident.overpaid if masking.seat is None else None,
        "headline": incident.headline("es"),
        "findings": [
            {
                "code": finding.code,
                "spot": finding.spot,
                "outcome": finding.outcome,
                "standing": finding.standing,
                "dealer": masking.badge(finding.dealer),
                "supervisor": masking.badge(finding.supervisor),
                "money": masking.money(finding.data.get("money") or []),
            }
            for finding in incident.findings.all()
        ],
        "witnesses": [
            {"role": one.role, **({"name": one.name, "contact": one.contact} if masking.named else {})}
            for one in incident.witnesses.all()
        ],
        "steps": [
            {
                "number": step.number,
                "verb": step.verb,
                "at": _instant(step.at),
                "by": masking.badge(step.by.badge or f"#{step.by_id}") if step.by else None,
                "after": masking.step(step.after),
                "words": masking.text(step.words),
            }
            for step in incident.steps.all()
        ],
    }


def ndjson(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def sheet(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A CSV that a Chilean spreadsheet opens by itself: ``;`` between, a mark in front; one line a case."""
    heads = [
        gettext("Casino"), gettext("Folio"), gettext("Mesa"), gettext("Pase"), gettext("Código"), gettext("Estado"),
        gettext("Gravedad"), gettext("Resultado"), gettext("CCTV"), gettext("Ocurrido"), gettext("Anotado"),
        gettext("Se debe"), gettext("Pagado de más"), gettext("Qué pasó"), gettext("Croupier"), gettext("Jefatura"),
        gettext("Testigos"), gettext("Última medida"), gettext("Palabras"),
    ]  # fmt: skip
    yield BOM + csv_line(heads)
    for row in rows:
        steps = row["steps"]
        yield csv_line(
            [
                row["casino"], row["folio"], row["table"], row["round"], row["code"], row["status"], row["severity"],
                row["outcome"], "x" if row["cctv"] else "", row["opened_at"], row["recorded_at"], row["owed"],
                row["overpaid"], row["headline"],
                ", ".join(dict.fromkeys(one["dealer"] for one in row["findings"] if one["dealer"])),
                ", ".join(dict.fromkeys(one["supervisor"] for one in row["findings"] if one["supervisor"])),
                ", ".join(one.get("name") or one["role"] for one in row["witnesses"]),
                steps[-1]["verb"] if steps else "",
                " · ".join(step["words"] for step in steps if step["words"]),
            ]
        )  # fmt: skip


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
