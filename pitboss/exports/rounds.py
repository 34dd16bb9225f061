"""The events of a case's rounds in the contract's format, to be read by people and by other programs."""

from __future__ import annotations

import json
from typing import Any

from pitboss.exports.shapes import Incident
from pitboss.exports.telling import Telling
from pitboss.ledger.canonical import canonical
from pitboss.ledger.models import Entry
from pitboss.ledger.sealed import opened


def events(incident: Incident, casino: int, telling: Telling) -> bytes:
    """NDJSON, a line an event; texts put back as far as they are kept, or masked with all else. ``casino``: pk."""
    between = Entry.objects.filter(session=incident.session, number__range=(incident.first, incident.last))
    lines = []
    for entry in opened(between.order_by("number")):
        said: dict[str, Any] | None = json.loads(entry.body)
        if said is not None and telling.question.masked:
            said = telling.maskings[casino].event(said)
        if said is not None:
            lines.append(canonical({"seq": entry.seq, "id": str(entry.event_id), **said}))
    return "".join(f"{line}\n" for line in lines).encode()
