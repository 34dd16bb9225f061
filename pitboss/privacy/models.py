"""How long personal fields are kept, what keeps them longer, what was removed, and who looked at names.

All of it is only added to. A removal is written by the database function that does it (migration ``0002_removal``),
so that none goes unlogged; it says of what kind, how many and which rows, never what they held.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino
from pitboss.incidents.models import Incident
from pitboss.privacy.kinds import Kind


class RetentionSetting(models.Model):
    """From ``set_at`` on a casino keeps this kind for so many days. The newest counts; null days: the default again."""

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="retention")
    kind = models.CharField(_("qué"), max_length=20, choices=Kind)
    days = models.PositiveIntegerField(_("días"), null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    set_at = models.DateTimeField(_("anotada"))

    objects: ClassVar[models.Manager[RetentionSetting]] = models.Manager()

    class Meta:
        verbose_name = _("plazo de conservación")
        ordering: ClassVar = ["casino", "kind", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(why=""), name="privacy_retention_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.casino_id} {self.kind}={self.days}"


class Hold(models.Model):
    """Nothing personal is taken out of this case until the hold is lifted: somebody needs it, and says what for."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="holds")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[Hold]] = models.Manager()

    class Meta:
        verbose_name = _("retención legal")
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [models.CheckConstraint(condition=~models.Q(why=""), name="privacy_hold_says_why")]

    def __str__(self) -> str:
        return f"{self.incident_id} {self.at:%Y-%m-%d}"


class HoldLifted(models.Model):
    """The hold is over. A row of its own, so that the hold stays as it was said."""

    hold = models.OneToOneField(Hold, on_delete=models.PROTECT, related_name="lifted")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[HoldLifted]] = models.Manager()

    class Meta:
        verbose_name = _("fin de una retención legal")
        constraints: ClassVar = [models.CheckConstraint(condition=~models.Q(why=""), name="privacy_lifting_says_why")]

    def __str__(self) -> str:
        return f"{self.hold_id} {self.at:%Y-%m-%d}"


class Removal(models.Model):
    """What one call of the function took away. ``rows`` are primary keys of the kind's table; ``casino`` null: of none
    in particular; ``by`` null: the schedule. ``signatures``: of steps, what stood in the signature before (by pk)."""

    run = models.UUIDField()
    at = models.DateTimeField()
    casino = models.ForeignKey(Casino, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind)
    count = models.PositiveIntegerField()
    rows = ArrayField(models.BigIntegerField())
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=300)
    signatures = models.JSONField(default=dict)

    objects: ClassVar[models.Manager[Removal]] = models.Manager()

    class Meta:
        verbose_name = _("datos retirados")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.kind} {self.count}"


class Access(models.Model):
    """Somebody saw names, took them out of the system, or came to look from outside of the house.

    ``asked``: the filter or the person it was about; of an inspector's visit the address that was asked for, with its
    ``method``, the ``status`` of the answer and the network ``address`` that it came from.
    """

    class What(models.TextChoices):
        NAMES = "names", _("Vio nombres en patrones")
        EXPORT = "export", _("Exportó incidentes")
        REPORT = "report", _("Sacó lo guardado de una persona")
        VISIT = "visit", _("Consulta de fiscalización")

    at = models.DateTimeField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    what = models.CharField(max_length=12, choices=What)
    named = models.BooleanField()
    asked = models.CharField(max_length=500, blank=True, default="")
    why = models.CharField(_("motivo"), max_length=300, blank=True, default="")
    rows = models.PositiveIntegerField(default=0)
    method = models.CharField(max_length=8, blank=True, default="")
    status = models.PositiveSmallIntegerField(null=True)
    address = models.GenericIPAddressField(_("desde"), null=True)

    objects: ClassVar[models.Manager[Access]] = models.Manager()

    class Meta:
        verbose_name = _("acceso a nombres")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(fields=["casino", "-id"], name="privacy_access_of_casino")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(what="visit") | (~models.Q(asked="") & models.Q(status__isnull=False)),
                name="privacy_visit_says_what_was_asked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.person_id} {self.what}"
