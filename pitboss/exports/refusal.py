"""Why an export is refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from pitboss.incidents.refusal import Why

NO_CASINO = Why("no_casino", _("Falta al menos un casino."))
DAYS = Why("days", _("La última jornada es anterior a la primera."))
TOO_LONG = Why("too_long", _("Una exportación abarca hasta 400 jornadas."))
NO_WHY = Why("no_why", _("Falta el motivo: queda en la exportación."))
NO_SEAT = Why("no_seat", _("Falta la casilla de quien reclama: las apuestas de las demás se retiran."))
NOTHING_THERE = Why("nothing_there", _("No hay incidentes que exportar con esos criterios."))
NOT_DONE = Why("not_done", _("El paquete todavía se prepara."))
GONE = Why("gone", _("El archivo ya no está aquí: pida la misma exportación y saldrá igual."))
NOT_FAILED = Why("not_failed", _("Ninguna parte ha fallado."))
