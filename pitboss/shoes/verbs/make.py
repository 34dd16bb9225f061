"""Make a shoe: its token is told here and never again."""

from __future__ import annotations

import secrets

from django.db import IntegrityError, transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Table
from pitboss.shoes.models import Mode, ShoeDevice, ShoeLog
from pitboss.shoes.tokens import hash_of


class TableHasOne(ValueError):
    """The table has a shoe in force already: two would be taken for one that reads everything twice."""


def make(*, table: Table, name: str, mode: Mode, by: Person | None) -> tuple[ShoeDevice, str]:
    """A shoe of that table, and its token. ``by`` None is a command at the server. TableHasOne."""
    if by is not None:
        require(by, "administer", table.casino)
    token = secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            device = ShoeDevice.objects.create(
                casino=table.casino, table=table, name=name, mode=mode, token_hash=hash_of(token), made_by=by
            )
            ShoeLog.objects.create(casino=table.casino, device=device, name=name, what=ShoeLog.What.MADE, by=by)
    except IntegrityError as why:
        if ShoeDevice.objects.filter(table=table, revoked_at=None).exists():
            raise TableHasOne(table.name) from why
        raise
    return device, token
