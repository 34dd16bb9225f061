"""What was done with a complaint, in words of its reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from pitboss.audit.step_words import word
from pitboss.complaints import picks
from pitboss.complaints.models import ComplaintStep, Verb
from pitboss.drawing.formats import minute, money

ICONS: Final = {
    Verb.RECEIVED: "say", Verb.RECEIPT_ISSUED: "doc", Verb.LINKED: "flag", Verb.ANSWERED: "user",
    Verb.APPEALED: "upload", Verb.EXTENDED: "clock", Verb.DECIDED: "seal", Verb.CLOSED: "lock",
    Verb.WITHDRAWN: "undo", Verb.COMMENTED: "say",
}  # fmt: skip


def told(step: ComplaintStep, zone: ZoneInfo) -> list[str]:
    """What a step says beside who and when; its own words come last."""
    lines = [line for line in _lines(step, step.after, zone) if line]
    return [*lines, f"«{step.words}»"] if step.words else lines


def _lines(step: ComplaintStep, after: Mapping[str, Any], zone: ZoneInfo) -> list[str]:
    match step.verb:
        case Verb.RECEIVED:
            return [gettext("Después del plazo para reclamar")] if after.get("late") else []
        case Verb.RECEIPT_ISSUED:
            return [f"{word(picks.Language, after.get('language'))} · {word(picks.SentBy, after.get('sent_by'))}"]
        case Verb.LINKED:
            return [str(after.get("incident"))]
        case Verb.ANSWERED:
            return [
                word(picks.Answer, after.get("answer")) + _amount(after.get("paid"), gettext("se paga %(amount)s")),
                gettext("Fuera de plazo") if after.get("late") else gettext("Dentro del plazo"),
                word(picks.SentBy, after.get("sent_by")),
                gettext("Puede recurrir hasta el %(at)s") % {"at": _at(after.get("appeal_until"), zone)},
            ]
        case Verb.APPEALED:
            admitted = after.get("admitted")
            return [
                gettext("Presentado el %(day)s, referencia %(reference)s") % _dated(after, "filed_on"),
                gettext("Fuera de plazo, admitido: %(by)s") % {"by": admitted} if admitted else "",
                gettext("Decide hasta el %(at)s") % {"at": _at(after.get("decision_due"), zone)},
            ]
        case Verb.EXTENDED:
            return [
                gettext("El %(day)s, referencia %(reference)s") % _dated(after, "on"),
                gettext("Decide hasta el %(at)s") % {"at": _at(after.get("decision_due"), zone)},
            ]
        case Verb.DECIDED:
            return [
                word(picks.Decision, after.get("decision"))
                + _amount(after.get("amount"), gettext("el casino paga %(amount)s")),
                gettext("El %(day)s, referencia %(reference)s") % _dated(after, "on"),
            ]
    return []


def _amount(amount: object, words: str) -> str:
    return " · " + words % {"amount": money(amount)} if isinstance(amount, int) and amount else ""


def _dated(after: Mapping[str, Any], name: str) -> dict[str, str]:
    day = date.fromisoformat(str(after.get(name)))
    return {"day": f"{day:%d-%m-%Y}", "reference": str(after.get("reference"))}


def _at(text: object, zone: ZoneInfo) -> str:
    return minute(datetime.fromisoformat(str(text)).astimezone(zone))
