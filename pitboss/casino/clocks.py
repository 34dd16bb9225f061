"""The clocks of a casino: how long video is held, until when one may complain, answer, appeal and decide, and when
somebody is warned. Chile's own terms stand here as what holds until the house sets another; the law's are not made
shorter by a house, its warnings and its recorder are its own matter.

Where the terms come from: the SCJ's Circular 13 on complaints of players (window, answer, receipt, appeal, decision).
How long a casino must keep its video was found nowhere (fifteen days were instructed in 2010), so that is what the
house says of its own recorder, and it can be unsaid. The two longer holds add the terms up in calendar days: 15 to
complain, some 14 for ten business days, some 28 for twenty, and 75 to decide; 240 where the decision takes six months.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from pitboss.casino.models import Casino

LONGEST: Final = 3660
"""Of any clock, in its unit: ten years in days."""


class Unit(models.TextChoices):
    DAYS = "days", _("días corridos")
    BUSINESS_DAYS = "business_days", _("días hábiles")
    MONTHS = "months", _("meses")
    HOURS = "hours", _("horas")


class Clock(models.TextChoices):
    FOOTAGE_KEPT = "footage_kept", _("El casino guarda sus grabaciones")
    FOOTAGE_HOLD = "footage_hold", _("Conservar el video de un caso")
    FOOTAGE_HOLD_COMPLAINT = "footage_hold_complaint", _("Conservar el video si hay reclamo")
    FOOTAGE_HOLD_EXTENDED = "footage_hold_extended", _("Conservar el video si la SCJ prorroga")
    COMPLAINT_WINDOW = "complaint_window", _("Reclamar ante el casino")
    COMPLAINT_ANSWER = "complaint_answer", _("Responder el reclamo")
    APPEAL_WINDOW = "appeal_window", _("Recurrir a la SCJ")
    DECISION = "decision", _("Decisión de la SCJ")
    DECISION_EXTENDED = "decision_extended", _("Decisión de la SCJ, prorrogada")
    REVIEW = "review", _("Revisar un caso resuelto")
    FOOTAGE_WARN = "footage_warn", _("Avisar antes de que se pierda el video")
    FOOTAGE_ALARM = "footage_alarm", _("Escalar antes de que se pierda el video")
    TERM_WARN = "term_warn", _("Avisar antes de que venza un plazo")
    TERM_ALARM = "term_alarm", _("Escalar antes de que venza un plazo")


@dataclass(frozen=True, slots=True)
class Default:
    """What holds where the house set nothing. ``value`` None: nothing does. ``law``: a term of the regulator's, which
    no house may shorten."""

    value: int | None
    unit: Unit
    source: str | Promise
    law: bool = False


CIRCULAR: Final = _("SCJ, Circular 13")
HOUSE: Final = _("práctica de la casa; ningún texto lo fija")
SUMMED: Final = _("suma de los plazos de la Circular 13, en días corridos")

CHILE: Final[Mapping[Clock, Default]] = {
    Clock.FOOTAGE_KEPT: Default(None, Unit.DAYS, _("lo dice el casino; ningún plazo vigente se encontró")),
    Clock.FOOTAGE_HOLD: Default(15, Unit.DAYS, _("el plazo para reclamar: SCJ, Circular 13")),
    Clock.FOOTAGE_HOLD_COMPLAINT: Default(132, Unit.DAYS, SUMMED),
    Clock.FOOTAGE_HOLD_EXTENDED: Default(240, Unit.DAYS, SUMMED),
    Clock.COMPLAINT_WINDOW: Default(15, Unit.DAYS, CIRCULAR, law=True),
    Clock.COMPLAINT_ANSWER: Default(10, Unit.BUSINESS_DAYS, CIRCULAR),
    Clock.APPEAL_WINDOW: Default(20, Unit.BUSINESS_DAYS, CIRCULAR, law=True),
    Clock.DECISION: Default(75, Unit.DAYS, CIRCULAR, law=True),
    Clock.DECISION_EXTENDED: Default(6, Unit.MONTHS, CIRCULAR, law=True),
    Clock.REVIEW: Default(3, Unit.BUSINESS_DAYS, HOUSE),
    Clock.FOOTAGE_WARN: Default(72, Unit.HOURS, HOUSE),
    Clock.FOOTAGE_ALARM: Default(24, Unit.HOURS, HOUSE),
    Clock.TERM_WARN: Default(72, Unit.HOURS, HOUSE),
    Clock.TERM_ALARM: Default(24, Unit.HOURS, HOUSE),
}
"""Chile's. Another regulator is another table beside it."""


