"""Everything that falls due at some casinos, in the order in which it does.

Footage that surveillance has not kept yet, cases that wait for their review, and the terms of complaints. What has run
out stays in the list until somebody has done what is owed: an expired clock is told, never hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from pitboss.accounts.models import Person
from pitboss.accounts.roles import Role
from pitboss.casino.business_days import BusinessCalendar, calendar_of
from pitboss.casino.clocks import Clock, ClockSetting, InForce
from pitboss.casino.models import Casino
from pitboss.complaints.models import Complaint
from pitboss.complaints.queries import Term
from pitboss.complaints.queries import due as complaints_due
from pitboss.incidents.models import Incident, Status, Step, Verb
from pitboss.reminders.models import Threshold, What

MOST: Final = 500
"""Cases read of one kind. Whoever has more of them red needs no list but more people; the page says that it stops."""

SOON: Final = timedelta(hours=72)

OF_TERM: Final[Mapping[Term, What]] = {
    Term.ANSWER: What.ANSWER,
    Term.APPEAL: What.APPEAL,
    Term.DECISION: What.DECISION,
}


@dataclass(frozen=True, slots=True)
class Due:
    """One thing. ``item`` is its name for good; ``role`` whose turn it is; ``about`` the incident or the complaint."""

    what: What
    at: datetime
    role: Role
    about: Incident | Complaint

    @property
    def item(self) -> str:
        return f"{self.what}:{self.about.pk}"

    @property
    def table(self) -> str:
        return self.about.table.name if self.about.table is not None else ""


@dataclass(frozen=True, slots=True)
class House:
    """A casino with its days and its clocks as they stand."""

    casino: Casino
    days: BusinessCalendar
    clocks: Mapping[Clock, InForce]

    @classmethod
    def of(cls, casino: Casino, now: datetime) -> House:
        """Two queries."""
        return cls(casino, calendar_of(casino), ClockSetting.objects.in_force(casino=casino, at=now))

    def threshold(self, one: Due, now: datetime) -> Threshold | None:
        """How near it is; None while there is time."""
        warn, alarm = (
            (Clock.FOOTAGE_WARN, Clock.FOOTAGE_ALARM)
            if one.what == What.FOOTAGE
            else (Clock.TERM_WARN, Clock.TERM_ALARM)
        )
        left = one.at - now
        if left < timedelta(0):
            return Threshold.LAPSED
        if left <= timedelta(hours=self.clocks[alarm].value or 0):
            return Threshold.ALARM
        return Threshold.SOON if left <= timedelta(hours=self.clocks[warn].value or 0) else None


@dataclass(frozen=True, slots=True)
class Listed:
    """``whole`` is false where a kind had more than ``MOST``."""

    items: list[Due]
    whole: bool


def houses_of(person: Person, now: datetime) -> list[House]:
    """The casinos that the person works for."""
    return [House.of(casino, now) for casino in Casino.objects.of(person)]


def sees_complaints_at(person: Person) -> set[int]:
    """Casinos whose complaints are this person's business."""
    return set(Casino.objects.where(person, "see_complaints").values_list("pk", flat=True))


