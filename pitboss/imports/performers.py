"""Jobs of this app: a file looked through, a dry run, an import."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO, cast

import msgspec
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.imports.convert import LeftOut, Made
from pitboss.imports.models import Import, Surveyed, Trial
from pitboss.imports.prepared import columns_of, converter_of, definition_of, line_of, path_of
from pitboss.imports.reading import Reading, rows
from pitboss.imports.refused import SHEET, Refusals
from pitboss.imports.survey import Survey, survey
from pitboss.imports.trial import MOST_SESSIONS, Tryout
from pitboss.ingest.files import keep
from pitboss.ingest.intake import CHUNK, Intake
from pitboss.ingest.lines import Line, Rejection
from pitboss.ingest.performers import MOST_TOLD
from pitboss.ingest.receipt import Receipt
from pitboss.ingest.tables import Tables
from pitboss.jobs.kinds import Progress, Run, Steps, performs
from pitboss.ledger.canonical import canonical
from pitboss.spreadsheet import BOM, csv_line

SURVEY: Final = "imports.survey"
TRY: Final = "imports.try"
TAKE: Final = "imports.take"
VERB: Final = "upload"


@performs(SURVEY)
def survey_file(run: Run) -> Steps:
    """Count what stands in the columns; its progress is in bytes."""
    asked = Surveyed.objects.select_related("file").get(pk=run.payload["surveyed"])
    if asked.result is None:
        for came in survey(path_of(asked.file), Reading(asked.encoding, asked.delimiter, asked.header)):
            if isinstance(came, Survey):
                store_survey(asked, came)
            else:
                yield Progress(max(came, run.progress), asked.file.size)
    return {}


def store_survey(asked: Surveyed, came: Survey) -> None:
    asked.result = msgspec.to_builtins(came)
    asked.save(update_fields=["result"])


@performs(TRY)
def try_file(run: Run) -> Steps:
    """The whole file through the engine; its progress is in bytes. Nothing but its result is written."""
    trial = Trial.objects.select_related("file__casino", "mapping", "by").get(pk=run.payload["trial"])
    if trial.done_at is not None:
        return {}
    definition = definition_of(trial.mapping)
    with _sheet() as sheet:
        refusals = Refusals(columns_of(definition), sheet)
        tryout = Tryout(
            converter_of(trial.file, definition),
            Tables(by=trial.by, verb=VERB, casino=trial.file.casino.code),
            refusals,
        )
        for done in tryout.go(rows(path_of(trial.file), definition.reading)):
            yield Progress(max(done, run.progress), trial.file.size)
        trial.result = {**tryout.result(), "sheet": _kept(sheet, refusals)}
    trial.result_digest = hashlib.sha256(canonical(trial.result).encode()).hexdigest()
    trial.done_at = timezone.now()
    trial.save(update_fields=["result", "result_digest", "done_at"])
    return {}


class _Told(Receipt):
    """A receipt whose rejections are told with their column."""

    refusals: Refusals

    def reject(self, why: Rejection) -> None:
        super().reject(why)
        self.refusals.add(why)


@performs(TAKE)
def take_file(run: Run) -> Steps:
    """Take the file in, a transaction a chunk. Every attempt reads from the start, as uploads do: what an earlier one
    took is then counted as known already."""
    taken = Import.objects.select_related("trial__file__casino", "trial__mapping", "by").get(pk=run.payload["import"])
    if taken.done_at is not None:
        return {}
    file, definition = taken.trial.file, definition_of(taken.trial.mapping)
    by = Person.objects.get(pk=taken.by_id)
    with _sheet() as sheet:
        receipt = _Told(most=MOST_TOLD)
        receipt.refusals = Refusals(columns_of(definition), sheet)
        intake = Intake(by=by, casino=file.casino.code, verb=VERB, receipt=receipt)
        converter = converter_of(file, definition)
        chunk: list[Line | Rejection] = []
        left_out = ours = 0
        for came in converter.convert(rows(path_of(file), definition.reading)):
            if isinstance(came, LeftOut):
                left_out += 1
                continue
            if isinstance(came, Made):
                ours += came.ours
                chunk.append(line_of(came.body, came.line))
            else:
                chunk.append(came)
            if len(chunk) == CHUNK:
                intake.take_chunk(chunk)
                chunk = []
                yield Progress(max(converter.done, run.progress), file.size)
        if chunk:
            intake.take_chunk(chunk)
        told = receipt.as_dict()
        told["rejected"] = receipt.refusals.told
        told["sessions"] = told["sessions"][:MOST_SESSIONS]
        told |= {"left_out": left_out, "ours": ours, "rejected_by": receipt.refusals.by_why}
        told["sheet"] = _kept(sheet, receipt.refusals)
    taken.result, taken.done_at = told, timezone.now()
    taken.save(update_fields=["result", "done_at"])
    return {"import": taken.pk}


@contextmanager
def _sheet() -> Iterator[TextIO]:
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as sheet:
        sheet.write(BOM + csv_line(SHEET))
        yield cast(TextIO, sheet)


def _kept(sheet: TextIO, refusals: Refusals) -> str | None:
    """Where the sheet of what was refused lies; None where nothing was."""
    if not refusals.count:
        return None
    sheet.flush()
    sheet.buffer.seek(0)
    return keep(sheet.buffer)[0]
