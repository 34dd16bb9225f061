"""The commands: files in, and the rules over the ledger again."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding
from tests.ingest.plays import ndjson, shift, timed

pytestmark = pytest.mark.services


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "shift.ndjson"
    path.write_bytes(ndjson(timed(shift(), table=None)))
    return str(path)


def test_a_file_goes_in_by_command_and_again_changes_nothing(cast: Cast, file: str) -> None:
    said = run("ingest", file, "--casino", "CDE", "--table", "BJ-01")
    lines = len(shift())
    assert f"{lines} accepted, 0 known already, 0 rejected; 1 findings, 1 incidents" in said
    assert f"CDE BJ-01 session 1: ledger at {lines}" in said
    assert f"0 accepted, {lines} known already" in run("ingest", file, "--casino", "CDE", "--table", "BJ-01")
    assert Entry.objects.count() == lines


def test_the_answer_is_json_when_asked_for(cast: Cast, file: str) -> None:
    answer = json.loads(run("ingest", file, "--casino", "CDE", "--table", "BJ-01", "--by", "R-1042", "--json"))
    assert answer["accepted"] == len(shift())
    assert answer["findings"][0]["code"] == "exposed-card"


def test_where_two_casinos_have_the_table_the_casino_is_asked_for(cast: Cast, file: str) -> None:
    with pytest.raises(CommandError, match="no line was taken"):
        run("ingest", file, "--table", "BJ-01")


def test_a_file_or_a_badge_that_is_not_there_is_told(cast: Cast, file: str) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run("ingest", file + "x", "--table", "BJ-01")
    with pytest.raises(CommandError, match="nobody has the badge"):
        run("ingest", file, "--by", "X-0")
    with pytest.raises(CommandError, match="no line was taken"):
        run("ingest", file, "--by", "R-2117", "--table", "BJ-01")


def test_a_session_is_replayed_by_command(cast: Cast, file: str) -> None:
    run("ingest", file, "--casino", "CDE", "--table", "BJ-01")
    session = TableSession.objects.get()
    assert "0 findings changed" in run("replay", "--session", str(session.pk))
    Finding.objects.update(outcome="pending")
    assert "1 findings changed" in run("replay", "--casino", "CDE")
    assert Finding.objects.get().outcome == "followed"
    with pytest.raises(CommandError, match="say which"):
        run("replay")
    with pytest.raises(CommandError, match="no such session"):
        run("replay", "--session", "999999")
