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
