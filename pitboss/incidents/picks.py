"""What is chosen from a list before anything is written by hand, so that a year of cases can be compared."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Ruling(TextChoices):
    AS_PRESCRIBED = "as_prescribed", _("Como está prescrito")
    OTHERWISE = "otherwise", _("De otro modo")


class Reason(TextChoices):
    """Why a ruling is not what is prescribed. The tablet gives the first nine; where the text is silent, the
    first three are the ruling itself."""

    STANDS = "stands", _("Vale como se jugó")
    UNDONE = "undone", _("Se deshace la jugada")
    VOID = "void", _("Se anula la mano")
    EXPLAINED = "explained", _("Explicada por el jefe de mesa")
    LATE = "late", _("Se advirtió tarde")
    CARDS_GONE = "cards_gone", _("Las cartas ya se recogieron")
    PLAYER_LEFT = "player_left", _("El jugador se retiró")
    HOUSE_FAVOUR = "house_favour", _("A favor del jugador, por decisión de la casa")
    OTHER = "other", _("Otro motivo")
    SILENT = "silent", _("El texto no lo resuelve")
    FOOTAGE = "footage", _("El video mostró otra cosa")
    ORDERED = "ordered", _("Lo ordenó el jefe de sección")


class Seen(TextChoices):
    """What surveillance saw."""

    CONFIRMS = "confirms", _("El video confirma el hallazgo")
    CONTRADICTS = "contradicts", _("El video contradice el hallazgo")
    INCONCLUSIVE = "inconclusive", _("El video no permite concluir")
    NO_FOOTAGE = "no_footage", _("No hay video")


class Verdict(TextChoices):
    APPROVED = "approved", _("Conforme: puede cerrarse")
    RETURNED = "returned", _("Devuelto: falta trabajo")


class Witnesses(TextChoices):
    NONE = "none", _("No hubo testigos")
    NAMED = "named", _("Hubo testigos")


class WitnessRole(TextChoices):
    PLAYER = "player", _("Jugador")
    STAFF = "staff", _("Personal del casino")
    OTHER = "other", _("Otra persona")


class Part(TextChoices):
    """What somebody named in a case has to do with it."""

    WITNESS = "witness", _("Testigo")
    INVOLVED = "involved", _("Persona del caso")


class Persons(TextChoices):
    NONE = "none", _("Nadie más que la dotación de la mesa")
    NAMED = "named", _("Hay más personas")


class Announced(TextChoices):
    YES = "yes", _("Se anunció a los jugadores")
    NO = "no", _("No se anunció")
    NOBODY = "nobody", _("No había jugadores")


class Corrected(TextChoices):
    """Of money that differs from what was due."""

    ALL = "all", _("Se corrigió todo")
    PART = "part", _("Se corrigió en parte")
    NOTHING = "nothing", _("No se corrigió")


class Source(TextChoices):
    """What told the events of the case."""

    TABLET = "tablet", _("Tableta de la mesa")
    SHOE = "shoe", _("Sabot electrónico")
    PAPER = "paper", _("Planilla en papel")
    SYSTEM = "system", _("Archivo de otro sistema")


class Confidence(TextChoices):
    HIGH = "high", _("Alta: se registró al momento")
    MEDIUM = "medium", _("Media: se registró o corrigió después")
    LOW = "low", _("Baja: se reconstruyó de memoria")


class PlayerChoice(TextChoices):
    KEPT = "kept", _("Aceptó la carta")
    BURNED = "burned", _("Pidió quemarla")
    NOT_ASKED = "not_asked", _("No se le preguntó")


class CardsSeized(TextChoices):
    NO = "no", _("No se retiraron cartas")
    YES = "yes", _("Se retiraron cartas")


class Passes(TextChoices):
    THIS = "this", _("Solo este pase")
    RANGE = "range", _("Varios pases")
    NONE = "none", _("Ningún pase")


class Notified(TextChoices):
    NOBODY = "none", _("No se avisó a nadie")
    SENT = "sent", _("Se avisó")


class Receiver(TextChoices):
    COMPLIANCE = "compliance", _("Cumplimiento")
    SCJ = "scj", _("Superintendencia (SCJ)")
    POLICE = "police", _("Policía")


class Channel(TextChoices):
    PHONE = "phone", _("Teléfono")
    MAIL = "mail", _("Correo")
    PORTAL = "portal", _("Portal")
    IN_PERSON = "in_person", _("En persona")


class Action(TextChoices):
    NONE = "none", _("Ninguna más que la resolución")
    CORRECTED = "payment_corrected", _("Se corrigió el pago")
    EXCLUDED = "player_excluded", _("Se excluyó a un jugador")
    DECKS = "decks_changed", _("Se cambiaron los mazos")
    CLOSED = "table_closed", _("Se cerró la mesa")
    STAFF = "staff_briefed", _("Se instruyó al personal")
    OTHER = "other", _("Otra")
