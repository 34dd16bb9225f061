from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.refusal import Refused
from pitboss.reaudit.access import require_all
from pitboss.reaudit.models import Reaudit
from pitboss.reaudit.progress import DONE, progress_of
from pitboss.reaudit.refusal import OVER


def cancel(*, reaudit: Reaudit, by: Person, now: datetime) -> Reaudit:
    """Begin no further step. What was judged by then stays, and the page says that it is not all.

    Raises PermissionDenied, Refused.
    """
    with transaction.atomic():
        held = Reaudit.objects.select_for_update(of=("self",)).select_related("job").get(pk=reaudit.pk)
        require_all(by, held)
        if held.cancelled_at is not None or progress_of(held, now).state == DONE:
            raise Refused([OVER])
        held.cancelled_at, held.cancelled_by = now, by
        held.save(update_fields=["cancelled_at", "cancelled_by"])
    return held
