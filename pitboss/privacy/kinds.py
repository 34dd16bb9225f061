"""What is personal here, how long it is kept by default, and from when that is counted.

No Chilean text read gives years for these records. Five years is the strictest that was read for incident records
(Singapore), so what belongs to the record itself has them as its least; the rest is kept as short as its purpose asks
(Ley 21.719, art. 3: purpose, proportionality).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FIVE_YEARS: Final = 5 * 365 + 2


class Kind(TextChoices):
    WITNESSES = "witnesses", _("Nombres y contactos de testigos")
    COMPLAINANTS = "complainants", _("Quién reclama: nombre, documento y contacto")
    TEXTS = "texts", _("Textos libres de la mesa")
    STEP_WORDS = "step_words", _("Palabras escritas en los casos")
    PEOPLE = "people", _("Nombres de quienes dejaron el casino")
    PIN_LOG = "pin_log", _("Credenciales desconocidas en el registro de PIN")
    PRESENCE = "presence", _("Quién estaba en cada tableta")
    SIGN_INS = "sign_ins", _("Ingresos al sistema, con su dirección de red")
    ACCESS_LOG = "access_log", _("Registro de quién vio nombres")


@dataclass(frozen=True, slots=True)
class Term:
    """``days`` unless a casino sets another; never fewer than ``least``. ``since`` says from when they count."""

    days: int
    least: int
    since: Promise
    of_house: bool = False
    """Not of one casino: the longest that any casino has set holds."""


_CLOSED: Final = _("desde el cierre del caso")
_WRITTEN: Final = _("desde que se escribió")

TERMS: Final[dict[Kind, Term]] = {
    Kind.WITNESSES: Term(2 * 365, 240, _CLOSED),
    Kind.COMPLAINANTS: Term(2 * 365, 240, _("desde el cierre del reclamo")),
    Kind.TEXTS: Term(FIVE_YEARS, FIVE_YEARS, _("desde que se cerró la sesión de la mesa")),
    Kind.STEP_WORDS: Term(FIVE_YEARS, FIVE_YEARS, _CLOSED),
    Kind.PEOPLE: Term(FIVE_YEARS, FIVE_YEARS, _("desde su último rastro en el sistema"), of_house=True),
    Kind.PIN_LOG: Term(180, 1, _WRITTEN, of_house=True),
    Kind.PRESENCE: Term(30, 1, _("desde que se fue")),
    Kind.SIGN_INS: Term(180, 30, _WRITTEN, of_house=True),
    Kind.ACCESS_LOG: Term(2 * 365, 365, _WRITTEN),
}
"""240 days: six months of SCJ's and the terms before them, in which a name may still be needed."""
