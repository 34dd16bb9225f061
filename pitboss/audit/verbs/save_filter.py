from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.audit.models import SavedFilter
from pitboss.casino.models import Casino

MOST = 40
"""Filters of one person: each is counted whenever a page of the desk is shown."""


class TooMany(ValueError):
    """Somebody has as many filters as fit in a side bar."""


def save_filter(*, by: Person, name: str, query: str, casino: Casino | None, now: datetime) -> SavedFilter:
    """Keep an address of the inbox under a name; a name that is there already gets the new address.

    ``casino``: shared with everybody who works there; raises PermissionDenied for who may not, TooMany beyond ``MOST``.
    """
    if casino is not None:
        require(by, "share_filters", casino)
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=by.pk)
        mine = SavedFilter.objects.filter(owner=by)
        if mine.count() >= MOST and not mine.filter(name=name).exists():
            raise TooMany
        kept, _new = SavedFilter.objects.update_or_create(
            owner=by, name=name, defaults={"query": query, "casino": casino}, create_defaults={
                "query": query, "casino": casino, "made_at": now,
            },
        )  # fmt: skip
    return kept
