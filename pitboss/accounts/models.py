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
    # Comes in by password and a second factor. `inspects`: for the regulator; the database keeps it as the roles are
    # (migration `portal.0001`), so that neither costs a page a query.
    second_factor = models.BooleanField(_("segundo factor"), default=False, editable=False)
    inspects = models.BooleanField(_("fiscaliza"), default=False, editable=False)
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
    """What happened with somebody's PIN or second factor: written once, the database refuses to change or remove it.

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
        FACTOR_SET = "factor_set", _("Segundo factor activado")
        FACTOR_PASSED = "factor_passed", _("Pasó el segundo factor")
        FACTOR_CODE = "factor_code", _("Entró con un código de respaldo")
        FACTOR_WRONG = "factor_wrong", _("Segundo factor equivocado")
        FACTOR_LOCKED = "factor_locked", _("Bloqueado por segundo factor equivocado")
        FACTOR_CODES = "factor_codes", _("Códigos de respaldo nuevos")
        FACTOR_REMOVED = "factor_removed", _("Segundo factor retirado")

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


class SecondFactor(models.Model):
    """The app on somebody's phone that counts along (RFC 6238): six digits that change each half minute.

    ``secret`` is sealed with a key that is not in the database (see second_factor.py). ``confirmed_at`` null: shown,
    but no code of it was entered yet. ``last_step`` is the newest half minute whose code was taken: none counts twice.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="factor")
    secret = models.CharField(max_length=255)
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[SecondFactor]] = models.Manager()

    class Meta:
        verbose_name = _("segundo factor")

    def __str__(self) -> str:
        return f"{self.person_id} {self.confirmed_at}"


class RecoveryCode(models.Model):
    """A code on paper that stands for the phone once. ``digest``: a peppered HMAC-SHA256, hexadecimal."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="codes")
    digest = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[RecoveryCode]] = models.Manager()

    class Meta:
        verbose_name = _("código de respaldo")

    def __str__(self) -> str:
        return f"{self.factor_id} {self.used_at}"
