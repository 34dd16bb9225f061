"""A file of another system: tried without a trace, taken in once, told row by row."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.utils import timezone

from pitboss.imports import performers
from pitboss.imports.definition import Source
from pitboss.imports.models import Import, ImportFile, Mapping, Trial
from pitboss.imports.verbs.keep_file import keep_file
from pitboss.imports.verbs.take_file import take_file
from pitboss.incidents.models import Incident
from pitboss.incidents.refusal import Refused
from pitboss.ingest.files import kept as path_of
from pitboss.ingest.kinds import kinds
from pitboss.jobs.kinds import Run
from pitboss.jobs.perform import perform
from pitboss.ledger.models import Entry, PrivateText
from pitboss.ledger.sealed import may_name
from pitboss.replay.models import Finding
from tests.imports.conftest import START, evening, kept, mapping, rows_of, taken, tried, written
from tests.ingest.plays import opening, plain_round, underpaid_round
from tests.reaudit.conftest import evening as demo_evening

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

pytestmark = pytest.mark.usefixtures("home")


def test_a_dry_run_finds_what_the_import_then_finds_and_leaves_no_trace(cast: Cast) -> None:
    trial = tried(cast, kept(cast, evening()))
    assert trial.result["rejected"] == []
    assert not Entry.objects.exists()
    assert trial.result["events"] == len(evening().splitlines()) - 1
    assert trial.result["rounds"] == 2
    made = taken(cast, trial)
    assert made.result["accepted"] == trial.result["events"] == Entry.objects.count()
    found = {code: told["count"] for code, told in trial.result["codes"].items()}
    assert sum(found.values()) == Finding.objects.count()
    assert found == {code: Finding.objects.filter(code=code).count() for code in found}
    assert found["wrong-payout"] == 1
    assert Incident.objects.filter(code="wrong-payout").count() == 1
    entry = Entry.objects.order_by("number").first()
    assert entry is not None
    assert f'"import":"{made.mark}"' in entry.body
    assert not PrivateText.objects.exists()


def test_the_same_file_again_adds_nothing_also_by_a_better_mapping(cast: Cast) -> None:
    lame = mapping(fields={name: one for name, one in mapping().fields.items() if name != "action"})
    file = kept(cast, evening())
    first = taken(cast, tried(cast, file, lame))
    assert [why["field"] for why in first.result["rejected"]] == ["action", "action"]
    assert kept(cast, evening(), "otro nombre.csv") == file
    again = tried(cast, file)
    assert again.mapping.version == 2
    assert again.result["known"] == first.result["accepted"]
    second = taken(cast, again)
    assert (second.result["accepted"], second.result["duplicates"]) == (2, first.result["accepted"])
    third = taken(cast, tried(cast, file))
    assert (third.result["accepted"], third.result["duplicates"]) == (0, Entry.objects.count())
    assert third.mark == first.mark


def test_rows_that_cannot_be_read_are_told_with_their_column_and_lose_nothing_else(cast: Cast) -> None:
    rows = rows_of([*plain_round(1)])
    rows[1][7] = "10,000.5"
    rows[2][6] = "11Z"
    rows[3][5] = "Mesón"
    rows[4][1] = "25:00:00"
    rows[5] = rows[5][:4]
    rows[6][2] = "BJ-99"
    trial = tried(cast, kept(cast, written(rows)), mapping(sessions="gap"))
    told = [(why["line"], why["column"], why["why"]) for why in trial.result["rejected"]]
    assert told == [
        (3, "Monto", "amount"),
        (4, "Carta", "rank"),
        (5, "Casilla", "unmapped"),
        (6, "Hora", "moment"),
        (7, "", "columns"),
        (8, "Mesa", "unmapped"),
    ]
    assert trial.result["rejected_count"] == 6
    # A table opened and closed that nobody wrote, around what could be read
    assert (trial.result["events"], trial.result["ours"]) == (len(rows) - 6 + 2, 2)
    sheet = path_of(trial.result["sheet"]).read_text(encoding="utf-8").splitlines()
    assert len(sheet) == 1 + 6
    assert sheet[1].startswith("3;Monto;10,000.5;")


def test_what_follows_an_opening_that_could_not_be_read_is_not_put_into_the_session_before(cast: Cast) -> None:
    first = rows_of([*opening(), *plain_round(1)])
    second = rows_of([*opening(), *plain_round(1)], start=START + timedelta(hours=5))
    second[0][1] = "ayer"
    trial = tried(cast, kept(cast, written([*first, *second])))
    assert [why["why"] for why in trial.result["rejected"]] == ["moment", *["no_session"] * (len(second) - 1)]
    made = taken(cast, trial)
    assert made.result["accepted"] == trial.result["events"] == len(first)
    assert made.result["counts"]["rejected"] == len(second)


def test_rounds_and_sessions_are_made_of_the_column_and_of_gaps_where_the_file_has_none(cast: Cast) -> None:
    two = [*plain_round(1), *underpaid_round(2)]
    rows = [row for row in rows_of(two) if row[4] not in ("PASE", "FIN")]
    late = [[*row[:1], f"0{row[1][1:]}", *row[2:]] for row in rows]
    for row in late:
        row[0] = "30/11/2026"
    told = mapping(sessions="gap", gap=3, rounds="pass")
    trial = tried(cast, kept(cast, written([*rows, *late])), told)
    assert trial.result["rejected"] == []
    assert [(one["rounds"], one["closed"]) for one in trial.result["sessions"]] == [(2, True), (2, True)]
    assert trial.result["kinds"]["round_closed"] == trial.result["kinds"]["round_opened"] == 4
    assert trial.result["codes"]["wrong-payout"]["count"] == 2
    made = taken(cast, trial)
    assert made.result["accepted"] == trial.result["events"]
    assert made.result["counts"]["findings"] == trial.result["findings"]


def test_a_file_with_its_newest_row_first_is_told(cast: Cast) -> None:
    rows = rows_of([*plain_round(1)])
    for n, row in enumerate(rows):
        row[1] = f"21:{n:02}:00"
    trial = tried(cast, kept(cast, written(reversed(rows))), mapping(sessions="gap"))
    assert trial.result["backwards"] == len(rows) - 1
    assert trial.result["codes"]["record-gap"]["count"] > 0
    assert tried(cast, kept(cast, written(rows)), mapping(sessions="gap")).result["backwards"] == 0


def test_wide_rows_are_dealt_side_by_side(cast: Cast) -> None:
    from pitboss.imports.definition import Step

    headers = ["Fecha", "Mesa", "Pase", "Puesto", "Apuesta", "C1", "C2", "C3", "Pago"]
    rows = [
        ["2026-11-29 21:00:00", "BJ-01", "1", "1", "10000", "10C", "QP", "", "10000"],
        ["2026-11-29 21:00:00", "BJ-01", "1", "2", "10000", "5C", "6P", "9D", "10000"],
        ["2026-11-29 21:00:00", "BJ-01", "1", "0", "", "9T", "9D", "", ""],
    ]
    told = mapping(
        columns=headers, kind=Source(), order="ymd", marks="", sessions="gap", rounds="pass",
        fields={
            "at": Source(column="Fecha"), "table": Source(column="Mesa"), "pass": Source(column="Pase"),
            "spot": Source(column="Puesto", words={"1": "1", "2": "2", "0": "dealer"}),
        },
        steps=[
            Step("bet", "Apuesta", across=True), Step("dealt", "C1", across=True), Step("dealt", "C2", across=True),
            Step("dealt", "C3"), Step("paid", "Pago", across=True),
        ],
    )  # fmt: skip
    trial = tried(cast, kept(cast, written(rows, headers)), told)
    assert trial.result["rejected"] == []
    taken(cast, trial)
    cards = [entry.body for entry in Entry.objects.filter(kind="dealt").order_by("number")]
    order = [(body.split('"to":"')[1].split('"')[0], body.split('"card":"')[1][:2]) for body in cards]
    assert order == [
        ("1", "Th"),
        ("2", "5h"),
        ("dealer", "9c"),
        ("1", "Qs"),
        ("2", "6s"),
        ("2", "9d"),
        ("dealer", "9d"),
    ]
    assert not {"deal-order", "wrong-payout", "out-of-turn"} & set(trial.result["codes"])


def test_an_import_that_died_half_way_is_finished_without_doubles(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(performers, "CHUNK", 7)
    trial = tried(cast, kept(cast, evening()))
    made = take_file(trial=trial, seen=trial.result_digest, by=cast.marta, now=timezone.now())
    assert made.job_id is not None
    steps = performers.take_file(Run(made.job_id, 1, {"import": made.pk}, 0, None, None))
    next(steps)
    next(steps)
    steps.close()
    assert Entry.objects.count() == 14
    assert perform(made.job_id)
    made.refresh_from_db()
    assert (made.result["accepted"], made.result["duplicates"]) == (trial.result["events"] - 14, 14)
    assert Entry.objects.count() == trial.result["events"]


def test_the_mark_of_a_file_is_no_secret_and_anything_else_in_its_place_is(cast: Cast) -> None:
    assert not may_name(f'{{"import":"{uuid4()}"}}')
    assert may_name('{"import":"Ana Rojas"}')


def test_nothing_is_imported_that_was_not_tried_and_seen(cast: Cast) -> None:
    file = kept(cast, evening())
    trial = tried(cast, file)
    for seen in ("", "0" * 64):
        with pytest.raises(Refused):
            take_file(trial=trial, seen=seen, by=cast.marta, now=timezone.now())
    unfinished = Trial.objects.create(file=file, mapping=trial.mapping, by=cast.marta, at=timezone.now())
    for of, seen in ((unfinished, ""), (trial, "0" * 64)):
        with pytest.raises(DatabaseError, match="another result of it was seen"), transaction.atomic():
            Import.objects.create(trial=of, seen=seen, mark=uuid4(), by=cast.marta, at=timezone.now())


def test_files_mappings_and_results_stand(cast: Cast) -> None:
    made = taken(cast, tried(cast, kept(cast, evening())))
    for change in (
        lambda: ImportFile.objects.update(name="x"),
        lambda: Mapping.objects.update(name="x"),
        lambda: Mapping.objects.all().delete(),
        lambda: Trial.objects.update(result={}),
        lambda: Import.objects.filter(pk=made.pk).update(result={}),
        lambda: Import.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_nobody_imports_at_a_casino_of_others_nor_a_croupier_at_the_own(cast: Cast) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    trial = tried(cast, kept(cast, evening()))
    for who in (cast.tomas, cast.ivan, cast.felipe):
        with pytest.raises(PermissionDenied):
            keep_file(file=SimpleUploadedFile("x.csv", b"a;b"), casino=cast.casino, by=who, now=timezone.now())
        with pytest.raises(PermissionDenied):
            take_file(trial=trial, seen=trial.result_digest, by=who, now=timezone.now())


def test_a_file_that_is_empty_or_utf_16_is_refused_with_a_reason(cast: Cast) -> None:
    for content in (b"", b"\n\n\0\n", "a;b\n".encode("utf-16")):
        with pytest.raises(Refused):
            kept(cast, content)
    assert not ImportFile.objects.exists()


def test_every_event_of_an_evening_written_as_a_table_is_read_back_as_it_was(cast: Cast) -> None:
    told = [json.loads(line) for line in demo_evening("BJ-04").splitlines()]
    told = [event for event in told if event["kind"] in kinds()]
    names = list(dict.fromkeys(name for event in told for name in event if name not in ("id", "seq", "src", "v")))
    file = kept(cast, written([[cell(event.get(name)) for name in names] for event in told], names))
    words = {
        name: {cell(event[name]): cell(event[name]) for event in told if name in event}
        for name in (
            "kind",
            "table",
            "spot",
            "to",
            "action",
            "on",
            "why",
            "face",
            "by_role",
            "announced",
            "in_sequence",
        )
    }
    identity = mapping(
        columns=names,
        kind=Source(column="kind", words=words["kind"]),
        fields={name: Source(column=name, words=words.get(name)) for name in names if name != "kind"},
        order="ymd",
        suits="en",
    )
    trial = tried(cast, file, identity)
    assert trial.result["rejected"] == []
    made = taken(cast, trial)
    assert made.result["rejected"] == []
    assert trial.result["findings"] == Finding.objects.count() > 8
    counted = {code: one["count"] for code, one in trial.result["codes"].items()}
    assert counted == {code: Finding.objects.filter(code=code).count() for code in counted}
    stored = [json.loads(entry.body) for entry in Entry.objects.order_by("number")]
    for event, body in zip(told, stored, strict=True):
        wanted = {name: value for name, value in event.items() if name in names and value is not None}
        assert datetime.fromisoformat(body.pop("at")) == datetime.fromisoformat(wanted.pop("at"))
        kept_of = {name: value for name, value in body.items() if name not in ("id", "import", "src")}
        assert {name: value for name, value in kept_of.items() if not str(value).startswith("sealed:")} == {
            name: value for name, value in wanted.items() if not str(kept_of.get(name)).startswith("sealed:")
        }


def cell(value: object) -> str:
    if value is None:
        return ""
    return (
        " ".join(map(str, value))
        if isinstance(value, list)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
