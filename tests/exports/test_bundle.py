"""What is in a bundle, and that it is the same each time."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import pitboss_verify
from pitboss.evidence.head import Proof, proven
from pitboss.evidence.note import opened
from pitboss.evidence.queries import verifiers
from pitboss.evidence.record import Leaf, record_of
from pitboss.ledger.models import Entry
from tests.exports.conftest import asked, contents, made, path_of
from tests.reaudit.conftest import short, take

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

pytestmark = pytest.mark.services


def read(files: dict[str, bytes], name: str) -> Any:
    return json.loads(files[f"data/{name}"])


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
    from base64 import b64decode

    head = proven(
        Proof(proof["index"], tuple(map(b64decode, proof["path"])), files["data/evidence/checkpoint"].decode()),
        record_of(Leaf(sessions["table_number"], session.pk, proof["number"], bytes.fromhex(sessions["hash"]))),
        verifiers(),
    )
    assert head.size == len(stored)


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


def test_sheets_say_what_the_cases_say_with_accents_dates_and_numbers(cast: Cast) -> None:
    take(short())
    files = contents(made(asked(cast.marta)))
    text = files["data/incidents.csv"].decode("utf-8")
    assert text.startswith("\ufeffCasino;Folio;Mesa;Jornada;")
    (row,) = csv.DictReader(io.StringIO(text[1:]), delimiter=";")
    assert (row["Ocurrido"], row["Se debe"]) == ("2026-11-29 17:00:23", "4000")
    print(row)
    lines = list(csv.reader(io.StringIO(files["data/disputes.csv"].decode("utf-8-sig")), delimiter=";"))
    print(lines)
    open("/tmp/t5.xlsx", "wb").write(files["data/incidents.xlsx"])
    open("/tmp/t5.csv", "wb").write(files["data/incidents.csv"])
