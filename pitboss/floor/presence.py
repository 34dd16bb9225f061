"""Which tablets are at which table, who holds them, and what they have not sent yet.

A tablet says so with everything that it sends, and every fifteen seconds. The wall learns from it that a table
has lost its network; a second tablet at a table that another was there first; and the hand-over of a shift what
is still on its way.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import QuerySet

from pitboss.accounts.models import Person
from pitboss.casino.models import Table
from pitboss.database.waking import notify
from pitboss.floor.device_models import Device

BEAT = timedelta(seconds=15)
"""How often a tablet says that it is there."""
SILENT = 3 * BEAT
"""After this it counts as cut off, or gone."""
MEANT = timedelta(hours=12)
"""A tablet that was silent for longer has been put away."""


class Presence(models.Model):
    """A tablet at a table. ``since``: when it came, without having been silent; ``left_at``: it said good-bye."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="presences")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="presences")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    since = models.DateTimeField()
    seen_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    unsent = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager[Presence]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["since", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["device", "table"], name="floor_one_presence_a_device_and_table")
        ]

    def __str__(self) -> str:
        return f"{self.device_id} at {self.table_id}"

    def silent(self, now: datetime) -> bool:
        return now - self.seen_at > SILENT

    def as_dict(self, now: datetime) -> dict[str, Any]:
        """As the wall and the other tablets are told."""
        return {
            "id": self.device_id,
            "name": self.device.name,
            "person": None if self.person is None else self.person.name,
            "since": self.since,
            "seen_at": self.seen_at,
            "unsent": self.unsent,
            "silent": self.silent(now),
        }


def be_here(*, table: Table, device: Device, person: Person | None, unsent: int, now: datetime) -> None:
    """This tablet is at this table; the others of the floor hear of it if that is news."""
    there = Presence.objects.filter(table=table, device=device).first()
    news = there is None or there.left_at is not None or there.silent(now) or there.person != person
    begun = there is None or there.left_at is not None or there.silent(now)
    values = {"person": person, "seen_at": now, "left_at": None, "unsent": unsent}
    Presence.objects.update_or_create(
        table=table,
        device=device,
        defaults={**values, "since": now} if begun else values,
        create_defaults={**values, "since": now},
    )
    if news or (there is not None and there.unsent != unsent):
        _tell(table)


def leave(*, table: Table, device: Device, now: datetime) -> None:
    """The page was closed on purpose. With entries unsent it stays on the list, so that they are looked for."""
    gone = Presence.objects.filter(table=table, device=device, left_at__isnull=True)
    if gone.update(left_at=now, seen_at=now):
        _tell(table)


def at_tables(tables: Iterable[int], now: datetime) -> dict[int, list[Presence]]:
    """The tablets of each table, first come first: those that are there, fell silent, or owe entries. One query."""
    found: dict[int, list[Presence]] = {table: [] for table in tables}
    for one in _owing_or_there(now).filter(table__in=found):
        found[one.table_id].append(one)
    return found


def others_at(*, table: Table, device: Device | None, now: datetime) -> list[dict[str, Any]]:
    """The other tablets that are at the table now. ``first``: it was there before this one."""
    present = [one for one in at_tables([table.pk], now)[table.pk] if one.left_at is None and not one.silent(now)]
    mine = next((one for one in present if device is not None and one.device_id == device.pk), None)
    return [
        {**one.as_dict(now), "first": mine is None or (one.since, one.pk) < (mine.since, mine.pk)}
        for one in present
        if one is not mine
    ]


def offline_since(present: Iterable[Presence], now: datetime) -> datetime | None:
    """When the last tablet of a table was heard, if all that have not left are silent; None if one is there."""
    there = [one for one in present if one.left_at is None]
    if not there or any(not one.silent(now) for one in there):
        return None
    return max(one.seen_at for one in there)


def unsent_at(tables: Iterable[int], now: datetime) -> list[Presence]:
    """Tablets that hold entries for these tables which the ledger does not have: no shift is closed over them."""
    return list(_owing_or_there(now).filter(table__in=list(tables), unsent__gt=0))


def _owing_or_there(now: datetime) -> QuerySet[Presence]:
    owing = models.Q(unsent__gt=0)
    there = models.Q(left_at__isnull=True, seen_at__gt=now - MEANT)
    return Presence.objects.filter(owing | there).select_related("device", "person", "table")


def _tell(table: Table) -> None:
    notify({"casino": table.casino_id, "table": table.pk, "presence": True})
