"""What falls due, as a page shows it: a row each, in words, narrowed by the address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from pitboss.accounts.models import Person
from pitboss.accounts.roles import Role
from pitboss.audit.footage_clock import Countdown, countdown
from pitboss.audit.given import address, given
from pitboss.casino.clocks import Clock
from pitboss.casino.models import Casino
from pitboss.complaints.models import Complaint
from pitboss.complaints.models import Status as ComplaintStatus
from pitboss.reminders.due import SOON, Due, House, houses_of, lapsed_and_running, near, sees_complaints_at
from pitboss.reminders.models import Reminder, Threshold, What
from pitboss.spreadsheet import csv_line

NAMES: Final = ("casino", "what", "near", "role", "table", "text")
_ALLOWED: Final[Mapping[str, Sequence[str]]] = {
    "what": What.values, "near": [*Threshold.values, "calm"], "role": Role.values
}  # fmt: skip
LONGEST: Final = 100
"""Rows that a page shows of each part; the sheet has them all."""

ICONS: Final[Mapping[What, str]] = {
    What.FOOTAGE: "camera", What.REVIEW: "seal", What.ANSWER: "say", What.APPEAL: "rule", What.DECISION: "doc",
}  # fmt: skip
STATES: Final[Mapping[Threshold | None, str]] = {
    None: "calm", Threshold.SOON: "soon", Threshold.ALARM: "late", Threshold.LAPSED: "gone",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """The newest reminder of a thing: when, how many it went to, and how many have it."""

    at: datetime
    sent: int
    delivered: int


@dataclass(frozen=True, slots=True)
class Row:
    """``business``: business days left, or gone by; ``keep``: the countdown, in the colours of the casino's clocks."""

    due: Due
    icon: str
    near: Threshold | None
    at: datetime
    keep: Countdown
    business: str
    href: str
    told: Told | None


@dataclass(frozen=True, slots=True)
class Asked:
    """The address: ``given`` is what could be read of it, ``unread`` the rest."""

    given: dict[str, str]
    unread: list[str] = field(default_factory=list)

    def address(self, **changes: str | None) -> str:
        values = {**self.given, **changes}
        return address(values, NAMES).removesuffix("?")

    def fits(self, one: Due, near: Threshold | None) -> bool:
        about = one.about
        told = {
            "casino": about.casino.code,
            "what": str(one.what),
            "near": str(near or "calm"),
            "role": str(one.role),
            "table": one.table,
        }
        if any(told[name] != value for name, value in self.given.items() if name in told):
            return False
        return self.given.get("text", "").casefold() in f"{about.folio} {one.table}".casefold()


@dataclass(frozen=True, slots=True)
class Page:
    """``lapsed`` and ``running`` are apart: what ran out comes first, the newest on top, and never leaves by itself.
    ``counts`` are of all there is; ``whole``: the two lists have all of it. ``undated``: casinos that never said how
    long their recorder keeps footage, which then has no date to be listed by.
    """

    lapsed: list[Row]
    running: list[Row]
    counts: dict[str, int]
    whole: bool
    undated: list[str]


def asked(query: Mapping[str, str]) -> Asked:
    read = given(query, NAMES, _ALLOWED)
    return Asked(read.values, [value for _, value in read.unread])


def page(person: Person, wanted: Asked, now: datetime, *, longest: int | None = None) -> Page:
    """What falls due at the person's casinos that fits, ``longest`` rows of a part. Two queries a casino and seven."""
    houses = houses_of(person, now)
    of = {house.casino.pk: house for house in houses}
    told_of = sees_complaints_at(person)
    lapsed, running = lapsed_and_running(houses, now, complaints_of=told_of)
    gone, left = (
        [(one, near) for one in items if wanted.fits(one, near := of[one.about.casino_id].threshold(one, now))]
        for items in (lapsed.items[::-1], running.items)
    )
    counts = {str(value): sum(near == value for _, near in (*gone, *left)) for value in Threshold}
    shown, still = gone[:longest], left[:longest]
    known = reminders([one for one, _ in (*shown, *still)])
    return Page(
        lapsed=[_row(of[one.about.casino_id], one, near, known, now) for one, near in shown],
        running=[_row(of[one.about.casino_id], one, near, known, now) for one, near in still],
        counts=counts | {"calm": sum(near is None for _, near in left)},
        whole=lapsed.whole and running.whole and (len(shown), len(still)) == (len(gone), len(left)),
        undated=[house.casino.name for house in houses if house.clocks[Clock.FOOTAGE_KEPT].value is None],
    )


