"""The receipt of a complaint on paper: what the player said, who took it, and until when who has to do what."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.translation import gettext

from pitboss.accounts.roles import Role
from pitboss.casino.clocks import Clock
from pitboss.complaints.models import Complaint, Verb
from pitboss.complaints.receipt import seal
from pitboss.complaints.terms import clock_of
from pitboss.drawing.cards import suit_names
from pitboss.drawing.formats import day, minute, moment, money
from pitboss.drawing.qr import qr
from pitboss.languages import of_two
from pitboss.reports.pictures import NAMESPACE, suit_pictures
from pitboss.reports.pieces import paired
from pitboss.reports.typeset import typeset


def complaint_receipt(complaint: Complaint, *, language: str, address: str) -> bytes:
    """The PDF, in ``es`` or ``en``. ``address``: of the complaint's page, which the code leads to; on it the paper's
    seal is compared with the record's. The same complaint and address give the same bytes, until who complained is
    taken out of the record."""
    spoken = of_two(language)
    with translation.override("en" if spoken == "en" else "es-cl"):
        data = contents(complaint, address)
    return typeset("receipt", data, language=spoken, dated=complaint.received_at)


def contents(complaint: Complaint, address: str) -> dict[str, Any]:
    """All that the page says, as JSON values, in the language that is active."""
    zone = ZoneInfo(complaint.casino.timezone)
    first = complaint.steps.get(verb=Verb.RECEIVED)
    sealed = seal(complaint)
    code = qr(f"{address}?seal={sealed}", gettext("Código con la dirección del reclamo y su sello"))
    return {
        "words": _words(),
        "title": gettext("Comprobante de reclamo"),
        "folio": complaint.folio,
        "casino": complaint.casino.name,
        "facts": paired(_facts(complaint, zone)),
        "who": paired(_who(complaint)),
        "told": paired(_told(complaint, zone)),
        "claim": complaint.claim,
        "late": _late(complaint, zone) if complaint.late else "",
        "terms": _terms(complaint, datetime.fromisoformat(first.after["appeal_latest"]), zone),
        "signature": {
            "side": gettext("Lo recibió por el casino"),
            "name": str(first.by),
            "badge": first.by.badge,
            "role": str(Role(first.after["role"]).label),
            "at": moment(first.at.astimezone(zone)),
            "mac": first.signature,
        },
        "qr": str(code).replace("<svg ", f"<svg {NAMESPACE} ", 1),
        "qr_alt": gettext("Código QR: lleva al reclamo %(folio)s y compara este papel con el registro")
        % {"folio": complaint.folio},
        "seal": sealed,
        "suits": suit_pictures(),
        "icons": {},
    }


def _words() -> dict[str, str]:
    return {
        "who": gettext("Quién reclama"),
        "told": gettext("Lo reclamado"),
        "terms": gettext("Plazos"),
        "signature": gettext("Firma electrónica simple (Ley 19.799), calculada sobre el registro del reclamo:"),
        "player": gettext("Recibí este comprobante"),
        "seal": gettext("Sello SHA-256 de este comprobante:"),
        "scan": gettext("El código lleva al reclamo en el sistema del casino. Allí se comprueba el sello."),
        **suit_names(),
    }


def _facts(complaint: Complaint, zone: ZoneInfo) -> list[tuple[str, str]]:
    return [
        (gettext("Recibido"), minute(complaint.received_at.astimezone(zone))),
        (gettext("Vía"), complaint.get_channel_display()),
        (gettext("Registrado"), minute(complaint.recorded_at.astimezone(zone))),
    ]


def _who(complaint: Complaint) -> list[tuple[str, str]]:
    one = complaint.complainant
    return [
        (gettext("Nombre"), one.name or "—"),
        (gettext("Documento"), one.document or "—"),
        (gettext("Contacto"), one.contact or "—"),
    ]


def _told(complaint: Complaint, zone: ZoneInfo) -> list[tuple[str, str]]:
    place = complaint.table.name if complaint.table else "—"
    if complaint.seat:
        place += gettext(", casilla %(seat)s") % {"seat": complaint.seat}
    wish = complaint.get_wish_display()
    if complaint.asked is not None:
        wish = f"{wish}: {money(complaint.asked)}"
    return [
        (gettext("Fecha y hora del hecho"), minute(complaint.event_at.astimezone(zone))),
        (gettext("Mesa"), place),
        (gettext("Sobre"), complaint.get_about_display()),
        (gettext("Lo que pide"), wish),
    ]


def _late(complaint: Complaint, zone: ZoneInfo) -> str:
    return gettext(
        "Se recibió después del plazo para reclamar, que terminó el %(day)s. Queda registrado y será respondido."
    ) % {"day": day(complaint.window_until.astimezone(zone))}


def _terms(complaint: Complaint, latest: datetime, zone: ZoneInfo) -> list[dict[str, str]]:
    clocks = complaint.clocks
    days = {clock: clock_of(clocks, clock) for clock in (Clock.COMPLAINT_ANSWER, Clock.APPEAL_WINDOW, Clock.DECISION)}
    told = {str(clock): f"{value.value} {value.unit.label}" for clock, value in days.items()}
    return [
        {
            "day": day(complaint.answer_due.astimezone(zone)),
            "what": gettext("El casino le responde a más tardar este día"),
            "how": gettext("%(term)s desde que recibió el reclamo") % {"term": told["complaint_answer"]},
        },
        {
            "day": day(latest.astimezone(zone)),
            "what": gettext("Usted puede recurrir a la Superintendencia de Casinos de Juego (SCJ) hasta este día"),
            "how": gettext(
                "%(term)s desde la respuesta, si se le responde el último día; si es antes, cuentan desde "
                "entonces y la respuesta dirá la fecha"
            )
            % {"term": told["appeal_window"]},
        },
        {
            "day": "",
            "what": gettext("La SCJ decide"),
            "how": gettext("%(term)s desde que recurre, prorrogables hasta %(longest)s")
            % {"term": told["decision"], "longest": _longest(complaint)},
        },
    ]


def _longest(complaint: Complaint) -> str:
    clock = clock_of(complaint.clocks, Clock.DECISION_EXTENDED)
    return f"{clock.value} {clock.unit.label}"
