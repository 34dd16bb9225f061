"""What is in a bundle, and that it is the same each time."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import subprocess
import sys
import zipfile
from base64 import b64decode
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from django.conf import LazySettings
from django.utils import timezone

import pitboss_verify
from pitboss.evidence.head import Proof, proven
from pitboss.evidence.models import Checkpoint
from pitboss.evidence.note import opened
from pitboss.evidence.queries import verifiers
from pitboss.evidence.record import Leaf, record_of
from pitboss.exports.index import index
from pitboss.exports.models import Part
from pitboss.exports.shapes import schema
from pitboss.exports.tasks import clear
from pitboss.home import CHECKOUT
from pitboss.jobs.perform import perform
from pitboss.ledger.models import Entry
from tests.exports.conftest import asked, contents, made, path_of
from tests.ingest.plays import START, exposed_round, ndjson, opening, timed, underpaid_round
from tests.reaudit.conftest import short, take

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

pytestmark = pytest.mark.services


def read(files: dict[str, bytes], name: str) -> Any:
    return json.loads(files[f"data/{name}"])


def two_seats(number: int) -> list[dict[str, Any]]:
    """Seats 1 and 2 win with 20 against 18; both are paid short."""
    return [
        {"kind": "round_opened", "round": number},
        {"kind": "bet", "spot": "1", "amount": 10000},
        {"kind": "bet", "spot": "2", "amount": 23000},
        {"kind": "dealt", "to": "1", "card": "Th"},
        {"kind": "dealt", "to": "2", "card": "Kh"},
        {"kind": "dealt", "to": "dealer", "card": "9c"},
        {"kind": "dealt", "to": "1", "card": "Qs"},
        {"kind": "dealt", "to": "2", "card": "Js"},
        {"kind": "acted", "spot": "1", "action": "stand"},
        {"kind": "acted", "spot": "2", "action": "stand"},
        {"kind": "dealt", "to": "dealer", "card": "9d"},
        {"kind": "paid", "spot": "1", "amount": 6000},
        {"kind": "paid", "spot": "2", "amount": 19000},
        {"kind": "cards_collected", "order": "right_to_left"},
        {"kind": "round_closed"},
    ]


def test_a_bundle_holds_the_cases_their_sessions_and_what_proves_them(cast: Cast) -> None:
    session = take(short())
    files = contents(made(asked(cast.marta)))
    told = read(files, "incidents.json")
    jsonschema.validate(told, read(files, "incidents.schema.json"), jsonschema.Draft202012Validator)
    (incident,) = told["incidents"]
    assert (incident["code"], incident["owed"]) == ("wrong-payout", 4000)
    entries = [json.loads(line) for line in files[f"data/ledger/{session.pk}.entries.ndjson"].splitlines()]
    stored = list(Entry.objects.filter(session=session).order_by("number"))
    assert [(one["number"], one["body"], one["hash"]) for one in entries] == [
        (one.number, one.body, bytes(one.hash).hex()) for one in stored
    ]
    note, by = opened(files["bundle.note"].decode(), verifiers())
    assert by == tuple(verifiers())
    assert f"manifest {hashlib.sha256(files['manifest-sha256.txt']).hexdigest()}\n" in note.text
    (sessions,) = read(files, "sessions.json")["sessions"]
    proof = read(files, "evidence/inclusion.json")["sessions"][str(session.pk)]
    head = proven(
        Proof(proof["index"], tuple(map(b64decode, proof["path"])), files["data/evidence/checkpoint"].decode()),
        record_of(Leaf(sessions["table_number"], session.pk, proof["number"], bytes.fromhex(sessions["hash"]))),
        verifiers(),
    )
    assert head.size == len(stored)


def test_the_report_is_in_it_and_says_the_same_each_time(cast: Cast, settings: LazySettings) -> None:
    settings.EXPORTS_REPORT = "pitboss.reports.period_report.period_report"
    take(short())
    part = made(asked(cast.marta, language="en"))
    assert contents(part)["data/report.pdf"].startswith(b"%PDF-")
    assert made(asked(cast.marta, language="en")).sha256 == part.sha256
    assert pitboss_verify.main([str(path_of(part)), "--keys", str(verifiers()[0])]) == pitboss_verify.PROVED


def test_a_worker_has_the_report_printed_beside_it(
    own_database: str, cast: Cast, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, own_files: Path
) -> None:
    monkeypatch.setenv("PITBOSS_HOME", str(own_files))
    settings.EXPORTS_REPORT = "pitboss.reports.period_report.period_report"
    take(short())
    export = asked(cast.marta)
    part = made(export)
    assert contents(part)["data/report.pdf"].startswith(b"%PDF-")
    settings.EXPORTS_REPORT = "pitboss.reports.nowhere.report"
    (job,) = (one.job for one in asked(cast.marta).parts.all())
    assert not perform(job.pk)
    job.refresh_from_db()
    assert "NotPrinted" in job.error


def test_the_same_request_on_the_same_ledger_gives_the_same_bytes(cast: Cast) -> None:
    take(short())
    first, second = made(asked(cast.marta)), made(asked(cast.marta))
    assert first.pk != second.pk
    assert first.sha256 == second.sha256 == hashlib.sha256(path_of(first).read_bytes()).hexdigest()
    assert first.folder == second.folder
    other = made(asked(cast.marta, why="oficio 13"))
    assert other.sha256 != first.sha256


def test_the_verifier_proves_all_of_it(cast: Cast) -> None:
    take(short())
    part = made(asked(cast.marta))
    key = str(verifiers()[0])
    assert pitboss_verify.main([str(path_of(part)), "--keys", key]) == pitboss_verify.PROVED


def test_the_sheets_say_what_the_cases_say(cast: Cast) -> None:
    take(short())
    files = contents(made(asked(cast.marta)))
    text = files["data/incidents.csv"].decode("utf-8")
    assert text.startswith("\ufeffCasino;Folio;Mesa;Jornada;")
    (row,) = csv.DictReader(io.StringIO(text[1:]), delimiter=";")
    assert (row["Ocurrido"], row["Se debe"], row["Código"]) == ("2026-11-29 17:00:23", "4000", "wrong-payout")
    heads, line = csv.reader(io.StringIO(files["data/disputes.csv"].decode("utf-8-sig")), delimiter=";")
    assert heads == [
        *("Property", "Area Audited", "Section", "Requested By", "Subject", "Audit Start", "Audit End"),
        *("Review Method", "VCR Console #", "Remarks", "Violations", "Second Auditor"),
        *("Time", "Type of Error", "Violation", "Dealer", "Supervisor", "Remarks", "Savings and Losses"),
    ]
    assert line[:3] == ["CDE", "BJ-01", "Foso 1"]
    assert line[12:15] == ["2026-11-29 17:00:23", "dealer", "Pago distinto del que corresponde"]
    assert line[-1] == "4000"


def test_a_public_program_finds_the_bag_valid(cast: Cast, tmp_path: Path) -> None:
    take(short())
    part = made(asked(cast.marta))
    with zipfile.ZipFile(path_of(part)) as bundle:
        bundle.extractall(tmp_path)
    asked_of = [sys.executable, "-W", "ignore", "-m", "bagit", "--quiet", "--validate", str(tmp_path / part.folder)]
    assert subprocess.run(asked_of, check=False).returncode == 0
    (tmp_path / part.folder / "data" / "incidents.csv").write_text("otra cosa")
    assert subprocess.run(asked_of, check=False, capture_output=True).returncode == 1


def test_a_complainant_gets_no_names_and_nobody_elses_bets_and_the_chain_still_holds(cast: Cast) -> None:
    rounds = [*opening(dealer="R-2117"), *two_seats(1)]
    session = take(
        ndjson(timed([{**event, "by": "R-2117"} if event["kind"] == "dealt" else event for event in rounds]))
    )
    part = made(asked(cast.marta, redaction="complainant", seat="1"))
    files = contents(part)
    for name, content in files.items():
        if name.startswith("data/"):
            assert b"R-2117" not in content, name
            assert b"23000" not in content, name
    told = read(files, "incidents.json")
    assert [row["spot"] for one in told["incidents"] for finding in one["findings"] for row in finding["money"]] == [
        "1"
    ]
    entries = [json.loads(line) for line in files[f"data/ledger/{session.pk}.entries.ndjson"].splitlines()]
    assert [one["hash"] for one in entries] == [
        bytes(one.hash).hex() for one in Entry.objects.filter(session=session).order_by("number")
    ]
    assert {one["kind"] for one in entries if "body" not in one} == {"table_opened", "dealt", "bet", "paid"}
    assert sum(one["kind"] == "bet" and "body" in one for one in entries) == 1
    key = str(verifiers()[0])
    assert pitboss_verify.main([str(path_of(part)), "--keys", key]) == pitboss_verify.UNPROVED


def test_a_filter_names_the_folios_that_it_leaves_out(cast: Cast) -> None:
    take(ndjson(timed([*opening(), *underpaid_round(1), *exposed_round(2, burned=False), *underpaid_round(3)])))
    part = made(asked(cast.marta, codes=("wrong-payout",)))
    told = read(contents(part), "incidents.json")
    assert {one["code"] for one in told["incidents"]} == {"wrong-payout"}
    (folios,) = told["folios"]
    assert [one["why"] for one in folios["elsewhere"]] == ["narrowed"]
    key = str(verifiers()[0])
    assert pitboss_verify.main([str(path_of(part)), "--keys", key]) == pitboss_verify.PROVED


def test_a_year_is_a_bundle_a_month_on_one_checkpoint(cast: Cast) -> None:
    take(short())
    take(ndjson(timed([*opening(), *underpaid_round(1)], start=START - timedelta(days=60), table="BJ-02")))
    export = asked(cast.marta, since=date(2026, 1, 1), until=date(2026, 12, 31))
    assert index(export) is None
    assert export.parts.count() == 12
    made(export)
    parts = list(export.parts.order_by("number"))
    assert [part.incidents for part in parts] == [0] * 8 + [1, 0, 1, 0]
    export.refresh_from_db()
    assert Checkpoint.objects.count() == 1
    assert len({part.folder for part in parts}) == 12
    note, by = opened(str(index(export)), verifiers())
    assert by == tuple(verifiers())
    assert note.text.splitlines()[4:] == [f"{part.sha256}  {part.folder}.zip" for part in parts]
    key = str(verifiers()[0])
    for part in (parts[0], parts[8]):
        assert pitboss_verify.main([str(path_of(part)), "--keys", key]) == pitboss_verify.PROVED


def test_bundles_lie_here_for_a_month_and_the_account_of_them_for_good(cast: Cast) -> None:
    take(short())
    part = made(asked(cast.marta))
    now = timezone.now()
    assert clear(now=now + timedelta(days=29)) == []
    assert clear(now=now + timedelta(days=31)) == [path_of(part).name]
    assert Part.objects.get(pk=part.pk).sha256 == part.sha256


def test_the_published_schema_is_the_one_in_the_bundles() -> None:
    assert (CHECKOUT / "docs" / "incidents.schema.json").read_bytes() == schema()
