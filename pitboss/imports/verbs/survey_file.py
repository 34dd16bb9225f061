from __future__ import annotations

from datetime import datetime
from typing import Final

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.imports.access import VERB
from pitboss.imports.models import ImportFile, Surveyed
from pitboss.imports.performers import SURVEY, store_survey
from pitboss.imports.prepared import path_of
from pitboss.imports.reading import Reading
from pitboss.imports.survey import shapes_of
from pitboss.jobs.ask import ask

AT_ONCE: Final = 2 * 1024 * 1024
"""Bytes looked through while somebody waits: some thirty thousand rows, half a second."""


def survey_file(*, file: ImportFile, reading: Reading, by: Person, now: datetime) -> Surveyed:
    """What stands in the columns: at once of a small file, by a job of a large one. Raises PermissionDenied."""
    require(by, VERB, file.casino)
    asked, _ = Surveyed.objects.select_related("job").get_or_create(
        file=file, encoding=reading.encoding, delimiter=reading.delimiter, header=reading.header
    )
    if asked.result is not None:
        return asked
    if file.size <= AT_ONCE:
        store_survey(asked, shapes_of(path_of(file), reading))
    elif asked.job is None or asked.job.state == "failed":
        asked.job = ask(
            key=f"imports:survey:{asked.pk}", kind=SURVEY, now=now, payload={"surveyed": asked.pk},
            casino=file.casino, by=by,
        )  # fmt: skip
        asked.save(update_fields=["job"])
    return asked
