"""Files too large for one request are jobs, and their effect happens once."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pitboss.casino.cast import Cast
from pitboss.ingest import files, intake
from pitboss.ingest.files import NoSuchCasino, keep, kept, queue_file, receive
from pitboss.ingest.receipt import Receipt
from pitboss.jobs.models import Job
from pitboss.jobs.perform import perform
from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding
from tests.ingest.plays import exposed_round, ndjson, opening, plain_round, timed

pytestmark = pytest.mark.services


@pytest.fixture(autouse=True)
def _small_sizes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Three chunks and a limit that a short play passes: the sizes are the only thing made small."""
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))
    monkeypatch.setattr(files, "CHUNK", 25)
    monkeypatch.setattr(files, "LARGEST_AT_ONCE", 2_000)
    monkeypatch.setattr(intake, "CHUNK", 25)


def body() -> bytes:
    play = [*opening(), *plain_round(1), *exposed_round(2, burned=True), *plain_round(3), *plain_round(4)]
    return ndjson(timed([*play, {"kind": "table_closed"}]))


def test_a_small_file_is_taken_at_once_and_a_large_one_becomes_a_job(cast: Cast) -> None:
    small = receive(io.BytesIO(ndjson(timed(opening()))), by=cast.marta)
    assert isinstance(small, Receipt)
    assert small.accepted == len(opening())
    large = receive(io.BytesIO(body()), by=cast.marta)
    assert isinstance(large, Job)
    assert large.casino == cast.casino
    assert kept(large.payload["digest"]).read_bytes() == body()


def test_the_job_takes_the_file_in_and_tells_how_far_it_is(cast: Cast) -> None:
    job = queue_file(io.BytesIO(body()), by=cast.marta, verb="upload")
    assert perform(job.pk)
    job.refresh_from_db()
    lines = body().count(b"\n")
    assert (job.state, job.progress, job.total) == ("done", len(body()), len(body()))
    assert job.result is not None
    assert (job.result["accepted"], job.result["counts"]["findings"]) == (lines, 1)
    assert job.result["last_number"] == Entry.objects.count() == lines


def test_the_same_file_again_is_the_same_job(cast: Cast) -> None:
    one = queue_file(io.BytesIO(body()), by=cast.marta, verb="upload")
    perform(one.pk)
    two = queue_file(io.BytesIO(body()), by=cast.marta, verb="upload")
    assert (two.pk, two.state) == (one.pk, "done")
    assert not perform(two.pk)


def test_an_attempt_that_died_half_way_is_finished_by_the_next_without_doubles(
    own_database: str, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = queue_file(io.BytesIO(body()), by=cast.marta, verb="upload")
    whole = intake.Intake.take_chunk
    chunks = 0

    def dies(self: intake.Intake, chunk: list[object], **more: object) -> None:
        nonlocal chunks
        chunks += 1
        if chunks == 2:
            raise RuntimeError("the worker's machine is gone")
        whole(self, chunk, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(intake.Intake, "take_chunk", dies)
    assert not perform(job.pk)
    assert Entry.objects.count() == 25
    monkeypatch.setattr(intake.Intake, "take_chunk", whole)
    Job.objects.update(lease=None)
    assert perform(job.pk)
    lines = body().count(b"\n")
    assert Entry.objects.count() == lines
    assert Finding.objects.count() == 1
    job.refresh_from_db()
    assert job.result is not None
    assert (job.result["accepted"], job.result["duplicates"]) == (lines - 25, 25)


def test_a_large_file_of_rubbish_is_counted_whole_and_listed_in_part(cast: Cast) -> None:
    job = queue_file(io.BytesIO(b"rubbish\n" * 2_000), by=cast.marta, verb="upload")
    assert perform(job.pk)
    job.refresh_from_db()
    assert job.result is not None
    assert job.result["counts"]["rejected"] == 2_000
    assert len(job.result["rejected"]) == 500


def test_nobody_sends_a_file_to_a_casino_of_others(cast: Cast) -> None:
    with pytest.raises(NoSuchCasino):
        queue_file(io.BytesIO(body()), by=cast.tomas, casino="CDE")
    assert not Job.objects.exists()


def test_a_file_is_kept_once_under_its_hash(cast: Cast) -> None:
    first, size = keep(io.BytesIO(body()))
    again, _ = keep(io.BytesIO(body()))
    assert (first, size) == (again, len(body()))
    assert [path.name for path in kept(first).parent.iterdir()] == [first]
