from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.imports.access import VERB
from pitboss.imports.convert import import_id
from pitboss.imports.models import Import, Trial
from pitboss.imports.performers import TAKE
from pitboss.imports.refusal import NOT_SEEN, NOTHING_TO_TAKE
from pitboss.incidents.refusal import Refused
from pitboss.jobs.ask import ask


def take_file(*, trial: Trial, seen: str, by: Person, now: datetime) -> Import:
    """Import the file of a dry run by its mapping. ``seen``: digest of the result that this person has read.

    Asking again finds the import that is there, and has a failed one tried again. Raises PermissionDenied, Refused.
    """
    casino = trial.file.casino
    require(by, VERB, casino)
    if trial.done_at is None or seen != trial.result_digest:
        raise Refused([NOT_SEEN])
    if not trial.result["events"] and not trial.result["joining"]:
        raise Refused([NOTHING_TO_TAKE])
    with transaction.atomic():
        Trial.objects.select_for_update(of=("self",)).get(pk=trial.pk)
        taken, _ = Import.objects.get_or_create(
            trial=trial,
            defaults={"seen": seen, "mark": import_id(casino.code, trial.file.digest), "by": by, "at": now},
        )
        job = ask(
            key=f"imports:take:{taken.pk}", kind=TAKE, now=now, payload={"import": taken.pk}, casino=casino, by=by
        )
        if taken.job_id is None:
            taken.job = job
            taken.save(update_fields=["job"])
    return taken
