"""The terms of a complaint: which clocks held when it came, and the dates that they give.

A term is frozen as a number and its unit; the days are counted by the casino's calendar when the term begins, because
a special holiday may be declared in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from pitboss.casino.business_days import BusinessCalendar
from pitboss.casino.clocks import CHILE, Clock, ClockSetting, InForce, Unit
from pitboss.casino.models import Casino

KEPT: Final = (
    Clock.COMPLAINT_WINDOW,
    Clock.COMPLAINT_ANSWER,
    Clock.APPEAL_WINDOW,
    Clock.DECISION,
    Clock.DECISION_EXTENDED,
    Clock.FOOTAGE_HOLD_COMPLAINT,
    Clock.FOOTAGE_HOLD_EXTENDED,
)
"""What goes with a complaint to its end, whatever the casino sets later."""


def frozen(casino: Casino, at: datetime) -> dict[str, Any]:
    """The clocks as they stand, as JSON: ``{"complaint_answer": {"value": 10, "unit": "business_days"}, …}``."""
    clocks = ClockSetting.objects.in_force(casino=casino, at=at)
    return {str(clock): {"value": clocks[clock].value, "unit": str(clocks[clock].unit)} for clock in KEPT}


def clock_of(clocks: Mapping[str, Any], clock: Clock) -> InForce:
    """One of the frozen clocks; Chile's, where the complaint is older than the clock."""
    kept = clocks.get(clock)
    if kept is None:
        return InForce(clock, CHILE[clock].value, CHILE[clock].unit)
    return InForce(clock, kept["value"], Unit(kept["unit"]))


def term(calendar: BusinessCalendar, clocks: Mapping[str, Any], clock: Clock, since: datetime) -> datetime:
    """The last moment of a term that ``since`` sets going. Every clock of a complaint has a value."""
    until = calendar.term(since, clock_of(clocks, clock))
    if until is None:
        raise ValueError(f"{clock} is not set")
    return until
