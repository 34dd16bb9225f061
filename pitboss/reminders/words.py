"""What a reminder says: to people a sentence, to systems JSON."""

from __future__ import annotations

from datetime import UTC
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.roles import Role
from pitboss.drawing.formats import minute
from pitboss.reminders.models import Delivery, Reminder, Threshold, What

TASKS: Final[dict[What, str | Promise]] = {
    What.FOOTAGE: _("Nadie ha guardado todavía el video de este caso. Pasado el plazo, la grabadora puede borrarlo."),
    What.REVIEW: _("El caso ya fue resuelto y espera la revisión de cumplimiento."),
    What.ANSWER: _("El reclamo no tiene respuesta del casino."),
    What.APPEAL: _("El jugador puede recurrir a la SCJ hasta esa hora."),
    What.DECISION: _("La SCJ todavía no ha comunicado su decisión."),
}


def subject(reminder: Reminder) -> str:
    """*Por vencer: Guardar el video, 2026-000431, BJ-01*."""
    facts = reminder.facts
    what, near = What(reminder.what).label, Threshold(reminder.threshold).label
    return ", ".join(word for word in (f"{near}: {what}", facts["folio"], facts["table"]) if word)


def text(reminder: Reminder) -> str:
    """The body of a letter, in the installation's language, times on the casino's clock."""
    casino = reminder.casino
    due_at = minute(reminder.due_at.astimezone(ZoneInfo(casino.timezone)))
    role = str(Role(reminder.facts["role"]).label)
    lines = [
        subject(reminder),
        "",
        str(TASKS[What(reminder.what)]),
        "",
        str(_("Casino: %(casino)s") % {"casino": casino.name}),
        str(_("Vence: %(at)s") % {"at": due_at}),
        str(_("A cargo: %(role)s") % {"role": role}),
    ]
    if settings.PITBOSS_ADDRESS:
        lines += ["", settings.PITBOSS_ADDRESS + path(reminder)]
    return "\n".join(lines) + "\n"


def path(reminder: Reminder) -> str:
    """Where the desk shows it."""
    return f"/due/?casino={reminder.casino.code}&text={reminder.facts['folio']}"


def letter(delivery: Delivery) -> tuple[str, str]:
    """Subject and body. There is no reader to ask for a language: it is the installation's."""
    with translation.override(settings.LANGUAGE_CODE):
        return subject(delivery.reminder), text(delivery.reminder)


def body(delivery: Delivery) -> dict[str, Any]:
    """What a system is told (docs/clocks.md). No names: folio, table, times."""
    reminder = delivery.reminder
    return {
        "type": "pitboss.reminder",
        "id": str(delivery.key),
        "casino": reminder.casino.code,
        "what": reminder.what,
        "threshold": reminder.threshold,
        "due_at": reminder.due_at.astimezone(UTC).isoformat(),
        "found_at": reminder.at.astimezone(UTC).isoformat(),
        "roles": reminder.roles,
        **reminder.facts,
    }
