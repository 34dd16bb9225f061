"""What people did with a case, in words: from the picks of a step to sentences of its reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import TextChoices
from django.utils.translation import gettext, ngettext

from pitboss.audit.telling import bet_name, role_name
from pitboss.drawing.formats import difference, minute, moment
from pitboss.incidents import picks
from pitboss.incidents.models import Step, Verb

ICONS: Final = {
    Verb.RULED: "user", Verb.FOOTAGE_ASKED: "camera", Verb.FOOTAGE_PRESERVED: "lock", Verb.FOOTAGE_FOUND: "camera",
    Verb.COMPLETED: "doc", Verb.CARDS_HANDED_OVER: "card", Verb.COMMENTED: "say",
    Verb.ASSIGNED: "user", Verb.REVIEWED: "seal", Verb.CLOSED: "lock", Verb.REOPENED: "undo",
}  # fmt: skip
"""The verbs of people; those of the system have none."""
SIMPLE: Final[Mapping[str, type[TextChoices]]] = {
    "announced": picks.Announced,
    "player_choice": picks.PlayerChoice,
}
"""Fields that are their pick and nothing more."""


def told(step: Step, zone: ZoneInfo) -> list[str]:
    """What a step says beside who, when, and what it changed; empty for most of the system's steps."""
    after: Mapping[str, Any] = step.after
    if step.verb == Verb.RULED:
        return [ruling_words(after)]
    if step.verb == Verb.FOOTAGE_FOUND:
        return [word(picks.Seen, after.get("seen"))]
    if step.verb == Verb.REVIEWED:
        return [word(picks.Verdict, after.get("review"))]
    if step.verb == Verb.FOOTAGE_PRESERVED:
        return footage_words(after, zone)
    if step.verb == Verb.ASSIGNED:
        return [gettext("A %(who)s") % {"who": step.to} if step.to else gettext("A nadie")]
    if step.verb == Verb.CARDS_HANDED_OVER:
        return handed_words(after, zone)
    if step.verb == Verb.COMPLETED:
        return [f"{label}: {value}" for label, value in details_words(after.get("details", {}), zone)]
    if step.verb == Verb.AMENDED and "hold_until" in after:
        until = {"until": at(after["hold_until"], zone, minute), "because": after.get("because", "")}
        return [gettext("El video se conserva hasta el %(until)s por %(because)s") % until]
    return []


def word(choices: type[TextChoices], value: object) -> str:
    """The label of a pick; what is none of them stays as it came."""
    return str(choices(value).label) if value in choices.values else str(value or "")


def ruling_words(after: Mapping[str, Any]) -> str:
    """*Como está prescrito*; otherwise the reason, or the tablet's own word."""
    if after.get("ruling") == picks.Ruling.AS_PRESCRIBED:
        return str(picks.Ruling.AS_PRESCRIBED.label)
    why = word(picks.Reason, after.get("reason")) or str(after.get("said") or "")
    return f"{picks.Ruling.OTHERWISE.label}: {why}" if why else str(picks.Ruling.OTHERWISE.label)


def footage_words(after: Mapping[str, Any], zone: ZoneInfo) -> list[str]:
    copies = int(after.get("copies") or 0)
    return [
        f"{gettext('Referencia')}: {after.get('reference')}",
        f"{gettext('Cámara')}: {after.get('camera')}",
        f"{gettext('Clip')}: {at(after.get('from'), zone, moment)} → {at(after.get('to'), zone, moment)}",
        f"{after.get('holder')} · " + ngettext("%(n)s copia", "%(n)s copias", copies) % {"n": copies},
        f"SHA-256: {after.get('sha256')}",
        *([f"{gettext('Después del plazo')}: {after['late']}"] if after.get("late") else []),
    ]


def handed_words(after: Mapping[str, Any], zone: ZoneInfo) -> list[str]:
    """*Sobre S-31: Bóveda → R-1007, 29-11-2026 21:05, iniciales RS*."""
    return [
        gettext("Sobre %(envelope)s: %(giver)s → %(taker)s, %(at)s, iniciales %(initials)s")
        % {
            "envelope": after.get("envelope"),
            "giver": after.get("from"),
            "taker": after.get("to"),
            "at": at(after.get("at"), zone, minute),
            "initials": after.get("initials"),
        }
    ]


def details_words(details: Mapping[str, Any], zone: ZoneInfo) -> list[tuple[str, str]]:
    """Label and value of each field of the report, in the order of the report."""
    labels = {
        "announced": gettext("Anuncio a los jugadores"),
        "persons": gettext("Personas del caso"),
        "witnesses": gettext("Testigos"),
        "player_choice": gettext("Elección del jugador"),
        "money_corrected": gettext("Dinero corregido"),
        "cards_seized": gettext("Cartas retiradas"),
        "passes_affected": gettext("Pases que pudieron afectarse"),
        "notifications": gettext("Avisos"),
        "action_taken": gettext("Medidas tomadas"),
        "source": gettext("Origen de los datos"),
    }
    return [(label, _value(name, details[name], zone)) for name, label in labels.items() if name in details]


def _value(name: str, told: Mapping[str, Any], zone: ZoneInfo) -> str:
    if name in ("witnesses", "persons"):
        roles = ", ".join(word(picks.WitnessRole, role) for role in told.get("roles", []))
        return roles or word(picks.Witnesses if name == "witnesses" else picks.Persons, told["pick"])
    if name in SIMPLE:
        return word(SIMPLE[name], told["pick"])
    if name == "money_corrected":
        return "; ".join([word(picks.Corrected, told["pick"]), *corrected_words(told.get("bets", []))])
    if name == "source":
        return f"{word(picks.Source, told['pick'])} · {word(picks.Confidence, told['confidence'])}"
    if name == "cards_seized":
        if told["pick"] != picks.CardsSeized.YES:
            return word(picks.CardsSeized, told["pick"])
        where = gettext("sobre %(envelope)s · iniciales %(initials)s · %(custody)s") % told
        return f"{told['cards']} · {where}" if told.get("cards") else where
    if name == "passes_affected":
        if told["pick"] == picks.Passes.RANGE:
            return gettext("del %(first)s al %(last)s") % {"first": told["first"], "last": told["last"]}
        return word(picks.Passes, told["pick"])
    if name == "notifications":
        sent = [
            f"{word(picks.Receiver, one['who'])}, {at(one['at'], zone, minute)}, {word(picks.Channel, one['channel'])}"
            for one in told.get("sent", [])
        ]
        return "; ".join(sent) or word(picks.Notified, told["pick"])
    return ", ".join(word(picks.Action, one) for one in told.get("picks", []))


def corrected_words(bets: Sequence[Mapping[str, Any]]) -> list[str]:
    """*casilla 1, principal: +$10.000* for each bet that was put right."""
    return [
        gettext("casilla %(spot)s, %(bet)s: %(amount)s")
        % {"spot": one["spot"], "bet": bet_name(one.get("on", "main")).lower(), "amount": difference(one["amount"])}
        for one in bets
    ]


def at(text: object, zone: ZoneInfo, shown: Any) -> str:
    """A time that a step holds as text, on the casino's clock."""
    return str(shown(datetime.fromisoformat(str(text)).astimezone(zone))) if text else "—"


def who(step: Step) -> str:
    """Who did it; where no badge was known, the role that was said."""
    if step.by is not None:
        return str(step.by)
    return role_name(step.after["role"]) if step.after.get("role") else gettext("el sistema")
