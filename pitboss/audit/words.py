"""Words for what the system says of a case: reasons for looking at the video, steps of its history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import money
from pitboss.incidents.models import Status, Step


def reason_words(reason: str) -> str:
    reasons = {
        "code": gettext("Esta irregularidad lo aconseja siempre."),
        "contrary": gettext("Se siguió de otro modo que el prescrito."),
        "disputed": gettext("Un jugador reclamó."),
        "money": gettext("Hay una diferencia de dinero."),
    }
    return reasons.get(reason, reason)


def verb_words(step: Step) -> str:
    return str(step.get_verb_display())


def changes(before: Mapping[str, Any], after: Mapping[str, Any], *, first: bool = False) -> list[str]:
    """*Resultado: Pendiente → Cumplida*. What is not known here is left to the record.

    The first step has no before: there, money that is nothing and flags that are down are not told.
    """
    words = []
    for field, value in after.items():
        shown = _shown(field, value)
        if shown is None or before.get(field) == value or (first and (not value or field == "status")):
            continue
        label, text = shown
        old = _shown(field, before[field]) if field in before else None
        words.append(f"{label}: {old[1]} → {text}" if old else f"{label}: {text}")
    return words


def _shown(field: str, value: object) -> tuple[str, str] | None:
    if field in ("outcome", "severity"):
        label = gettext("Resultado") if field == "outcome" else gettext("Gravedad")
        return label, str(CHIPS[value].word) if value in CHIPS else str(value)
    if field == "status":
        return gettext("Estado"), str(Status(value).label) if value in Status.values else str(value)
    if field == "cctv":
        return gettext("CCTV"), gettext("por revisar") if value else gettext("sin revisión")
    if field in ("owed", "overpaid") and isinstance(value, int):
        label = gettext("Se debe a jugadores") if field == "owed" else gettext("Pagado de más")
        return label, money(value)
    return None
