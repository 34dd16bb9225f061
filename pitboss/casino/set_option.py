"""Set an option of the house from a moment on, or withdraw it: one verb."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import AMOUNTS, Casino, HouseOption, HouseSetting, Table

LARGEST = 10**12
"""The largest chip of the contract: no limit of a table is above it."""


class NotAnOption(ValueError):
    """What was said is no option of a house, or no value of this one."""


@transaction.atomic
def set_option(
    *,
    casino: Casino,
    option: str,
    value: bool | int | None,
    valid_from: datetime,
    by: Person,
    why: str,
    now: datetime,
    table: Table | None = None,
) -> HouseSetting:
    """Add a setting for the casino, or for one table of it; ``value`` None withdraws. It holds for sessions that open
    from ``valid_from`` on and are not open yet. NotAnOption; PermissionDenied."""
    require(by, "administer", casino)
    _check(option, value)
    if table is not None and table.casino_id != casino.pk:
        raise NotAnOption(f"table {table.name} is not one of {casino.code}")
    if not why.strip():
        raise NotAnOption("a reason is missing: an option of the house says why")
    _check_limits(casino, table, option, value, valid_from)
    return HouseSetting.objects.create(
        casino=casino,
        table=table,
        option=option,
        value=value,
        valid_from=valid_from,
        by=by,
        why=why.strip(),
        set_at=now,
    )


def _check(option: str, value: bool | int | None) -> None:
    if option not in HouseOption.values:
        raise NotAnOption(f"{option!r} is no option of a house; there are {', '.join(HouseOption.values)}")
    if value is None:
        return
    if option not in AMOUNTS:
        if not isinstance(value, bool):
            raise NotAnOption(f"{option} is {value!r}; it can be true or false")
    elif isinstance(value, bool) or not 1 <= value <= LARGEST:
        raise NotAnOption(f"{option} is {value!r}; it can be a whole amount from 1 to {LARGEST}")


def _check_limits(
    casino: Casino, table: Table | None, option: str, value: bool | int | None, valid_from: datetime
) -> None:
    if option not in (HouseOption.MIN, HouseOption.MAX) or value is None:
        return
    then = HouseSetting.objects.in_force(casino=casino.pk, table=table.pk if table else None, at=valid_from)
    other = then.get(HouseOption.MAX if option == HouseOption.MIN else HouseOption.MIN)
    if other is None:
        return
    limit = int(other.value or 0)
    least, most = (value, limit) if option == HouseOption.MIN else (limit, value)
    if least > most:
        raise NotAnOption(f"the minimum {least} is above the maximum {most}")
