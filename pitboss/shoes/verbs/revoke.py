"""Revoke a shoe: from now on its token opens nothing."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.shoes.models import ShoeDevice, ShoeLog


@transaction.atomic
def revoke(*, device: ShoeDevice, by: Person, now: datetime) -> None:
    """Doing it twice changes nothing."""
    require(by, "administer", device.casino)
    device = ShoeDevice.objects.select_for_update().select_related("casino").get(pk=device.pk)
    if device.revoked_at is not None:
        return
    device.revoked_at, device.revoked_by = now, by
    device.save(update_fields=["revoked_at", "revoked_by"])
    ShoeLog.objects.create(
        casino=device.casino, device=device, name=device.name, what=ShoeLog.What.REVOKED, by=by, at=now
    )
