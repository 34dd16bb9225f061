"""The house: its casinos, pits and tables, the sessions of a table, and who works where as what."""

from __future__ import annotations

from datetime import datetime, time
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.permissions import VERBS
from pitboss.accounts.roles import Role
from pitboss.casino.business_days import holidays_are_known
from pitboss.casino.clocks import ClockSetting as ClockSetting
from pitboss.casino.clocks import SpecialDay as SpecialDay

if TYPE_CHECKING:
    from pitboss.accounts.models import Person


class CasinoQuerySet(models.QuerySet["Casino"]):
    def of(self, person: Person) -> CasinoQuerySet:
        """The casinos that this person works for: all that they may ever see."""
        return self.filter(memberships__person=person).distinct()

    def where(self, person: Person, verb: str) -> CasinoQuerySet:
        """Those where this person may do that, by code; none for somebody who left. As ``permissions.may`` has it."""
        if not person.is_active:
            return self.none()
        roles = self.filter(memberships__person=person, memberships__role__in=VERBS[verb])
        return roles.distinct().order_by("code")


class Casino(models.Model):
    code = models.CharField(_("código"), max_length=12, unique=True, validators=[RegexValidator(r"^[A-Z0-9]+\Z")])
    name = models.CharField(_("nombre"), max_length=120)
    timezone = models.CharField(_("zona horaria"), max_length=60, default="America/Santiago")
    currency = models.CharField(_("moneda"), max_length=3, default="CLP")
    # No retention in force was found in Chile: the house says how long it keeps its footage
    retention_days = models.PositiveIntegerField(
        _("días que se guardan las grabaciones"), null=True, blank=True, default=15, validators=[MinValueValidator(1)]
    )
    # Whose holidays count (see business_days.py): ISO 3166-1, and the region's own by the same norm's second part
    country = models.CharField(_("país"), max_length=2, default="CL", validators=[RegexValidator(r"^[A-Z]{2}\Z")])
    region = models.CharField(
        _("región"), max_length=3, blank=True, default="", validators=[RegexValidator(r"^[A-Z0-9]{1,3}\Z")]
    )
    day_starts = models.TimeField(_("inicio de la jornada"), default=time(8, 0))

    objects: ClassVar = CasinoQuerySet.as_manager()

    class Meta:
        verbose_name = _("casino")
        verbose_name_plural = _("casinos")
        ordering = ["code"]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if not holidays_are_known(self.country, self.region):
            raise ValidationError({"region": _("No se conocen los feriados de este país o región.")})


