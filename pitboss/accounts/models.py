"""Who works here. Names live in this table and nowhere else, so that a name can be removed one day."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class People(BaseUserManager["Person"]):
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> Person:
        person = self.model(username=self.model.normalize_username(username), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> Person:
        return self.create_user(username, password, **{"is_staff": True, "is_superuser": True, **fields})


class Person(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in. What they may do comes from their roles at each casino, never from here."""

    class Language(models.TextChoices):
        SPANISH = "es-cl", _("Español")
        ENGLISH = "en", _("Inglés")

    username = models.CharField(
        _("nombre de usuario"), max_length=60, unique=True, validators=[UnicodeUsernameValidator()]
    )
    name = models.CharField(_("nombre"), max_length=120)
    badge = models.CharField(_("credencial"), max_length=20, blank=True, default="")
    language = models.CharField(_("idioma"), max_length=5, choices=Language, default=Language.SPANISH)
    # The PIN of the tablets: a peppered argon2 hash, empty for who has none (see pins.py)
    pin = models.CharField(_("PIN"), max_length=128, blank=True, default="")
    pin_must_change = models.BooleanField(default=False)
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_locked_until = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[People] = People()

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("personas")
        constraints = [
            # The ledger knows people by badge alone: one badge must never be two people
            models.UniqueConstraint(
                fields=["badge"], condition=~models.Q(badge=""), name="accounts_one_person_per_badge"
            )
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name.split(" ")[0]


class PinLog(models.Model):
    """What happened with somebody's PIN: written once, the database refuses to change or remove it.

    `badge` is what was entered, also where nobody wears it (`person` is null then). `place` names the tablet or
    the page; `by` is who did it to the person, null where it was the person.
    """

    class What(models.TextChoices):
        SIGNED_IN = "signed_in", _("Entró con su PIN")
        SIGNED_OUT = "signed_out", _("Salió")
        WRONG = "wrong", _("PIN equivocado")
        LOCKED = "locked", _("Bloqueado por PIN equivocados")
        LOCKED_OFFLINE = "locked_offline", _("Bloqueado en la tableta, sin conexión")
        WHILE_LOCKED = "while_locked", _("Intento durante el bloqueo")
        UNLOCKED = "unlocked", _("Desbloqueado")
        RESET = "reset", _("PIN nuevo dado por administración")
        CHOSEN = "chosen", _("PIN elegido por la persona")

    at = models.DateTimeField(default=timezone.now)
    person = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="pin_log")
    badge = models.CharField(max_length=20)
    what = models.CharField(max_length=16, choices=What)
    by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    place = models.CharField(max_length=120, blank=True, default="")
    report = models.UUIDField(null=True, unique=True)  # a tablet's own id of what it tells late

    objects: ClassVar[models.Manager[PinLog]] = models.Manager()

    class Meta:
        verbose_name = _("registro de PIN")
        ordering = ["-id"]
        indexes = [models.Index(fields=["person", "-id"], name="accounts_pin_log_of_person")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.badge} {self.what}"
