from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from pitboss.accounts.models import Person
from pitboss.incidents.refusal import Refused
from pitboss.jobs import ask as jobs
from pitboss.jobs.models import Job
from pitboss.reaudit.access import require_all
from pitboss.reaudit.models import Part, Reaudit
from pitboss.reaudit.refusal import NOT_FAILED, OVER


def retry(*, reaudit: Reaudit, by: Person, now: datetime) -> Reaudit:
    """Queue again whatever failed; what was judged is not judged twice. Raises PermissionDenied, Refused."""
    with transaction.atomic():
        held = Reaudit.objects.select_for_update(of=("self",)).get(pk=reaudit.pk)
        require_all(by, held)
        if held.cancelled_at is not None:
            raise Refused([OVER])
        ours = Q(pk=held.job_id) | Q(pk__in=Part.objects.filter(reaudit=held).values("job"))
        failed = list(Job.objects.filter(ours, state=Job.State.FAILED))
        if not failed:
            raise Refused([NOT_FAILED])
        for job in failed:
            jobs.ask(key=job.key, kind=job.kind, now=now)
    return held