class Pit(models.Model):
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="pits")
    name = models.CharField(_("nombre"), max_length=60)

    class Meta:
        verbose_name = _("foso")
        verbose_name_plural = _("fosos")
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
        verbose_name_plural = _("mesas")
        ordering = ["casino", "name"]
        constraints = [models.UniqueConstraint(fields=["casino", "name"], name="casino_table_named_once")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.casino_id = self.pit.casino_id
        super().save(*args, **kwargs)


class HouseOption(models.TextChoices):
    """What a house may set for itself on top of a regulator's text. Amounts are whole units of the currency."""

    CHIP = "chip", _("Ficha menor")
    MIN = "min", _("Apuesta mínima")
    MAX = "max", _("Apuesta máxima")
    PERFECT_PAIRS = "perfect_pairs", _("Perfect Pairs")
    EVEN_MONEY = "even_money", _("Pago par contra un as")
    DOUBLE_SOFT = "double_soft", _("A-8 y A-9 doblan como 9 y 10")
    DOUBLE_AFTER_SPLIT = "double_after_split", _("Doble tras separar")
    ROUND_UP = "round_up", _("Redondeo a la ficha, a favor del jugador")


AMOUNTS = frozenset({HouseOption.CHIP, HouseOption.MIN, HouseOption.MAX})


class HouseSettingQuerySet(models.QuerySet["HouseSetting"]):
    def in_force(self, *, casino: int, at: datetime, table: int | None = None) -> dict[str, HouseSetting]:
        """Option to setting. A table's own goes before its casino's; of each the newest that had begun by ``at``,
        of one instant the last written. What was withdrawn is left out."""
        rows = self.filter(models.Q(table=None) | models.Q(table=table), casino=casino, valid_from__lte=at)
        newest: dict[tuple[bool, str], HouseSetting] = {}
        for setting in rows.select_related("by").order_by("valid_from", "pk"):
            newest[setting.table_id is not None, setting.option] = setting
        found: dict[str, HouseSetting] = {}
        for option in HouseOption.values:
            for of_the_table in (True, False):
                last = newest.get((of_the_table, option))
                if last is not None and last.value is not None:
                    found[option] = last
                    break
        return found


class HouseSetting(models.Model):
    """One option of the house, from a moment on: who set it, and why. Written once, never changed.

    ``table`` null: every table of the casino. ``value`` null: withdrawn, so that what stands behind it (the casino's
    setting, the profile) holds again. A mistake is put right by another row of the same moment.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="house_settings")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="house_settings")
    option = models.CharField(_("opción"), max_length=40, choices=HouseOption)
    value = models.JSONField(_("valor"), null=True, blank=True)
    valid_from = models.DateTimeField(_("rige desde"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    set_at = models.DateTimeField(_("anotada"))

    objects: ClassVar = HouseSettingQuerySet.as_manager()

    class Meta:
        verbose_name = _("opción de la casa")
        verbose_name_plural = _("opciones de la casa")
        ordering = ["casino", "option", "valid_from", "pk"]
        indexes = [models.Index(fields=["casino", "valid_from"], name="casino_house_by_moment")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(option__in=HouseOption.values), name="casino_house_option_is_known"
            ),
            models.CheckConstraint(condition=~models.Q(why=""), name="casino_house_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.casino_id}/{self.table_id or '*'} {self.option}={self.value} {self.valid_from:%Y-%m-%d %H:%M}"


class TableSession(models.Model):
    """A table from its opening to its close: the span of one chain of the ledger and one replay.

    ``house`` is what the house had set when it opened (option to ``{"value", "setting"}``), kept with the session: a
    setting that is dated back later does not change how a session that was already open is judged.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sessions")
    number = models.PositiveIntegerField(_("sesión"))
    profile = models.CharField(_("reglamento"), max_length=40)
    opened_at = models.DateTimeField(_("abierta"))
    closed_at = models.DateTimeField(_("cerrada"), null=True, blank=True)
    gaming_day = models.DateField(_("jornada"))
    house = models.JSONField(_("opciones de la casa"), default=dict, editable=False)

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

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            set_by_then = HouseSetting.objects.in_force(
                casino=self.table.casino_id, table=self.table_id, at=self.opened_at
            )
            self.house = {
                option: {"value": setting.value, "setting": setting.pk} for option, setting in set_by_then.items()
            }
        super().save(*args, **kwargs)


class Membership(models.Model):
    """Somebody's role at a casino. Nobody sees a casino without one."""

    casino = models.ForeignKey(Casino, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("función"), max_length=20, choices=Role)

    class Meta:
        verbose_name = _("función en el casino")
        verbose_name_plural = _("funciones en los casinos")
        ordering = ["casino", "person", "role"]
        constraints = [models.UniqueConstraint(fields=["casino", "person", "role"], name="casino_role_given_once")]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_role_display()}, {self.casino}"

    def clean(self) -> None:
        """Whoever inspects is of no casino; the database refuses it too."""
        others = Membership.objects.filter(person=self.person_id).exclude(pk=self.pk)
        if any(
            (role == Role.INSPECTOR) != (self.role == Role.INSPECTOR) for role in others.values_list("role", flat=True)
        ):
            raise ValidationError({"role": _("Quien fiscaliza no puede trabajar a la vez para un casino.")})
