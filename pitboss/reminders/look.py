"""Look what has come near or run out, and have it told: once for each threshold, whoever looks and however often.

The row of a reminder is what makes it once: a second beat, or a worker that was killed half-way, meets it there. A
reminder, its deliveries and their jobs are one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Count, Max, Q

from pitboss.accounts.roles import Role
from pitboss.casino.clocks import Clock
from pitboss.casino.models import Casino
from pitboss.complaints.models import Complaint
from pitboss.incidents.models import Incident
from pitboss.jobs.ask import ask
from pitboss.jobs.models import Job
from pitboss.reminders.due import Due, House, due
from pitboss.reminders.models import Delivery, Reminder, Target, Threshold

KIND: Final = "reminders.deliver"
NEWS: Final = timedelta(days=3)
"""What ran out longer ago is in the list of what falls due, and nobody is woken for it: not on the first day of an
installation, nor after it was away."""
TRIED_FOR: Final = timedelta(days=3)
LONGEST_PAUSE: Final = timedelta(hours=6)

ABOVE: Final[Mapping[Role, Role]] = {
    Role.DEALER: Role.PIT_BOSS,
    Role.PIT_BOSS: Role.SECTION_HEAD,
    Role.SURVEILLANCE: Role.SECTION_HEAD,
    Role.SECTION_HEAD: Role.ADMINISTRATOR,
    Role.AUDITOR: Role.ADMINISTRATOR,
}
"""Who hears of it when it is not done. What the regulator has to do is audit's to follow."""


def look(*, now: datetime) -> list[Reminder]:
    """Every casino once; the new reminders. Two who look at the same moment write one between them."""
    found: list[Reminder] = []
    for casino in Casino.objects.all():
        with transaction.atomic():
            found += _look_at(casino, now)
    try_again(now=now)
    return found


def roles_for(role: Role, threshold: Threshold) -> list[Role]:
    """Whom it concerns first, then who stands above, then administration."""
    first = Role.AUDITOR if role == Role.INSPECTOR else role
    above = ABOVE.get(first, Role.ADMINISTRATOR)
    if threshold == Threshold.SOON:
        return [first]
    told = [first, above] if threshold == Threshold.ALARM else [first, above, Role.ADMINISTRATOR]
    return list(dict.fromkeys(told))


def _look_at(casino: Casino, now: datetime) -> list[Reminder]:
    with connection.cursor() as cursor:  # a second beat waits here, and finds the rows when its turn comes
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('pitboss.reminders'), %s)", [casino.pk])
    house = House.of(casino, now)
    furthest = max(house.clocks[clock].value or 0 for clock in (Clock.FOOTAGE_WARN, Clock.TERM_WARN))
    listed = due([house], now, since=now - NEWS, until=now + timedelta(hours=furthest))
    near = [(one, threshold) for one in listed.items if (threshold := house.threshold(one, now)) is not None]
    rows = Reminder.objects.filter(casino=casino, item__in=[one.item for one, _ in near])
    known = set(rows.values_list("item", "due_at", "threshold"))
    new = [
        _reminder(house, one, threshold, now) for one, threshold in near if (one.item, one.at, threshold) not in known
    ]
    Reminder.objects.bulk_create(new)
    _deliver(casino, new, now)
    return new


def _reminder(house: House, one: Due, threshold: Threshold, now: datetime) -> Reminder:
    about = one.about
    return Reminder(
        casino=house.casino,
        item=one.item,
        what=one.what,
        threshold=threshold,
        due_at=one.at,
        at=now,
        roles=[str(role) for role in roles_for(one.role, threshold)],
        facts={
            "folio": about.folio,
            "kind": "complaint" if isinstance(about, Complaint) else "incident",
            "table": one.table,
            "role": str(one.role),
            **_footage(about),
        },
    )


def _footage(about: Incident | Complaint) -> dict[str, Any]:
    """The stretch that a video system is to keep: from, to, as UTC."""
    if isinstance(about, Complaint) or about.footage_from is None or about.footage_to is None:
        return {}
    ends = (about.footage_from, about.footage_to)
    return dict(zip(("footage_from", "footage_to"), (end.astimezone(UTC).isoformat() for end in ends), strict=True))


def _deliver(casino: Casino, new: list[Reminder], now: datetime) -> None:
    if not new:
        return
    targets = list(Target.objects.standing().filter(casino=casino))
    deliveries = [
        Delivery(reminder=reminder, target=target, at=now)
        for reminder in new
        for target in targets
        if not target.role or target.role in reminder.roles
    ]
    for delivery in Delivery.objects.bulk_create(deliveries):
        _ask(delivery.pk, casino, now)


def _ask(delivery: int, casino: Casino | None, now: datetime) -> None:
    ask(key=f"{KIND}:{delivery}", kind=KIND, now=now, payload={"delivery": delivery}, casino=casino)


def try_again(*, now: datetime) -> list[int]:
    """Ask again for what failed, after pauses that double up to six hours, for three days; then it stays undelivered,
    and the page says so. Returns the deliveries."""
    unfinished = (
        Delivery.objects.filter(at__gte=now - TRIED_FOR, target__withdrawal=None)
        .exclude(attempts__delivered=True)
        .annotate(tried=Count("attempts"), last=Max("attempts__at"))
        .filter(tried__gt=0)
    )
    failed = {job.payload["delivery"] for job in _failed(now)}
    again: list[int] = []
    for delivery in unfinished.select_related("reminder__casino"):
        facts: Any = delivery
        pause = min(timedelta(minutes=2 ** min(facts.tried, 12)), LONGEST_PAUSE)
        if delivery.pk in failed and facts.last + pause <= now:
            with transaction.atomic():
                _ask(delivery.pk, delivery.reminder.casino, now)
            again.append(delivery.pk)
    return again


def _failed(now: datetime) -> list[Job]:
    recent = Q(asked_at__gte=now - TRIED_FOR - timedelta(days=1))
    return list(Job.objects.filter(recent, kind=KIND, state=Job.State.FAILED))
