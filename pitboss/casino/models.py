"""The house: its casinos, pits and tables, the sessions of a table, and who works where as what."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.roles import Role

if TYPE_CHECKING:
    from pitboss.accounts.models import Person


class CasinoQuerySet(models.QuerySet["Casino"]):
    def of(self, person: Person) -> CasinoQuerySet:
        """The casinos that this person works for: all that they may ever see."""
        return self.filter(memberships__person=person).distinct()


class Casino(models.Model):
    code = models.CharField(_("código"), max_length=12, unique=True, validators=[RegexValidator(r"^[A-Z0-9]+\Z")])
    name = models.CharField(_("nombre"), max_length=120)
    timezone = models.CharField(_("zona horaria"), max_length=60, default="America/Santiago")
    currency = models.CharField(_("moneda"), max_length=3, default="CLP")
    # No retention in force was found in Chile: the house says how long it keeps its footage
    retention_days = models.PositiveIntegerField(
        _("días que se guardan las grabaciones"), default=15, validators=[MinValueValidator(1)]
    )
    day_starts = models.TimeField(_("inicio de la jornada"), default=time(8, 0))

    objects: ClassVar = CasinoQuerySet.as_manager()

    class Meta:
        verbose_name = _("casino")
        ordering = ["code"]

    def __str__(self) -> str:
        return self.name


class Pit(models.Model):
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="pits")
    name = models.CharField(_("nombre"), max_length=60)

    class Meta:
        verbose_name = _("foso")
        ordering = ["casino", "name"]
        constraints = [models.UniqueConstraint(fields=["casino", "name"], name="casino_pit_named_once")]

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A table is named once in its casino: `casino` repeats the pit's so that the database can see to it."""

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="tables")
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(_("mesa"), max_length=20)
    profile = models.CharField(_("reglamento"), max_length=40, default="cl-scj")

    class Meta:
        verbose_name = _("mesa")
        ordering = ["casino", "name"]
        constraints = [models.UniqueConstraint(fields=["casino", "name"], name="casino_table_named_once")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.casino_id = self.pit.casino_id
        super().save(*args, **kwargs)


class TableSession(models.Model):
    """A table from its opening to its close: the span of one chain of the ledger and one replay."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sessions")
    number = models.PositiveIntegerField(_("sesión"))
    profile = models.CharField(_("reglamento"), max_length=40)
    opened_at = models.DateTimeField(_("abierta"))
    closed_at = models.DateTimeField(_("cerrada"), null=True, blank=True)
    gaming_day = models.DateField(_("jornada"))

    class Meta:
        verbose_name = _("sesión de mesa")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="casino_session_numbered_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(closed_at__isnull=True),
                name="casino_one_open_session_a_table",
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="casino_session_from_one"),
        ]
        indexes = [models.Index(fields=["gaming_day"], name="casino_session_by_day")]

    def __str__(self) -> str:
        return f"{self.table.name} #{self.number}"


class Membership(models.Model):
    """Somebody's role at a casino. Nobody sees a casino without one."""

    casino = models.ForeignKey(Casino, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("función"), max_length=20, choices=Role)

    class Meta:
        verbose_name = _("función en el casino")
        ordering = ["casino", "person", "role"]
        constraints = [models.UniqueConstraint(fields=["casino", "person", "role"], name="casino_role_given_once")]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_role_display()}, {self.casino}"