@dataclass(frozen=True, slots=True)
class InForce:
    """One clock as it stood: its number of ``unit``, None where nothing is set; ``setting``: the row that said so."""

    clock: Clock
    value: int | None
    unit: Unit
    setting: ClockSetting | None = None


class ClockSettingQuerySet(models.QuerySet["ClockSetting"]):
    def in_force(self, *, casino: Casino, at: datetime) -> dict[Clock, InForce]:
        """Every clock of the casino as it stood at that moment: the newest row that had begun, of one instant the
        last written, else Chile's. How long the recorder keeps video is the casino's own field until a row says it.
        One query."""
        rows = self.filter(casino=casino, valid_from__lte=at).select_related("by").order_by("valid_from", "pk")
        newest = {row.clock: row for row in rows}
        found: dict[Clock, InForce] = {}
        for clock, default in CHILE.items():
            row = newest.get(clock)
            if row is not None and row.value is not None:
                found[clock] = InForce(clock, row.value, default.unit, row)
            else:
                fallen_back = casino.retention_days if clock == Clock.FOOTAGE_KEPT else default.value
                found[clock] = InForce(clock, fallen_back, default.unit)
        return found


class ClockSetting(models.Model):
    """One clock of a casino, from a moment on: who set it, and why. Written once, never changed.

    ``value`` counts in the clock's own unit (see ``CHILE``); null: withdrawn, so that the default holds again.
    What was computed with an earlier value stays as it was computed.
    """

    casino = models.ForeignKey("casino.Casino", on_delete=models.PROTECT, related_name="clock_settings")
    clock = models.CharField(_("plazo"), max_length=32, choices=Clock)
    value = models.PositiveIntegerField(_("valor"), null=True, blank=True)
    valid_from = models.DateTimeField(_("rige desde"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    set_at = models.DateTimeField(_("anotada"))

    objects: ClassVar = ClockSettingQuerySet.as_manager()

    class Meta:
        verbose_name = _("plazo del casino")
        verbose_name_plural = _("plazos del casino")
        ordering = ["casino", "clock", "valid_from", "pk"]
        indexes = [models.Index(fields=["casino", "valid_from"], name="casino_clock_by_moment")]
        constraints = [
            models.CheckConstraint(condition=models.Q(clock__in=Clock.values), name="casino_clock_is_known"),
            models.CheckConstraint(
                condition=models.Q(value=None) | models.Q(value__gte=1, value__lte=LONGEST),
                name="casino_clock_value_fits",
            ),
            models.CheckConstraint(condition=~models.Q(why=""), name="casino_clock_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.casino_id} {self.clock}={self.value} {self.valid_from:%Y-%m-%d %H:%M}"


class SpecialDay(models.Model):
    """A day that counts otherwise than the calendar of holidays says: a holiday by special law, a day of mourning, or
    one that the library got wrong. Written once; of one day the last written counts. Terms already given stay."""

    casino = models.ForeignKey("casino.Casino", on_delete=models.PROTECT, related_name="special_days")
    day = models.DateField(_("día"))
    business = models.BooleanField(_("es hábil"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    set_at = models.DateTimeField(_("anotado"))

    objects: ClassVar[models.Manager[SpecialDay]] = models.Manager()

    class Meta:
        verbose_name = _("día especial")
        verbose_name_plural = _("días especiales")
        ordering = ["casino", "day", "pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(why=""), name="casino_special_day_says_why")]

    def __str__(self) -> str:
        return f"{self.casino_id} {self.day} {'business' if self.business else 'closed'}"
