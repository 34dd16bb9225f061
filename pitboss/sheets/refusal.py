"""Why something about sheets is refused, and why a picture gave no sheet: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pitboss.incidents.refusal import Why
from pitboss.sheets.layout import CORNER_NAMES

NO_TABLES = Why("no_tables", _("Falta al menos una mesa."))
HOW_MANY = Why("how_many", _("Pida al menos una hoja por mesa y no más de 60 en total."))
NO_FILES = Why("no_files", _("Falta la foto o el archivo, o está vacío."))
TOO_MANY = Why("too_many", _("Son demasiados archivos: envíe hasta 40 a la vez."))
TOO_LARGE = Why("too_large", _("Un archivo supera los 40 MB."))
CANNOT_READ = Why("cannot_read", _("Este servidor no tiene instalado el lector de hojas."))
OTHER_TABLE = Why("other_table", _("Esa mesa no es de este casino."))
ALREADY = Why("already", _("Esta hoja ya fue confirmada."))
THERE = Why("there", _("Ese pase ya está en el registro de la mesa: confírmelo como segunda fuente."))
NOT_THERE = Why("not_there", _("Ese pase no está en el registro de la mesa a esa hora: no puede ser segunda fuente."))
CLOSED = Why("closed", _("A esa hora no hay una sesión abierta en esa mesa: ábrala con la hoja o corrija la hora."))
LATER = Why(
    "later",
    _(
        "El registro de esta mesa ya siguió después de esa hora: la hoja quedaría al final, y el reglamento anotará "
        "que el reloj retrocede. Revise la hora o acéptelo abajo."
    ),
)
FUTURE = Why("future", _("Esa hora todavía no llega."))
NOTHING = Why("nothing", _("La hoja no tiene cartas ni irregularidades que registrar."))

CORNERS: dict[str, Promise] = dict(
    zip(
        CORNER_NAMES,
        (_("superior izquierda"), _("superior derecha"), _("inferior derecha"), _("inferior izquierda")),
        strict=True,
    )
)
PICTURES: dict[str, Promise] = {
    "not_an_image": _("No es una foto ni un PDF que se pueda abrir. Envíela en JPEG, PNG o PDF."),
    "too_small": _("La imagen es muy pequeña para leer las casillas. Tome la foto con más resolución."),
    "too_large": _("La imagen es demasiado grande para abrirla. Tome la foto con menos resolución."),
    "no_corners": _(
        "No se ven las marcas de las esquinas. Ponga la hoja entera dentro de la foto, plana y con luz pareja, y "
        "tómela de nuevo."
    ),
    "corner": _(
        "No se ve la esquina %(corners)s de la hoja. Tome la foto de nuevo con las cuatro esquinas a la vista."
    ),
    "no_code": _(
        "Se ve la hoja, pero no se puede leer su código. Acérquese, evite brillos sobre el código y tómela de nuevo."
    ),
    "layout": _("Esta hoja es de una versión que este servidor no conoce."),
    "folded": _("La hoja está demasiado doblada. Aplánela y tome la foto de nuevo."),
    "unknown": _("Esta hoja no fue emitida aquí: su código no está entre las hojas impresas."),
    "foreign": _("Esta hoja es de otro casino. Aquí no se lee."),
}


def picture_words(reason: str, missing: Iterable[str]) -> str:
    """What is wrong with a picture and what to do."""
    return str(PICTURES[reason]) % {"corners": ", ".join(str(CORNERS[name]) for name in missing)}
