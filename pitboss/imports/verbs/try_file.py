from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Casino
from pitboss.imports.access import VERB
from pitboss.imports.definition import Definition, as_json, digest_of
from pitboss.imports.models import ImportFile, Mapping, Trial
from pitboss.imports.performers import TRY
from pitboss.imports.refusal import NO_NAME
from pitboss.incidents.refusal import Refused
from pitboss.jobs.ask import ask

LONGEST_NAME: Final = 80


def save_mapping(*, casino: Casino, name: str, definition: Definition, by: Person, now: datetime) -> Mapping:
    """Keep a mapping under a name: a new version where it differs from the last. Raises PermissionDenied, Refused."""
    require(by, VERB, casino)
    name = " ".join(name.split())[:LONGEST_NAME]
    if not name:
        raise Refused([NO_NAME])
    digest = digest_of(definition)
    with transaction.atomic():
        Casino.objects.select_for_update(no_key=True).get(pk=casino.pk)
        last = Mapping.objects.filter(casino=casino, name=name).order_by("-version").first()
        if last is not None and last.digest == digest:
            return last
        return Mapping.objects.create(
            casino=casino,
            name=name,
            version=1 if last is None else last.version + 1,
            definition=as_json(definition),
            digest=digest,
            by=by,
            at=now,
        )


def try_file(*, file: ImportFile, mapping: Mapping, by: Person, now: datetime) -> Trial:
    """Ask for a dry run; a worker begins when the transaction commits. Raises PermissionDenied."""
    require(by, VERB, file.casino)
    with transaction.atomic():
        trial = Trial.objects.create(file=file, mapping=mapping, by=by, at=now)
        trial.job = ask(
            key=f"imports:try:{trial.pk}", kind=TRY, now=now, payload={"trial": trial.pk}, casino=file.casino, by=by
        )
        trial.save(update_fields=["job"])
    return trial
