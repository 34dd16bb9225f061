from __future__ import annotations

from django.core.exceptions import PermissionDenied

from pitboss.accounts.models import Person
from pitboss.audit.models import SavedFilter


def drop_filter(*, saved: SavedFilter, by: Person) -> None:
    """Take one's own filter away, also from those it was shared with. PermissionDenied for somebody else's."""
    if saved.owner_id != by.pk:
        raise PermissionDenied(f"{by} does not own filter {saved.pk}")
    saved.delete()