def waiting(person: Person, casinos: Sequence[Casino], now: datetime) -> list[QuerySet[Any]]:
    """What the side bar counts: footage and answers that are due in three days, and answers that are late. Complaints
    only where they are the person's business."""
    answers = Complaint.objects.filter(
        casino__in=Casino.objects.where(person, "see_complaints").order_by(),
        status=ComplaintStatus.RECEIVED,
        answer_due__lte=now + SOON,
    )
    return [near([casino.pk for casino in casinos], now), answers]


def reminders(items: Sequence[Due]) -> dict[str, Told]:
    """The newest reminder of each, by item. One query."""
    rows = (
        Reminder.objects.filter(item__in=[one.item for one in items])
        .annotate(
            sent=Count("deliveries", distinct=True),
            done=Count("deliveries", filter=Q(deliveries__attempts__delivered=True), distinct=True),
        )
        .order_by("at", "pk")
    )
    return {row.item: Told(row.at, row.sent, row.done) for row in rows}


def choices() -> dict[str, list[tuple[str, str]]]:
    return {
        "what": [(value, str(label)) for value, label in What.choices],
        "near": [*((value, str(label)) for value, label in Threshold.choices), ("calm", gettext("Con tiempo"))],
        "role": [(value, str(Role(value).label)) for value in ("surveillance", "section_head", "auditor", "inspector")],
    }


def sheet(found: Page) -> Iterator[str]:
    """Every row as CSV, a line at a time; times as ISO, on the casino's clock."""
    names = ["what", "near", "casino", "folio", "table", "role", "due_at", "left", "business_days", "reminded_at"]
    yield csv_line(names, between=",")
    for row in (*found.lapsed, *found.running):
        about = row.due.about
        cells = [
            row.due.what, row.near or "", about.casino.code, about.folio, row.due.table, row.due.role,
            row.at.isoformat(), row.keep.words, row.business, row.told.at.isoformat() if row.told else "",
        ]  # fmt: skip
        yield csv_line(cells, between=",")


def _row(house: House, one: Due, nearness: Threshold | None, known: Mapping[str, Told], now: datetime) -> Row:
    zone = ZoneInfo(house.casino.timezone)
    about = one.about
    began = about.received_at if isinstance(about, Complaint) else getattr(about, "ruled_at", None) or about.opened_at
    told = known.get(one.item)
    name = "audit:complaint" if isinstance(about, Complaint) else "audit:incident"
    return Row(
        due=one,
        icon=ICONS[one.what],
        near=nearness,
        at=one.at.astimezone(zone),
        keep=_countdown(one, began, nearness, now),
        business=_business(house, one.at, now),
        href=reverse(name, args=[house.casino.code, about.folio]),
        told=replace(told, at=told.at.astimezone(zone)) if told else None,
    )


def _countdown(one: Due, began: datetime, nearness: Threshold | None, now: datetime) -> Countdown:
    shown = replace(countdown(one.at, began, now), state=STATES[nearness])
    if nearness != Threshold.LAPSED:
        return shown
    days = int((now - one.at).total_seconds() // 86_400)
    hours = int((now - one.at).total_seconds() // 3600)
    if days:
        words = ngettext("hace %(n)s día", "hace %(n)s días", days) % {"n": days}
    else:
        words = gettext("hace %(n)s h") % {"n": hours} if hours else gettext("hace menos de 1 h")
    return replace(shown, words=words)


def _business(house: House, at: datetime, now: datetime) -> str:
    """The last day counts: what falls due today has none left."""
    days = house.days.between(house.days.day_of(now), house.days.day_of(at))
    if at < now:
        return ngettext("%(n)s hábil", "%(n)s hábiles", -days) % {"n": -days}
    if house.days.day_of(at) == house.days.day_of(now):
        return gettext("hoy")
    return ngettext("%(n)s hábil", "%(n)s hábiles", days) % {"n": days}
