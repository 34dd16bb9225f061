"""What is chosen from a list before anything is written by hand, so that a year of complaints can be compared."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Channel(TextChoices):
    """How the complaint came."""

    IN_PERSON = "in_person", _("En persona")
    MAIL = "mail", _("Correo electrónico")
    WEB = "web", _("Sitio web")
    LETTER = "letter", _("Carta")


class About(TextChoices):
    PAYMENT = "payment", _("Un pago")
    CARDS = "cards", _("Las cartas o su orden")
    DECISION = "decision", _("Una decisión del jefe de mesa")
    TREATMENT = "treatment", _("El trato")
    OTHER = "other", _("Otra cosa")


class Wish(TextChoices):
    """What the player asks for; an amount goes with the first two."""

    PAYMENT = "payment", _("Que se le pague")
    STAKE = "stake", _("Que se le devuelva la apuesta")
    EXPLANATION = "explanation", _("Una explicación")
    OTHER = "other", _("Otra cosa")


class Answer(TextChoices):
    ACCEPTED = "accepted", _("Se acoge")
    PARTLY = "partly", _("Se acoge en parte")
    REFUSED = "refused", _("Se rechaza")


class SentBy(TextChoices):
    """How the player was given a paper."""

    IN_HAND = "in_hand", _("En mano")
    MAIL = "mail", _("Correo electrónico")
    LETTER = "letter", _("Carta certificada")


class Decision(TextChoices):
    """What the regulator decided."""

    FOR_PLAYER = "for_player", _("A favor del jugador")
    PARTLY = "partly", _("A favor del jugador, en parte")
    FOR_CASINO = "for_casino", _("A favor del casino")


class Language(TextChoices):
    """Of what is handed to the player."""

    ES = "es", _("Español")
    EN = "en", _("Inglés")
