"""Every worked example of the rules, through the whole system: the database says what the engine says."""

from __future__ import annotations

import io
import json

import pytest
from django.db import transaction

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.incidents.models import IncidentFinding
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.pipeline import replay_again
from pitboss.replay.models import Finding
from pitboss.replay.scenes import scenes
from rules.examples import FOLDER, Example, page
from rules.notation import loads
from rules.replay import replay
from rules.wire import Rejected, read
from tests.ingest.plays import START

pytestmark = pytest.mark.services

FILES = sorted(FOLDER.glob("scj/*.toml"))


def lines_of(example: Example) -> list[bytes]:
    """Numbered, as a tablet numbers them: these plays have no clock, and equal lines would be one event."""
    events = [line.event for line in loads(example.text)]
    return [json.dumps({"seq": place, **event}).encode() + b"\n" for place, event in enumerate(events, 1)]


def engine_says(lines: list[bytes]) -> list[str]:
    pairs = [found for found in read(lines) if not isinstance(found, Rejected)]
    return sorted(json.dumps(finding.as_dict() | {"words": None}) for finding in replay(pairs).findings)


def database_says() -> list[str]:
    """Findings as stored, but for what a correction has withdrawn: the engine does not see those."""
    shown = [row.data for row in Finding.objects.all() if "withdrawn_by" not in row.data]
    without = ("facts", "footage", "text")
    return sorted(
        json.dumps({**{name: value for name, value in data.items() if name not in without}, "words": None})
        for data in shown
    )


def in_key_order(rows: list[str]) -> list[str]:
    """jsonb keeps no order of keys."""
    return sorted(json.dumps(json.loads(row), sort_keys=True) for row in rows)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_the_database_says_what_the_engine_says(cast: Cast, path: object) -> None:
    told = 0
    for example in page(path).example:  # type: ignore[arg-type]
        lines = lines_of(example)
        if b'"table_opened"' not in lines[0]:
            continue
        with transaction.atomic():
            for sent in (lines[: len(lines) // 2], lines[len(lines) // 2 :]):
                intake = Intake(by=None, casino="CDE", table="BJ-01")
                receipt = intake.take(read_ndjson(io.BytesIO(b"".join(sent))))
                rejected = [why for why in receipt.rejected if why.field != "table"]
                assert rejected == [], (example.name, rejected)
            if receipt.rejected:
                # What comes after the close is told at the door here, and read by the engine alone
                transaction.set_rollback(True)
                continue
            assert in_key_order(database_says()) == in_key_order(engine_says(lines)), example.name
            session = TableSession.objects.latest("pk")
            assert replay_again(session=session, now=START) == [], example.name
            assert IncidentFinding.objects.count() == Finding.objects.count()
            assert scenes(session, 1) or not any(b'"round_opened"' in line for line in lines)
            transaction.set_rollback(True)
        told += 1
    assert told, "no example of this file begins with an opened table"
