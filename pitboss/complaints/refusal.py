"""Why a step of a complaint is refused; told as the refusals of incidents are."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from pitboss.incidents.refusal import Why

FUTURE = Why("future", _("La fecha es posterior a este momento."))
EVENT_LATER = Why("event_later", _("El hecho no puede ser posterior al reclamo."))
NO_CLAIM = Why("no_claim", _("Falta lo que dice el jugador."))
NO_NAME = Why("no_name", _("Falta el nombre de quien reclama."))
ELSEWHERE = Why("elsewhere", _("La mesa o el incidente no es de este casino."))
ENDED = Why("ended", _("El reclamo está cerrado o desistido."))
NOT_RECEIVED = Why("not_received", _("El reclamo ya fue respondido."))
NO_RECEIPT = Why("no_receipt", _("Falta entregar el comprobante al jugador."))
LINKED = Why("linked", _("El reclamo ya está vinculado a ese incidente."))
OWN_RULING = Why("own_ruling", _("Quien registró o resolvió el incidente reclamado no firma la respuesta."))
AMOUNT_REFUSED = Why("amount_refused", _("Un reclamo rechazado no lleva pago."))
NO_ANSWER = Why("no_answer", _("Falta la respuesta del casino: antes de ella no hay recurso."))
APPEALED_ALREADY = Why("appealed_already", _("El reclamo ya está ante la SCJ o ya fue decidido."))
BEFORE_ANSWER = Why("before_answer", _("El recurso no puede ser anterior a la respuesta."))
OUT_OF_TERM = Why(
    "out_of_term", _("El plazo para recurrir venció. Solo si la SCJ lo admitió: diga con qué resolución.")
)
NO_REFERENCE = Why("no_reference", _("Falta la referencia de la SCJ."))
NOT_APPEALED = Why("not_appealed", _("El reclamo no está ante la SCJ."))
EXTENDED_ALREADY = Why("extended_already", _("La prórroga ya está anotada."))
BEFORE_APPEAL = Why("before_appeal", _("La fecha es anterior al recurso."))
STILL_RUNNING = Why("still_running", _("El jugador todavía puede recurrir: se cierra cuando venza su plazo."))
NOT_DECIDED = Why("not_decided", _("Falta la decisión de la SCJ."))
NOT_ANSWERED = Why("not_answered", _("Falta la respuesta del casino."))
