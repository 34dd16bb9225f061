"""The clocks of a casino as a page shows them: what holds, where it comes from, and who set it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from pitboss.casino.business_days import calendar_of
from pitboss.casino.clocks import CHILE, Clock, ClockSetting, InForce, SpecialDay, Unit
from pitboss.casino.models import Casino
from pitboss.reminders.models import Attempt, Channel, Delivery, Target
from pitboss.reminders.webhook import secret_of

AHEAD = 6
"""Holidays shown."""
NEWEST = 20


@dataclass(frozen=True, slots=True)
class Shown:
    """One clock: ``words`` what holds now, ``source`` where its origin is, ``usual`` that origin's value where the
    house set another."""

    name: str
    words: str
    source: str | Promise
    usual: str
    setting: ClockSetting | None
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Holiday:
    day: date
    name: str
    special: SpecialDay | None


@dataclass(frozen=True, slots=True)
class Address:
    """Where somebody is told. ``secret``: of a webhook, for who administers the casino alone."""

    target: Target
    role: str
    secret: str
    failing: bool


def shown(casino: Casino, now: datetime) -> list[Shown]:
    """In the order of ``Clock``. One query."""
    zone = ZoneInfo(casino.timezone)
    found = ClockSetting.objects.in_force(casino=casino, at=now)
    return [_shown(casino, found[clock], zone) for clock in Clock]


def holidays(casino: Casino, now: datetime) -> list[Holiday]:
    """The next days that do not count though they are no weekend, and special days to come. Two queries."""
    days = calendar_of(casino)
    today = days.day_of(now)
    special = {row.day: row for row in SpecialDay.objects.filter(casino=casino, day__gte=today).order_by("pk")}
    found: list[Holiday] = []
    for ordinal in range(today.toordinal(), today.toordinal() + 366):
        day = date.fromordinal(ordinal)
        name = days.holiday(day)
        if day in special or (name and day.weekday() < 5):
            found.append(Holiday(day, name or "", special.get(day)))
    return found[: AHEAD + len(special)]


def addresses(casino: Casino, *, secrets: bool) -> list[Address]:
    """Those that stand. Two queries. ``failing``: something was sent there and did not arrive."""
    tried = Attempt.objects.filter(delivery=OuterRef("pk"))
    lost = Delivery.objects.filter(Exists(tried), ~Exists(tried.filter(delivered=True)), target=OuterRef("pk"))
    rows = Target.objects.standing().filter(casino=casino).select_related("by").annotate(failing=Exists(lost))
    failing = {row.pk for row in rows.filter(failing=True)} if rows else set()
    return [
        Address(
            target=row,
            role=str(row.get_role_display()) if row.role else gettext("todo"),
            secret=secret_of(row) if secrets and row.channel == Channel.WEBHOOK else "",
            failing=row.pk in failing,
        )
        for row in rows
    ]


def history(casino: Casino) -> list[tuple[ClockSetting, str]]:
    """What was set, the newest first, and in words; none where it was withdrawn. One query."""
    rows = ClockSetting.objects.filter(casino=casino).select_related("by").order_by("-set_at", "-pk")
    return [(row, words(row.value, CHILE[Clock(row.clock)].unit) if row.value else "") for row in rows[:NEWEST]]


def _shown(casino: Casino, one: InForce, zone: ZoneInfo) -> Shown:
    default = CHILE[one.clock]
    usual = casino.retention_days if one.clock == Clock.FOOTAGE_KEPT else default.value
    setting = one.setting
    return Shown(
        name=str(one.clock.label),
        words=words(one.value, one.unit),
        source=default.source,
        usual=words(usual, one.unit) if setting is not None else "",
        setting=setting,
        since=setting.valid_from.astimezone(zone) if setting is not None else None,
    )


def words(value: int | None, unit: Unit) -> str:
    """*10 días hábiles*; *sin definir* where nobody ever said."""
    if value is None:
        return gettext("sin definir")
    told = {"n": value}
    match unit:
        case Unit.DAYS:
            return ngettext("%(n)s día corrido", "%(n)s días corridos", value) % told
        case Unit.BUSINESS_DAYS:
            return ngettext("%(n)s día hábil", "%(n)s días hábiles", value) % told
        case Unit.MONTHS:
            return ngettext("%(n)s mes", "%(n)s meses", value) % told
        case _:
            return gettext("%(n)s h") % told
