"""Why a re-audit is refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from pitboss.incidents.refusal import Why

NO_TABLES = Why("no_tables", _("Falta al menos una mesa."))
DAYS = Why("days", _("La última jornada es anterior a la primera."))
NO_WHY = Why("no_why", _("Falta el motivo: quedará junto al resultado."))
NO_NAME = Why("no_name", _("Falta el nombre de la lectura."))
NOTHING_THERE = Why("nothing_there", _("En esas mesas y jornadas no hay eventos."))
OTHERS = Why("others", _("Esa reauditoría no abarca ninguna de estas mesas y jornadas."))
OVER = Why("over", _("La reauditoría ya terminó."))
NOT_FAILED = Why("not_failed", _("Ninguna parte ha fallado."))
