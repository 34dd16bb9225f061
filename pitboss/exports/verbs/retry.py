from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.exports.models import Export
from pitboss.exports.refusal import NOT_FAILED
from pitboss.incidents.refusal import Refused
from pitboss.jobs import ask as jobs
from pitboss.jobs.models import Job


def retry(*, export: Export, by: Person, now: datetime) -> Export:
    """Queue again whatever gave up. Raises PermissionDenied, Refused."""
    for casino in export.casinos.all():
        require(by, "bundle", casino)
    failed = [part.job for part in export.parts.select_related("job") if part.job.state == Job.State.FAILED]
    if not failed:
        raise Refused([NOT_FAILED])
    with transaction.atomic():
        for job in failed:
            jobs.ask(key=job.key, kind=job.kind, now=now)
    return export
