"""Who has had what: seized cards from keeper to keeper, and each still or clip of the video that is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC

from django.utils.translation import gettext

from pitboss.exports.cells import Column, Row
from pitboss.exports.shapes import Incident as Record
from pitboss.exports.sheets import Zones, called, local
from pitboss.exports.telling import Telling
from pitboss.incidents.custody import custody_of
from pitboss.incidents.models import Incident, Verb


def custody_columns() -> list[Column]:
    return [
        Column(gettext("Casino"), width=9),
        Column(gettext("Folio"), width=13),
        Column(gettext("Qué"), width=10),
        Column(gettext("Sobre o referencia"), width=22),
        Column(gettext("Cámara"), width=14),
        Column(gettext("En poder de"), width=24),
        Column(gettext("Iniciales"), width=10),
        Column(gettext("Desde"), "moment", 20),
        Column(gettext("Hasta"), "moment", 20),
        Column(gettext("Copias"), "number", 8),
        Column("SHA-256", width=20),
        Column(gettext("Anotó"), width=24),
        Column(gettext("Anotado"), "moment", 20),
    ]


def custody_rows(
    incidents: Sequence[Incident], records: Sequence[Record], clocks: Zones, telling: Telling
) -> Iterator[Row]:
    """Cards by their keepers, oldest first, then footage; where names are masked the keepers are left out.

    Of footage *from* and *to* are what the clip shows.
    """
    for incident, record in zip(incidents, records, strict=True):
        clock = clocks[record.casino]
        text = telling.maskings[incident.casino_id].text
        wrote = {step.number: called(step.by) for step in record.steps}
        for keeping in custody_of(list(incident.steps.all())):
            yield [
                record.casino,
                record.folio,
                gettext("Cartas"),
                keeping.envelope,
                "",
                text(keeping.holder),
                text(keeping.initials),
                local(keeping.since.astimezone(UTC).isoformat(), clock),
                None if keeping.until is None else local(keeping.until.astimezone(UTC).isoformat(), clock),
                None,
                "",
                wrote[keeping.step.number],
                local(keeping.step.at.isoformat(), clock),
            ]
        for step in incident.steps.all():
            if step.verb == Verb.FOOTAGE_PRESERVED:
                told = step.after
                yield [
                    record.casino,
                    record.folio,
                    gettext("Video"),
                    told["reference"],
                    told["camera"],
                    text(str(told["holder"])),
                    "",
                    local(told["from"], clock),
                    local(told["to"], clock),
                    told["copies"],
                    told["sha256"],
                    wrote[step.number],
                    local(step.at.isoformat(), clock),
                ]
