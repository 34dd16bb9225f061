"""The terms of a complaint as the desk shows them: until when, how long that is, and whether it was kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext

from pitboss.casino.clocks import Clock
from pitboss.complaints import gate
from pitboss.complaints.models import Complaint, Status, Verb
from pitboss.complaints.terms import clock_of

SOON: Final = 3 * 86_400
"""Seconds before its end from which a term is pointed out."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term. ``state``: done, over (nothing to be done any more), calm, soon, late (run out with nothing done)."""

    name: str
    until: datetime | None
    length: str
    state: str
    words: str


def next_term(complaint: Complaint, now: datetime) -> Term | None:
    """The term that runs; None where none does."""
    match complaint.status:
        case Status.RECEIVED:
            return _term(complaint, Clock.COMPLAINT_ANSWER, gettext("Responder"), complaint.answer_due, now)
        case Status.ANSWERED:
            return _term(
                complaint, Clock.APPEAL_WINDOW, gettext("Puede recurrir"), complaint.appeal_until, now, owed=False
            )
        case Status.APPEALED:
            return _term(complaint, Clock.DECISION, gettext("Decide la SCJ"), complaint.decision_due, now)
    return None


def terms(complaint: Complaint, now: datetime) -> list[Term]:
    """All four, in order; those that have not begun have no date."""
    answered, appealed = gate.newest(complaint, Verb.ANSWERED), gate.newest(complaint, Verb.APPEALED)
    window = _term(
        complaint,
        Clock.COMPLAINT_WINDOW,
        gettext("Reclamar"),
        complaint.window_until,
        now,
        done=gettext("fuera de plazo") if complaint.late else gettext("a tiempo"),
        bad=complaint.late,
    )
    answer_late = answered is not None and bool(answered.after.get("late"))
    withdrawn = complaint.status == Status.WITHDRAWN
    ended = gettext("el jugador desistió") if withdrawn else ""
    in_time = gettext("fuera de plazo") if answer_late else gettext("a tiempo")
    said = ended if answered is None else in_time
    answer = _term(
        complaint, Clock.COMPLAINT_ANSWER, gettext("Responder"), complaint.answer_due, now, done=said, bad=answer_late
    )
    appeal_said = gettext("recurrió") if appealed is not None else ended
    appeal = _term(
        complaint,
        Clock.APPEAL_WINDOW,
        gettext("Recurrir a la SCJ"),
        complaint.appeal_until,
        now,
        done=appeal_said,
        owed=False,
    )
    extended = gate.newest(complaint, Verb.EXTENDED) is not None
    decided = gate.newest(complaint, Verb.DECIDED)
    decision = _term(
        complaint,
        Clock.DECISION_EXTENDED if extended else Clock.DECISION,
        gettext("Decisión de la SCJ"),
        complaint.decision_due,
        now,
        done=gettext("decidido") if decided is not None else ended,
    )
    return [window, answer, appeal, decision]


def _term(
    complaint: Complaint,
    clock: Clock,
    name: str,
    until: datetime | None,
    now: datetime,
    *,
    done: str = "",
    bad: bool = False,
    owed: bool = True,
) -> Term:
    """``done``: how it ended, in a word; ``owed``: somebody has to act before it ends."""
    frozen = clock_of(complaint.clocks, clock)
    length = f"{frozen.value} {frozen.unit.label}"
    local = None if until is None else until.astimezone(ZoneInfo(complaint.casino.timezone))
    if done:
        return Term(name, local, length, "late" if bad else "done", done)
    if until is None:
        return Term(name, None, length, "none", gettext("aún no corre"))
    left = (until - now).total_seconds()
    if left < 0:
        return Term(name, local, length, "late" if owed else "over", _days(-left, gone=True))
    return Term(name, local, length, "soon" if owed and left < SOON else "calm", _days(left, gone=False))


def _days(seconds: float, *, gone: bool) -> str:
    days = int(seconds // 86_400)
    if gone:
        if not days:
            return gettext("venció hoy")
        return ngettext("venció hace %(days)s día", "venció hace %(days)s días", days) % {"days": days}
    if not days:
        return gettext("vence en menos de 1 día")
    return ngettext("queda %(days)s día", "quedan %(days)s días", days) % {"days": days}
