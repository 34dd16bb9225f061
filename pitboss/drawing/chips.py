"""Each state has one icon, one word and one colour, the same on every screen.

The shapes differ in grey too: octagon, triangle, diamond; dashed clock, ticked ring, unequal sign in a box.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Chip:
    icon: str
    colour: str
    word: str | Promise
    long: bool = False


CHIPS: Final[dict[str, Chip]] = {
    "critical": Chip("critical", "critical", _("Crítica")),
    "major": Chip("major", "major", _("Grave")),
    "minor": Chip("minor", "minor", _("Leve")),
    "pending": Chip("pending", "pending", _("Pendiente")),
    "followed": Chip("followed", "followed", _("Cumplida")),
    "contrary": Chip("contrary", "contrary", _("Contraria")),
    "superseded": Chip("superseded", "superseded", _("Reemplazada")),
    "noted": Chip("noted", "noted", _("Anotada")),
    "cctv": Chip("camera", "cctv", _("Revisar CCTV")),
    "prescribed": Chip("book", "minor", _("Prescrita por el texto"), long=True),
    "to_confirm": Chip("book", "minor", _("Aplica; la lectura puede discutirse"), long=True),
    "no_rule": Chip("book", "minor", _("Texto en silencio: decide el jefe de mesa"), long=True),
    "breach": Chip("book", "minor", _("Falta al procedimiento, resultado sin cambio"), long=True),
}
