"""Say where a role is told, or that it is told there no more: two verbs."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.accounts.roles import Role
from pitboss.casino.models import Casino
from pitboss.reminders.models import Channel, Target, Withdrawal


class NotATarget(ValueError):
    """What was said is no address, or there already. ``reason`` is a word for programs."""

    def __init__(self, reason: str, told: str) -> None:
        self.reason = reason
        super().__init__(told)


@transaction.atomic
def set_target(*, casino: Casino, role: str, channel: str, address: str, by: Person, why: str, now: datetime) -> Target:
    """Add one; ``role`` empty takes everything. NotATarget; PermissionDenied."""
    require(by, "administer", casino)
    address = address.strip()
    if channel not in Channel.values or role not in ("", *Role.values):
        raise NotATarget("unknown", f"{channel!r} is no channel or {role!r} no role")
    if not why.strip():
        raise NotATarget("why", "a reason is missing: who is told says why")
    _check(channel, address)
    Casino.objects.select_for_update(no_key=True).get(pk=casino.pk)
    if Target.objects.standing().filter(casino=casino, role=role, channel=channel, address=address).exists():
        raise NotATarget("twice", f"{address} is told already")
    return Target.objects.create(
        casino=casino, role=role, channel=channel, address=address, by=by, why=why.strip(), set_at=now
    )


@transaction.atomic
def withdraw_target(*, target: Target, by: Person, why: str, now: datetime) -> Withdrawal:
    """From now on nothing is sent there; what is on its way is not sent again. NotATarget; PermissionDenied."""
    require(by, "administer", target.casino)
    if not why.strip():
        raise NotATarget("why", "a reason is missing: who is told no more says why")
    withdrawal, new = Withdrawal.objects.get_or_create(
        target=target, defaults={"by": by, "why": why.strip(), "at": now}
    )
    if not new:
        raise NotATarget("twice", f"{target.address} was withdrawn before")
    return withdrawal


def _check(channel: str, address: str) -> None:
    try:
        if channel == Channel.EMAIL:
            validate_email(address)
        elif not _is_url(address):
            raise ValueError("no address of the web, or with a password in it")
    except (ValidationError, ValueError) as why:
        raise NotATarget("address", f"{address!r} is no address of that kind") from why


def _is_url(address: str) -> bool:
    """A name without dots is good: that is what systems inside a house are called. ValueError for a port that is
    none."""
    parts = urlsplit(address)
    whole = bool(address.isprintable() and " " not in address and parts.hostname and parts.port != 0)
    return whole and parts.scheme in ("http", "https") and parts.username is None and not parts.fragment
