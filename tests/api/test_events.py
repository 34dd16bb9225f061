"""Sending events to the API."""

from __future__ import annotations

import json
from hashlib import sha256
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pitboss.api.limits import LARGEST_JSON
from pitboss.api.models import Token, issue
from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident
from pitboss.ledger.models import Entry
from tests.calling import Calling
from tests.ingest.plays import START, exposed_round, ndjson, opening, plain_round, shift, timed

pytestmark = pytest.mark.services

EVENTS = "/api/v1/events/"
NDJSON = "application/x-ndjson"


def test_one_event_a_list_and_lines_are_all_taken(calling: Calling) -> None:
    rosa = calling("rosa")
    events = timed(shift())
    one = rosa.post(EVENTS, events[0], format="json")
    assert (one.status_code, one.data["accepted"], one.data["last_number"]) == (200, 1, 1)
    some = rosa.post(EVENTS, events[1:5], format="json")
    assert (some.data["accepted"], some.data["last_number"]) == (4, 5)
    rest = rosa.post(EVENTS, ndjson(events), content_type=NDJSON)
    assert (rest.data["accepted"], rest.data["duplicates"]) == (len(events) - 5, 5)
    assert [finding["code"] for finding in rest.data["findings"]] == ["exposed-card"]
    assert [incident["folio"] for incident in rest.data["incidents"]] == ["2026-000001"]
    assert rest.data["sessions"][0]["last_number"] == len(events)


def test_the_answer_carries_the_prescription_in_both_languages(calling: Calling) -> None:
    rosa = calling("rosa")
    rosa.post(EVENTS, timed([*opening(), *plain_round(1)[:2]]), format="json")
    answer = rosa.post(EVENTS, timed([{"kind": "exposed", "card": "Kd"}], start=START), format="json")
    (finding,) = (one for one in answer.json()["findings"] if one["code"] == "exposed-card")
    assert finding["prescribed"][0] == {"do": "burn", "card": "Kd"}
    assert finding["text"]["es"]["steps"][0] == "Quemar K♦."
    assert finding["text"]["en"]["steps"][0] == "Burn K♦."
    assert finding["cites"]


def test_bad_lines_are_told_and_good_ones_kept(calling: Calling) -> None:
    rosa = calling("rosa")
    rosa.post(EVENTS, timed(opening()), format="json")
    good = timed([{"kind": "round_opened", "round": 1}], start=START.replace(hour=21))[0]
    answer = rosa.post(EVENTS, [{**good, "round": "uno"}, good], format="json")
    assert answer.status_code == 200
    assert (answer.data["accepted"], answer.data["rejected"][0]["line"]) == (1, 1)
    assert answer.data["rejected"][0]["field"] == "round"
    nothing = rosa.post(EVENTS, {**good, "kind": "danced"}, format="json")
    assert nothing.status_code == 422
    assert nothing.data["rejected"][0]["field"] == "kind"


def test_the_same_request_twice_changes_nothing(calling: Calling) -> None:
    rosa = calling("rosa")
    events = timed([{**event, "id": str(uuid4())} for event in shift()])
    rosa.post(EVENTS, events, format="json")
    before = list(Entry.objects.values())
    again = rosa.post(EVENTS, events, format="json")
    assert (again.status_code, again.data["accepted"], again.data["duplicates"]) == (200, 0, len(events))
    assert list(Entry.objects.values()) == before
    assert Incident.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"7", "application/json", 422),
        (b"[]", "application/json", 200),
        (b"\n\n", NDJSON, 400),
        (b"not json\n", NDJSON, 422),
        (b"kind=dealt", "application/x-www-form-urlencoded", 415),
        (b"x", "multipart/form-data; boundary=x", 415),
        (b"[" + b" " * LARGEST_JSON + b"]", "application/json", 413),
    ],
)
def test_a_body_that_cannot_be_taken_has_its_answer(calling: Calling, body: bytes, kind: str, status: int) -> None:
    answer = calling("rosa").post(EVENTS, body, content_type=kind)
    assert answer.status_code == status
    if status in (400, 413, 415):
        assert answer["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status


def test_a_table_of_another_casino_is_not_told_from_one_that_is_not_there(calling: Calling) -> None:
    events = timed(shift(), table="BJ-02")
    stranger = calling("tomas").post(EVENTS, events, format="json")
    nowhere = calling("rosa").post(EVENTS, timed(shift(), table="BJ-99"), format="json")
    assert stranger.status_code == nowhere.status_code == 404
    assert stranger.json() == nowhere.json()
    assert not Entry.objects.exists()


def test_a_role_that_only_looks_may_not_record(calling: Calling) -> None:
    answer = calling("felipe").post(EVENTS, timed(shift()), format="json")
    assert answer.status_code == 403
    assert not Entry.objects.exists()


def test_without_a_token_or_with_a_revoked_one_nobody_comes_in(calling: Calling) -> None:
    assert calling(None).post(EVENTS, [], format="json").status_code == 401
    rosa = calling("rosa")
    assert rosa.post(EVENTS, [], format="json").status_code == 200
    Token.objects.update(revoked_at=START)
    answer = rosa.post(EVENTS, [], format="json")
    assert answer.status_code == 401
    assert answer["www-authenticate"] == "Bearer"


def test_a_token_is_kept_as_a_hash_only(cast: Cast) -> None:
    token = issue(person=cast.rosa, name="tablet", now=START)
    (row,) = Token.objects.values()
    assert bytes(row["digest"]) == sha256(token.encode()).digest()
    assert token not in repr(row)


def test_a_session_in_a_browser_needs_the_form_token(cast: Cast) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.rosa, backend="django.contrib.auth.backends.ModelBackend")
    answer = browser.post(EVENTS, json.dumps(timed(opening())), content_type="application/json")
    assert answer.status_code == 403
    assert browser.get("/api/v1/incidents/").status_code == 200


def test_problems_are_told_in_the_readers_language(calling: Calling) -> None:
    spanish = calling("rosa").post(EVENTS, b"{", content_type="application/json").json()
    english = calling("rosa", language="en").post(EVENTS, b"{", content_type="application/json").json()
    assert spanish["title"] == "No se entiende lo que se envió"
    assert english["title"].startswith("What was sent")


def test_an_event_that_opens_an_incident_stays_within_its_budget(calling: Calling) -> None:
    rosa = calling("rosa")
    events = timed([*opening(), *plain_round(1), *exposed_round(2, burned=True)])
    cut = len(opening()) + 12
    rosa.post(EVENTS, events[:cut], format="json")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = rosa.post(EVENTS, {**events[cut], "id": str(uuid4())}, format="json")
    assert len(answer.data["incidents"]) == 1
    statements = [query["sql"].split()[0] for query in asked.captured_queries]
    work = [word for word in statements if word not in ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")]
    assert len(work) <= 24, "\n".join(query["sql"][:110] for query in asked.captured_queries)
