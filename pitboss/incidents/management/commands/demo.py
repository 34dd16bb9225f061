"""`manage.py demo`: the incidents on file as a list for the terminal, each with what is prescribed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone, translation

from pitboss.incidents.models import Incident
from pitboss.incidents.queries import with_findings
from pitboss.replay.models import Finding


class Command(BaseCommand):
    help = "Print the incidents of a casino: what happened, what is prescribed, where it stands, the video."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", default="CDE")
        parser.add_argument("--lang", choices=("es", "en"), default="es")

    def handle(self, *args: Any, casino: str, lang: str, **options: Any) -> None:
        incidents = with_findings(
            Incident.objects.filter(casino__code=casino).select_related("table", "casino").order_by("number")
        )
        with translation.override(lang):
            for incident in incidents:
                for line in told(incident, lang):
                    self.stdout.write(line)


def told(incident: Incident, lang: str) -> Iterator[str]:
    """One incident in a few lines, in the casino's own time."""
    zone = ZoneInfo(incident.casino.timezone)
    at = timezone.localtime(incident.opened_at, zone)
    where = f"{incident.folio}  {at:%d-%m-%Y %H:%M:%S}  {incident.table.name}"
    if incident.round is not None:
        where += f"  {'pase' if lang == 'es' else 'round'} {incident.round}"
    yield f"\n{where}  ·  {incident.get_severity_display()}  ·  {incident.get_outcome_display()}"
    for finding in incident.findings.all():
        yield from _found(finding, lang)
    if incident.cctv and incident.preserve_by is not None:
        until = timezone.localtime(incident.preserve_by, zone)
        advice = "CCTV: se aconseja revisar; conservar hasta" if lang == "es" else "CCTV: a look is advised; keep until"
        yield f"    {advice} {until:%d-%m-%Y %H:%M}"


def _found(finding: Finding, lang: str) -> Iterator[str]:
    text = finding.text(lang)
    yield f"    {text['title']}: {text['message']}"
    steps = " ".join(text["steps"])
    if steps:
        yield f"      {'Prescrito' if lang == 'es' else 'Prescribed'}: {steps}"
    cites = [f"{cite['section']}, n.º {cite['clause']}" for cite in finding.data["cites"]]
    yield f"      {finding.data['cites'][0]['source']}: {'; '.join(cites)} ({finding.get_standing_display()})"
