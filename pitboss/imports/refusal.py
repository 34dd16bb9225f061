"""Why a verb of this app is refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from pitboss.incidents.refusal import Why

EMPTY = Why("empty", _("El archivo falta o está vacío. Elija otro y cárguelo de nuevo."))
NO_TABLE = Why("no_columns", _("No se encontraron columnas en el archivo."))
UTF_16 = Why("utf_16", _("El archivo está en UTF-16. Guárdelo como CSV en UTF-8 y cárguelo de nuevo."))
NO_NAME = Why("no_name", _("Falta el nombre de la correspondencia."))
NOT_SEEN = Why("not_seen", _("Primero hay que ver el ensayo de este archivo con esta correspondencia."))
NOTHING_TO_TAKE = Why("nothing", _("El ensayo no encontró ningún evento que importar."))
