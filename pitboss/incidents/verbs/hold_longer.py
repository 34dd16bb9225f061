from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction

from pitboss.incidents.models import Incident, Step, Verb


def hold_longer(*, incident: Incident, until: datetime, because: str, now: datetime) -> Step | None:
    """Keep what footage there is of a case until then, and say why: ``because`` is the folio of the complaint or the
    like. Only ever longer, whatever state the case is in; None where it is held as long already.

    The system's own step: whoever took the complaint said so there. ``preserve_by`` stays: a complaint makes the duty
    longer, not the recorder's tape.
    """
    with transaction.atomic():
        held = Incident.objects.select_for_update(of=("self",), no_key=True).get(pk=incident.pk)
        if held.hold_until is not None and until <= held.hold_until:
            return None
        last = held.steps.order_by("-number").values_list("number", flat=True).first()
        step = Step.objects.create(
            incident=held,
            number=(last or 0) + 1,
            verb=Verb.AMENDED,
            at=now,
            before={"hold_until": held.hold_until.astimezone(UTC).isoformat() if held.hold_until else None},
            after={"hold_until": until.astimezone(UTC).isoformat(), "because": because},
        )
        held.hold_until = until
        held.save(update_fields=["hold_until"])
    incident.hold_until = until
    return step
