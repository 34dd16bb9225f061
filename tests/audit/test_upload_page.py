from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from pitboss.audit.views import upload as view
from pitboss.ingest.files import KIND
from pitboss.jobs.models import Job
from rules.examples import examples_of
from rules.notation import loads

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]


def shift(table: str = "BJ-01") -> bytes:
    example = next(one for one in examples_of("exposed-card") if one.name == "played-as-if-nothing")
    return b"".join(json.dumps({**line.event, "table": table}).encode() + b"\n" for line in loads(example.text))


def file(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("turno.ndjson", content, content_type="application/x-ndjson")


def send(browser: Client, content: bytes, casino: str = "CDE"):  # type: ignore[no-untyped-def]
    return browser.post("/upload/", {"file": file(content), "casino": casino})


def test_a_file_is_taken_in_and_its_incidents_are_shown(cast: Cast, sign_in: SignIn) -> None:
    answer = send(sign_in(cast.marta), shift())
    outcome = answer.context["outcome"]
    assert (outcome.accepted, outcome.duplicates, outcome.rejected_count) == (len(shift().splitlines()), 0, 0)
    assert outcome.incidents_count == 1
    assert outcome.incidents[0][0] in answer.content.decode()


def test_the_same_file_again_changes_nothing(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.marta)
    send(browser, shift())
    again = send(browser, shift()).context["outcome"]
    assert (again.accepted, again.duplicates) == (0, len(shift().splitlines()))


def test_bad_lines_are_told_one_by_one_and_the_others_are_kept(cast: Cast, sign_in: SignIn) -> None:
    lines = shift().splitlines(keepends=True)
    lines.insert(3, b"{not json\n")
    lines.insert(5, b'{"kind":"dealt","at":"2026-01-01T20:00:00-03:00","to":"9","card":"Kd","table":"BJ-01"}\n')
    answer = send(sign_in(cast.marta), b"".join(lines))
    outcome = answer.context["outcome"]
    assert [why["line"] for why in outcome.rejected] == [4, 6]
    assert outcome.accepted == len(lines) - 2
    assert "Líneas que no se pudieron leer" in answer.content.decode()


def test_a_file_of_nothing_readable_says_that_nothing_was_kept(cast: Cast, sign_in: SignIn) -> None:
    answer = send(sign_in(cast.marta), b"\xff\xfe\nnothing\n")
    assert "No se guardó ninguna línea" in answer.content.decode()


@pytest.mark.parametrize("content", [None, b""])
def test_a_missing_or_empty_file_is_said_on_the_page(content: bytes | None, cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.marta)
    answer = browser.post("/upload/", {"casino": "CDE", **({"file": file(content)} if content is not None else {})})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()


def test_a_dealer_may_not_upload(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.ivan)
    assert browser.get("/upload/").status_code == 403
    assert 'href="/upload/"' not in browser.get("/incidents/").content.decode()


def test_nobody_uploads_to_a_casino_of_others(cast: Cast, sign_in: SignIn) -> None:
    assert send(sign_in(cast.tomas), shift(), casino="CDE").status_code == 403


def test_a_large_file_becomes_a_job_with_its_own_page(
    cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "LARGEST_AT_ONCE", 10)
    browser = sign_in(cast.marta)
    answer = send(browser, shift())
    job = Job.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/upload/{job.pk}/")
    page = browser.get(f"/upload/{job.pk}/").content.decode()
    assert "Espera su turno" in page
    assert 'hx-trigger="every 2s"' in page


def test_a_job_that_is_done_shows_its_result(cast: Cast, sign_in: SignIn) -> None:
    job = Job.objects.create(
        key="x", kind=KIND, asked_by=cast.marta, state=Job.State.DONE, payload={"digest": "ab" * 32, "bytes": 9},
        result={"accepted": 12, "duplicates": 3, "rejected": [{"line": 7, "field": "card", "expected": "a card"}],
                "incidents": [], "counts": {"rejected": 600, "findings": 2, "incidents": 0}},
    )  # fmt: skip
    page = sign_in(cast.marta).get(f"/upload/{job.pk}/").content.decode()
    assert "12 eventos nuevos" in page
    assert "Se muestran las primeras 1 de 600" in page


def test_a_job_that_failed_says_what_to_do(cast: Cast, sign_in: SignIn) -> None:
    job = Job.objects.create(key="x", kind=KIND, asked_by=cast.marta, state=Job.State.FAILED)
    assert "Volver a cargar" in sign_in(cast.marta).get(f"/upload/{job.pk}/").content.decode()


def test_somebody_elses_job_is_not_there(cast: Cast, sign_in: SignIn) -> None:
    job = Job.objects.create(key="x", kind=KIND, asked_by=cast.sergio)
    assert sign_in(cast.marta).get(f"/upload/{job.pk}/").status_code == 404