def due(
    houses: Sequence[House],
    now: datetime,
    *,
    complaints_of: Collection[int] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Listed:
    """What falls due from ``since`` to ``until``, soonest first. ``complaints_of``: the casinos whose complaints are
    told; None: of all. With ``until`` alone, what is nearest to it is read first. Three queries, however many rows."""
    return _listed(houses, _terms(houses, complaints_of, now), since, until)


def lapsed_and_running(
    houses: Sequence[House], now: datetime, *, complaints_of: Collection[int] | None, until: datetime | None = None
) -> tuple[Listed, Listed]:
    """What has run out, and what runs and falls due by ``until``. Five queries: complaints are read once for both."""
    terms = _terms(houses, complaints_of, now)
    return _listed(houses, terms, None, now), _listed(houses, terms, now, until)


def _terms(houses: Sequence[House], complaints_of: Collection[int] | None, now: datetime) -> list[Due]:
    told = [house.casino for house in houses if complaints_of is None or house.casino.pk in complaints_of]
    return [Due(OF_TERM[one.term], one.at, one.role, one.complaint) for one in complaints_due(told, now)]


def _listed(houses: Sequence[House], terms: Sequence[Due], since: datetime | None, until: datetime | None) -> Listed:
    of = {house.casino.pk: house for house in houses}
    back = "-" if since is None and until is not None else ""
    by_now = _between("preserve_by", since, until)
    footage = list(unkept(of).filter(by_now).order_by(f"{back}preserve_by", f"{back}pk")[:MOST])
    waiting = list(unreviewed(of, since=_ruled_since(houses, since)).order_by(f"{back}ruled_at", f"{back}pk")[:MOST])
    items = [
        Due(What.FOOTAGE, case.preserve_by, Role.SURVEILLANCE, case) for case in footage if case.preserve_by is not None
    ]
    items += [Due(What.REVIEW, _review_by(of[case.casino_id], case), Role.AUDITOR, case) for case in waiting]
    items += terms
    within = [one for one in items if (since is None or one.at >= since) and (until is None or one.at <= until)]
    return Listed(
        items=sorted(within, key=lambda one: (one.at, one.what, one.about.pk)),
        whole=max(len(footage), len(waiting)) < MOST,
    )


def unkept(casinos: Iterable[int]) -> QuerySet[Incident]:
    """Open cases whose footage somebody wants (the rule, a person, a complaint) and nobody has kept or missed yet."""
    steps = Step.objects.filter(incident=OuterRef("pk"))
    wanted = steps.filter(Q(verb=Verb.FOOTAGE_ASKED) | Q(verb=Verb.AMENDED, after__has_key="hold_until"))
    done = steps.filter(verb__in=[Verb.FOOTAGE_PRESERVED, Verb.FOOTAGE_FOUND])
    return Incident.objects.filter(
        Q(cctv=True) | Exists(wanted), ~Exists(done), casino__in=list(casinos), status=Status.OPEN,
        preserve_by__isnull=False,
    ).select_related("casino", "table")  # fmt: skip


def near(casinos: Iterable[int], now: datetime) -> QuerySet[Incident]:
    """Footage that is still there and will not be in three days: what the side bar counts."""
    return unkept(casinos).filter(preserve_by__gt=now, preserve_by__lte=now + SOON)


def unreviewed(casinos: Iterable[int], *, since: datetime | None = None) -> QuerySet[Incident]:
    """Open cases that were ruled at ``ruled_at`` and whose last step, but comments and assignments, is no approving
    review."""
    steps = Step.objects.filter(incident=OuterRef("pk"))
    ruled = steps.filter(verb=Verb.RULED).order_by("-number").values("at")[:1]
    last = steps.exclude(verb__in=[Verb.COMMENTED, Verb.ASSIGNED]).order_by("-number")
    return (
        Incident.objects.filter(casino__in=list(casinos), status=Status.OPEN)
        .exclude(ruling="")
        .annotate(
            ruled_at=Subquery(ruled),
            last_verb=Subquery(last.values("verb")[:1]),
            last_review=Subquery(last.values("after__review")[:1]),
        )
        .filter(ruled_at__gte=since or datetime.min.replace(tzinfo=UTC))
        .exclude(last_verb=Verb.REVIEWED, last_review="approved")
        .select_related("casino", "table")
    )


def _ruled_since(houses: Sequence[House], since: datetime | None) -> datetime | None:
    """Long enough ago that whatever was ruled before fell due before ``since``: no ten business days in a row take
    more than three weeks."""
    if since is None:
        return None
    longest = max((house.clocks[Clock.REVIEW].value or 0 for house in houses), default=0)
    return since - timedelta(days=21 * (longest // 10 + 1))


def _review_by(house: House, case: Incident) -> datetime:
    ruled_at: datetime = case.ruled_at  # type: ignore[attr-defined]  # `unreviewed` annotates it
    return house.days.term(ruled_at, house.clocks[Clock.REVIEW]) or ruled_at


def _between(field: str, since: datetime | None, until: datetime | None) -> Q:
    asked = {f"{field}__gte": since, f"{field}__lte": until}
    return Q(**{name: value for name, value in asked.items() if value is not None})
