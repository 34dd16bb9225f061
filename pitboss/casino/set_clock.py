"""Set a clock of the casino from a moment on, or withdraw it; name a day that counts otherwise: two verbs."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.clocks import CHILE, LONGEST, Clock, ClockSetting, SpecialDay
from pitboss.casino.models import Casino

RISING = (
    (Clock.FOOTAGE_HOLD, Clock.FOOTAGE_HOLD_COMPLAINT),
    (Clock.FOOTAGE_HOLD_COMPLAINT, Clock.FOOTAGE_HOLD_EXTENDED),
    (Clock.FOOTAGE_ALARM, Clock.FOOTAGE_WARN),
    (Clock.TERM_ALARM, Clock.TERM_WARN),
)
"""The second is never under the first: a warning comes before the alarm, a longer hold is longer."""


class NotAClock(ValueError):
    """What was said is no clock, or no value of this one. ``reason`` is a word for programs."""

    def __init__(self, reason: str, told: str) -> None:
        self.reason = reason
        super().__init__(told)


@transaction.atomic
def set_clock(
    *, casino: Casino, clock: str, value: int | None, valid_from: datetime, by: Person, why: str, now: datetime
) -> ClockSetting:
    """Add a setting, in the clock's own unit; ``value`` None withdraws. It holds for what begins from ``valid_from``
    on: terms already given stay. NotAClock; PermissionDenied."""
    require(by, "administer", casino)
    if clock not in Clock.values:
        raise NotAClock("unknown", f"{clock!r} is no clock; there are {', '.join(Clock.values)}")
    if not why.strip():
        raise NotAClock("why", "a reason is missing: a clock of the casino says why")
    if value is not None:
        _check(casino, Clock(clock), value, valid_from)
    return ClockSetting.objects.create(
        casino=casino, clock=clock, value=value, valid_from=valid_from, by=by, why=why.strip(), set_at=now
    )


@transaction.atomic
def set_special_day(*, casino: Casino, day: date, business: bool, by: Person, why: str, now: datetime) -> SpecialDay:
    """Say that a day counts, or does not, whatever the holidays say. NotAClock; PermissionDenied."""
    require(by, "administer", casino)
    if not why.strip():
        raise NotAClock("why", "a reason is missing: a special day says why")
    return SpecialDay.objects.create(casino=casino, day=day, business=business, by=by, why=why.strip(), set_at=now)


def _check(casino: Casino, clock: Clock, value: int, valid_from: datetime) -> None:
    if isinstance(value, bool) or not 1 <= value <= LONGEST:
        raise NotAClock("range", f"{clock} is {value!r}; it can be a whole number from 1 to {LONGEST}")
    default = CHILE[clock]
    if default.law and default.value is not None and value < default.value:
        raise NotAClock("law", f"{clock} is {value}; the regulator gives {default.value} and a house gives no less")
    if clock == Clock.COMPLAINT_ANSWER and value > (default.value or value):
        raise NotAClock("law", f"{clock} is {value}; the regulator gives the casino {default.value} at most")
    then = ClockSetting.objects.in_force(casino=casino, at=valid_from)
    for less, more in RISING:
        least = value if clock == less else then[less].value
        most = value if clock == more else then[more].value
        if clock in (less, more) and least is not None and most is not None and least > most:
            raise NotAClock("order", f"{less} {least} is above {more} {most}")
