"""What has to be said of an incident, and what comes with each pick."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.incidents.evidence import kept
from pitboss.incidents.models import Incident, Witness
from tests.api.desk import DETAILS, STILL, WORDS, Desk, add_raw
from tests.calling import Calling
from tests.ingest.plays import exposed_round, opening, timed

pytestmark = pytest.mark.services


@pytest.fixture
def desk(calling: Calling, cast: Cast) -> Desk:
    return Desk(calling, cast)


def test_a_ruling_otherwise_needs_a_reason_and_words(desk: Desk) -> None:
    incident = desk.open(ruled=False)
    assert desk.refused("rosa", incident, "rule", {"ruling": "otherwise"}) == {"no_reason", "no_words"}
    desk.done("rosa", incident, "rule", {"ruling": "as_prescribed"})
    step = desk.done("rosa", incident, "rule", {"ruling": "otherwise", "reason": "footage", **WORDS})
    assert step["before"] == {"ruling": "as_prescribed"}
    assert step["after"] == {"ruling": "otherwise", "reason": "footage"}


def test_a_still_is_kept_under_its_hash(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))
    incident = desk.open()
    clip = {
        "reference": "VMS-1", "camera": "12", "start": "2026-11-29T20:00:00Z", "end": "2026-11-29T20:04:00Z",
        "copies": 2, "holder": "Vigilancia",
    }  # fmt: skip
    assert desk.refused("lucia", incident, "preserve-footage", clip) == {"no_proof"}
    words = SimpleUploadedFile("still.png", b"only words")
    answer = desk.do("lucia", incident, "preserve-footage", {**clip, "file": words}, "multipart")
    assert answer.status_code == 400
    assert "file" in answer.json()["errors"]
    still = SimpleUploadedFile("foto.png", STILL)
    answer = desk.do("lucia", incident, "preserve-footage", {**clip, "file": still}, "multipart")
    assert answer.status_code == 201, answer.content
    digest = hashlib.sha256(STILL).hexdigest()
    after = answer.json()["after"]
    assert (after["sha256"], after["bytes"], after["type"]) == (digest, len(STILL), "image/png")
    assert (after["camera"], after["copies"], after["holder"]) == ("12", 2, "Vigilancia")
    assert kept(digest).read_bytes() == STILL


def test_a_case_that_lacks_something_is_told_all_of_it(desk: Desk) -> None:
    incident = desk.open(ruled=False)
    lacking = {
        "no_ruling", "footage", "announced", "persons", "witnesses", "cards_seized", "passes_affected",
        "notifications", "action_taken", "source",
    }  # fmt: skip
    assert desk.refused("marta", incident, "review", {"verdict": "approved"}) == lacking
    assert desk.refused("sergio", incident, "close") == lacking | {"no_review"}
    with pytest.raises(DatabaseError, match="lacks ruling, footage, announced, persons"):
        add_raw(incident, "reviewed", desk.cast.marta.pk, after={"review": "approved"})


def test_fields_keep_what_they_said_before_and_names_stay_out_of_the_history(desk: Desk) -> None:
    incident = desk.ready()
    named = Witness.objects.filter(incident=incident).values_list("part", "name", "role", "position")
    assert set(named) == {("witness", "Pedro Díaz", "player", ""), ("involved", "Elena Ruiz", "player", "casilla 1")}
    history = json.dumps([step.after for step in incident.steps.all()], ensure_ascii=False)
    assert "Pedro" not in history
    assert "Elena" not in history
    step = desk.done("rosa", incident, "complete", {"passes_affected": {"pick": "this"}})
    assert step["before"] == {"details": {"passes_affected": {"pick": "range", "first": 1, "last": 2}}}
    assert step["after"] == {"details": {"passes_affected": {"pick": "this"}}}
    assert desk.refused("rosa", incident, "complete", {"passes_affected": {"pick": "this"}}) == {"no_change"}


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"cards_seized": {"pick": "yes", "envelope": "S-1"}}, "custody"),
        ({"passes_affected": {"pick": "range", "first": 4}}, "last"),
        ({"passes_affected": {"pick": "range", "first": 4, "last": 2}}, "last"),
        ({"notifications": {"pick": "sent"}}, "sent"),
        ({"notifications": {"pick": "sent", "sent": [{"who": "scj", "channel": "mail"}]}}, "at"),
        ({"action_taken": {"picks": []}}, "picks"),
        ({"money_corrected": {"pick": "all"}}, "bets"),
        ({"money_corrected": {"pick": "part", "bets": [{"spot": "1"}]}}, "amount"),
        ({"source": {"pick": "paper"}}, "confidence"),
    ],
)
def test_a_pick_brings_its_fields(desk: Desk, said: Any, field: str) -> None:
    answer = desk.do("rosa", desk.open(), "complete", said)
    assert answer.status_code == 400
    assert f'"{field}"' in json.dumps(answer.json()["errors"])


def test_the_players_choice_is_wanted_only_where_there_was_one(desk: Desk) -> None:
    said = [*opening(), {"kind": "round_opened", "round": 1}, {"kind": "bet", "spot": "1", "amount": 10000}]
    said += [{"kind": "stuck", "cards": ["Kd", "5c"], "to": "1"}, {"kind": "burned", "card": "Kd", "why": "stuck"}]
    assert desk.calling("ivan").post("/api/v1/events/", timed(said), format="json").status_code == 200
    incident = Incident.objects.get(code="stuck-cards")
    desk.done("rosa", incident, "rule", {"ruling": "as_prescribed"})
    desk.done("rosa", incident, "complete", DETAILS)
    wanted = {"player_choice"} | ({"footage"} if incident.cctv else set())
    assert desk.refused("marta", incident, "review", {"verdict": "approved"}) == wanted
    desk.done("rosa", incident, "complete", {"player_choice": {"pick": "burned"}})


def test_the_video_that_is_asked_for_is_wanted_even_where_no_rule_advises_it(desk: Desk) -> None:
    said = timed([*opening(), *exposed_round(1, burned=True)], start=timezone.now() - timedelta(hours=1))
    assert desk.calling("ivan").post("/api/v1/events/", said, format="json").status_code == 200
    incident = Incident.objects.get(code="exposed-card")
    assert not incident.cctv
    desk.done("rosa", incident, "rule", {"ruling": "as_prescribed"})
    desk.done("rosa", incident, "complete", DETAILS)
    desk.done("rosa", incident, "ask-footage", WORDS)
    assert desk.refused("marta", incident, "review", {"verdict": "approved"}) == {"footage"}
    desk.preserve(incident)
    desk.see(incident)
    desk.done("marta", incident, "review", {"verdict": "approved"})


@pytest.mark.parametrize("words", ["a\0b", "\ud800", " ", "x" * 4001])
def test_words_that_cannot_be_kept_are_told(desk: Desk, words: str) -> None:
    incident = desk.open()
    answer = desk.calling("rosa").post(
        f"/api/v1/incidents/{incident.pk}/comment/", json.dumps({"words": words}), content_type="application/json"
    )
    assert answer.status_code == 400
    assert "words" in answer.json()["errors"]
