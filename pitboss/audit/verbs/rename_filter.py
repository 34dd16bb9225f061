from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from pitboss.accounts.models import Person
from pitboss.audit.models import SavedFilter


class Taken(ValueError):
    """Another filter of the same person has that name."""


def rename_filter(*, saved: SavedFilter, by: Person, name: str) -> SavedFilter:
    """Give one's own filter another name. Raises PermissionDenied for somebody else's, Taken for a name in use."""
    if saved.owner_id != by.pk:
        raise PermissionDenied(f"{by} does not own filter {saved.pk}")
    saved.name = name
    try:
        with transaction.atomic():
            saved.save(update_fields=["name"])
    except IntegrityError as why:
        raise Taken(name) from why
    return saved
