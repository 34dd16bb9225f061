"""What is known by a hash, who may ask, and how often."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

import pitboss_verify
from pitboss.casino.cast import Cast
from pitboss.evidence.models import Issued
from pitboss.evidence.verbs.issue import issue
from tests.exports.conftest import asked, made, own_files  # noqa: F401 (fixtures work by name)
from tests.ingest.plays import ndjson, opening, timed, underpaid_round
from tests.reaudit.conftest import take

WHEN = datetime(2026, 11, 30, 4, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def test_a_document_is_known_by_its_hash_to_whoever_asks(client: Client, db: None) -> None:
    sha256 = issue(content=b"%PDF", kind=Issued.Kind.RECEIPT, now=WHEN)
    assert sha256 == hashlib.sha256(b"%PDF").hexdigest()
    assert issue(content=b"%PDF", kind=Issued.Kind.RECEIPT, now=timezone.now()) == sha256
    answer = client.get(f"/verify/known/{sha256}")
    assert answer.json() == {
        "known": [
            {
                "kind": "receipt",
                "words": "Comprobante de un reclamo",
                "at": "2026-11-30T04:00:00+00:00",
                "about": "",
                "checkpoint": None,
            }
        ]
    }
    assert "no-store" in answer["Cache-Control"]
    assert client.get(f"/verify/known/{hashlib.sha256(b'%PDF!').hexdigest()}").json() == {"known": []}


def test_a_bundle_is_known_with_its_request_and_checkpoint_and_nothing_of_whose_it_is(
    client: Client, cast: Cast
) -> None:
    take(ndjson(timed([*opening(), *underpaid_round(1)], table="BJ-01")))
    part = made(asked(cast.marta))
    part.export.refresh_from_db()
    assert part.export.checkpoint is not None
    for digest, kind in ((part.sha256, "bundle"), (part.manifest, "manifest")):
        (one,) = client.get(f"/verify/known/{digest}").json()["known"]
        assert (one["kind"], one["about"]) == (kind, part.digest)
        assert one["checkpoint"] == part.export.checkpoint.size
        assert set(one) == {"kind", "words", "at", "about", "checkpoint"}


@pytest.mark.parametrize("given", ["", "12", "A" * 64, "g" * 64, "0" * 65, "0" * 63 + "%0A"])
def test_what_is_no_hash_is_no_address(client: Client, db: None, given: str) -> None:
    assert client.get(f"/verify/known/{given}").status_code == 404


def test_nothing_is_sent_to_it(client: Client, db: None) -> None:
    for address in ("/verify/", "/verify/worker.js", "/verify/pitboss_verify.py", f"/verify/known/{'0' * 64}"):
        assert client.post(address, {"file": "x"}).status_code == 405


def test_guessing_is_slowed_down_by_address_whatever_a_header_says(client: Client, db: None) -> None:
    def ask(number: int, address: str = "10.0.0.1") -> int:
        spoofed = {"x-forwarded-for": f"10.9.9.{number}"}
        return client.get(f"/verify/known/{number:064x}", REMOTE_ADDR=address, headers=spoofed).status_code

    assert [ask(number) for number in range(61)] == [200] * 60 + [429]
    assert ask(61, "10.0.0.2") == 200


def test_the_list_of_what_went_out_is_only_added_to(db: None) -> None:
    issue(content=b"%PDF", kind=Issued.Kind.RECEIPT, now=WHEN)
    for change in ("UPDATE evidence_issued SET at = now()", "DELETE FROM evidence_issued", "TRUNCATE evidence_issued"):
        with pytest.raises(DatabaseError, match=r"denied|only added"), transaction.atomic(), connection.cursor() as to:
            to.execute(change)


def test_the_verifier_of_the_page_is_the_file_itself(client: Client, db: None) -> None:
    with open(pitboss_verify.__file__, "rb") as file:
        assert client.get("/verify/pitboss_verify.py").content == file.read()


def test_webassembly_is_for_the_worker_alone_and_it_reaches_only_what_it_runs_on(client: Client, db: None) -> None:
    assert "wasm" not in client.get("/verify/")["Content-Security-Policy"]
    allowed = client.get("/verify/worker.js")["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in allowed
    assert "connect-src http://testserver/static/engine/ http://testserver/verify/pitboss_verify.py;" in allowed
