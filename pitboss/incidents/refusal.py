"""Why a verb is refused: one reason a line, each with a word for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Why:
    code: str
    words: str | Promise


class Refused(ValueError):
    """The case as it stands does not allow it. ``reasons`` says everything that is in the way, not only the first."""

    def __init__(self, reasons: Iterable[Why]) -> None:
        self.reasons = list(reasons)
        super().__init__(", ".join(reason.code for reason in self.reasons))


NOT_OPEN = Why("not_open", _("El caso no está abierto."))
NOT_CLOSED = Why("not_closed", _("El caso no está cerrado."))
OWN = Why("own", _("Quien registró, resolvió o vio el video de un caso no lo revisa ni lo cierra."))
SAME_EYES = Why("same_eyes", _("Quien revisó el caso no lo cierra: falta otra persona."))
NO_REVIEW = Why("no_review", _("Falta una revisión conforme, posterior a todo lo demás."))
NO_RULING = Why("no_ruling", _("Falta la resolución."))
NO_CLIP = Why("no_clip", _("Falta guardar el video. Si no hay video, el hallazgo debe decirlo."))
NO_WORDS = Why("no_words", _("Faltan las palabras."))
NO_REASON = Why("no_reason", _("Falta elegir el motivo."))
NOT_TAKEN = Why("not_taken", _("Esa persona no es de vigilancia ni de auditoría de este casino."))
NOT_ALLOWED = Why("not_allowed", _("Su cargo en este casino no lo permite."))
NOT_THERE = Why("not_there", _("No existe, o no es de un casino suyo."))
NO_CHANGE = Why("no_change", _("No hay nada que cambiar."))
NO_CARDS = Why("no_cards", _("Este caso no tiene cartas retiradas que entregar."))
FUTURE = Why("future", _("Esa hora todavía no llega."))
NO_PROOF = Why("no_proof", _("Falta el archivo o su huella SHA-256."))
LATE = Why("late", _("El plazo del video venció: diga cómo es que todavía estaba."))
BACKWARDS = Why("backwards", _("El término es anterior al inicio."))
PIN = Why("pin", _("El PIN no es correcto o está bloqueado."))
NO_PIN = Why("no_pin", _("Para firmar necesita un PIN; lo entrega administración."))

FOOTAGE = {
    "code": Why("footage", _("Falta el hallazgo de CCTV: esta irregularidad lo aconseja siempre.")),
    "contrary": Why("footage", _("Falta el hallazgo de CCTV: se siguió de otro modo que el prescrito.")),
    "disputed": Why("footage", _("Falta el hallazgo de CCTV: un jugador reclamó.")),
    "money": Why("footage", _("Falta el hallazgo de CCTV: hay una diferencia de dinero.")),
    "asked": Why("footage", _("Falta el hallazgo de CCTV: se pidió el video.")),
}
FIELDS = {
    "announced": Why("announced", _("Falta decir si la resolución se anunció a los jugadores.")),
    "persons": Why("persons", _("Falta decir quiénes más son parte del caso.")),
    "witnesses": Why("witnesses", _("Falta decir si hubo testigos.")),
    "player_choice": Why("player_choice", _("Falta lo que eligió el jugador.")),
    "money_corrected": Why("money_corrected", _("Falta decir si la diferencia de dinero se corrigió, y a quién.")),
    "cards_seized": Why("cards_seized", _("Falta decir si se retiraron cartas.")),
    "passes_affected": Why("passes_affected", _("Falta decir qué pases pudieron afectarse.")),
    "notifications": Why("notifications", _("Falta decir a quién se avisó.")),
    "action_taken": Why("action_taken", _("Falta decir qué medidas se tomaron.")),
    "source": Why("source", _("Falta decir de dónde vienen los datos y cuánta confianza merecen.")),
}
