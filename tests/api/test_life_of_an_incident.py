"""An incident from a tablet's tap to its closing, by five people, and every short cut that is refused on the way."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from pitboss.accounts.pins import give_pin
from pitboss.casino.cast import Cast
from pitboss.incidents.evidence import kept
from pitboss.incidents.life import signature_holds
from pitboss.incidents.models import Incident, Step, Witness
from tests.api.conftest import Calling
from tests.ingest.plays import exposed_round, opening, timed

pytestmark = pytest.mark.services

PIN = "482915"
STILL = b"\x89PNG\r\n\x1a\n" + b"a still of table 1" * 9
WORDS = {"words": "Lo vi desde la mesa"}
DETAILS: dict[str, Any] = {
    "witnesses": {"pick": "named", "named": [{"name": "Pedro Díaz", "role": "player"}]},
    "cards_seized": {"pick": "yes", "cards": "Kd", "envelope": "S-0031", "initials": "RS/CM", "custody": "Bóveda"},
    "passes_affected": {"pick": "range", "first": 1, "last": 2},
    "notifications": {
        "pick": "sent",
        "sent": [{"who": "compliance", "at": "2026-11-29T21:00:00Z", "channel": "mail"}],
    },
    "action_taken": {"picks": ["staff_briefed", "decks_changed"]},
}


class Desk:
    """The API, asked by people of the cast."""

    def __init__(self, calling: Calling, cast: Cast) -> None:
        self.calling, self.cast = calling, cast
        give_pin(person=cast.lucia, pin=PIN, by=None, must_change=False)

    def open(self, *, ruled: bool = True) -> Incident:
        """Iván taps a round in which a card that came out face up is played; Rosa rules at the tablet."""
        said = [{**event, "by": "R-2117"} for event in [*opening(), *exposed_round(1, burned=False)]]
        if ruled:
            ruling = {"kind": "ruled", "by_role": "pit_boss", "by": "R-1042", "code": "exposed-card"}
            said.append({**ruling, "ruling": "late", "words": "Ya se había jugado"})
            said.append({"kind": "cctv_requested", "by_role": "pit_boss", "by": "R-1042", "reason": "Reclamo"})
        answer = self.calling("ivan").post("/api/v1/events/", timed(said), format="json")
        assert answer.status_code == 200, answer.content
        assert not answer.json()["rejected"]
        return Incident.objects.get(code="exposed-card")

    def do(self, who: str, incident: Incident, verb: str, said: Any = None, format: str = "json") -> Any:
        return self.calling(who).post(f"/api/v1/incidents/{incident.pk}/{verb}/", said or {}, format=format)

    def done(self, who: str, incident: Incident, verb: str, said: Any = None) -> Any:
        answer = self.do(who, incident, verb, said)
        assert answer.status_code == 201, answer.content
        return answer.json()

    def refused(self, who: str, incident: Incident, verb: str, said: Any = None) -> set[str]:
        answer = self.do(who, incident, verb, said)
        assert answer.status_code == 409, (answer.status_code, answer.content)
        assert answer["content-type"] == "application/problem+json"
        return {reason["code"] for reason in answer.json()["reasons"]}

    def preserve(self, incident: Incident, **more: Any) -> Any:
        clip = {
            "reference": "VMS-88121", "camera": "12, techo BJ-01", "start": "2026-11-29T20:00:00Z",
            "end": "2026-11-29T20:04:00Z", "copies": 1, "holder": "Vigilancia, armario 2", "sha256": "ab" * 32,
        }  # fmt: skip
        return self.done("lucia", incident, "preserve-footage", clip | more)

    def see(self, incident: Incident) -> Any:
        return self.done("lucia", incident, "find-footage", {"seen": "confirms", "pin": PIN, **WORDS})

    def ready(self) -> Incident:
        """Everything is there but the review."""
        incident = self.open()
        self.preserve(incident)
        self.see(incident)
        self.done("rosa", incident, "complete", DETAILS)
        return incident

    def closed(self) -> Incident:
        incident = self.ready()
        self.done("marta", incident, "review", {"verdict": "approved"})
        self.done("sergio", incident, "close")
        incident.refresh_from_db()
        return incident


@pytest.fixture
def desk(calling: Calling, cast: Cast) -> Desk:
    return Desk(calling, cast)


def raw(statement: str, *values: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def add_raw(incident: Incident, verb: str, by: int | None, **more: Any) -> None:
    """A row straight into the table, as somebody with the application's password would write it."""
    row = {"before": {}, "after": {}, "words": "x", "signature": "f" * 64, "entry_id": None, "answers_id": None} | more
    raw(
        "INSERT INTO incidents_step (incident_id, number, verb, at, by_id, before, after, words, signature,"
        " entry_id, answers_id) VALUES (%s, %s, %s, now(), %s, %s, %s, %s, %s, %s, %s)",
        incident.pk, incident.steps.count() + 1, verb, by, json.dumps(row["before"]), json.dumps(row["after"]),
        row["words"], row["signature"], row["entry_id"], row["answers_id"],
    )  # fmt: skip


def test_five_people_take_a_case_from_the_tablet_to_its_closing(desk: Desk) -> None:
    incident = desk.open()
    desk.preserve(incident)
    desk.see(incident)
    desk.done("rosa", incident, "complete", DETAILS)
    desk.done("sergio", incident, "comment", {"words": "Visto con Rosa"})
    desk.done("marta", incident, "review", {"verdict": "approved", "words": "Completo"})
    desk.done("sergio", incident, "close", {"words": "Cerrado"})
    incident.refresh_from_db()
    assert incident.status == "closed"
    told = desk.calling("marta").get(f"/api/v1/incidents/{incident.pk}/").json()["steps"]
    people = [(step["verb"], step["by"]) for step in told if step["by"]]
    assert people == [
        ("ruled", "R-1042"), ("footage_asked", "R-1042"), ("footage_preserved", "V-3010"),
        ("footage_found", "V-3010"), ("completed", "R-1042"), ("commented", "R-1007"), ("reviewed", "A-4003"),
        ("closed", "R-1007"),
    ]  # fmt: skip
    assert told[-1]["before"] == {"status": "open"}
    assert told[-1]["after"] == {"status": "closed"}
    assert told[-1]["answers"] == told[-2]["number"]
    assert all(signature_holds(step) for step in incident.steps.filter(by__isnull=False, entry__isnull=True))


def test_what_is_ruled_at_the_tablet_is_one_step_however_often_it_is_sent(desk: Desk) -> None:
    incident = desk.open()
    desk.open()
    (ruled,) = incident.steps.filter(verb="ruled")
    assert ruled.by == desk.cast.rosa
    assert (ruled.after["ruling"], ruled.after["reason"], ruled.words) == ("otherwise", "late", "Ya se había jugado")
    assert ruled.entry is not None
    assert ruled.entry.kind == "ruled"
    assert ruled.at == ruled.entry.at
    (asked,) = incident.steps.filter(verb="footage_asked")
    assert (asked.by, asked.words) == (desk.cast.rosa, "Reclamo")


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
    lacking = {"no_ruling", "footage", "witnesses", "cards_seized", "passes_affected", "notifications", "action_taken"}
    assert desk.refused("marta", incident, "review", {"verdict": "approved"}) == lacking
    assert desk.refused("sergio", incident, "close") == lacking | {"no_review"}
    with pytest.raises(DatabaseError, match="lacks ruling, footage, witnesses"):
        add_raw(incident, "reviewed", desk.cast.marta.pk, after={"review": "approved"})


def test_the_finding_of_the_footage_cannot_be_skipped(desk: Desk) -> None:
    incident = desk.open()
    desk.preserve(incident)
    desk.done("rosa", incident, "complete", DETAILS)
    assert desk.refused("marta", incident, "review", {"verdict": "approved"}) == {"footage"}
    for verb, by, after in (
        ("reviewed", desk.cast.marta.pk, {"review": "approved"}),
        ("closed", desk.cast.sergio.pk, {"status": "closed"}),
    ):
        with pytest.raises(DatabaseError, match="lacks footage"):
            add_raw(incident, verb, by, before={"status": "open"} if verb == "closed" else {}, after=after)


def test_nothing_is_seen_where_nothing_is_kept(desk: Desk) -> None:
    incident = desk.open()
    seen = {"seen": "confirms", "pin": PIN, **WORDS}
    assert desk.refused("lucia", incident, "find-footage", seen) == {"no_clip"}
    with pytest.raises(DatabaseError, match="no kept footage"):
        add_raw(incident, "footage_found", desk.cast.lucia.pk, after={"seen": "confirms"})
    desk.done("lucia", incident, "find-footage", seen | {"seen": "no_footage"})


def test_a_finding_is_signed_with_the_own_pin_and_wrong_ones_count(desk: Desk) -> None:
    incident = desk.open()
    desk.preserve(incident)
    wrong = {"seen": "confirms", "pin": "111222", **WORDS}
    for _ in range(5):
        assert desk.refused("lucia", incident, "find-footage", wrong) == {"pin"}
    assert desk.refused("lucia", incident, "find-footage", wrong | {"pin": PIN}) == {"pin"}
    assert not incident.steps.filter(verb="footage_found").exists()


@pytest.mark.parametrize(
    ("who", "verb", "said"),
    [
        ("ivan", "rule", {"ruling": "as_prescribed"}),
        ("lucia", "rule", {"ruling": "as_prescribed"}),
        ("marta", "rule", {"ruling": "as_prescribed"}),
        ("ivan", "ask-footage", {}),
        ("rosa", "find-footage", {"seen": "contradicts", "pin": PIN, **WORDS}),
        ("sergio", "find-footage", {"seen": "contradicts", "pin": PIN, **WORDS}),
        ("marta", "find-footage", {"seen": "contradicts", "pin": PIN, **WORDS}),
        ("rosa", "review", {"verdict": "approved"}),
        ("sergio", "review", {"verdict": "approved"}),
        ("lucia", "review", {"verdict": "approved"}),
        ("rosa", "close", {}),
        ("lucia", "close", {}),
        ("felipe", "comment", WORDS),
        ("ana", "complete", DETAILS),
        ("sergio", "reopen", WORDS),
    ],
)
def test_the_wrong_role_is_refused(desk: Desk, who: str, verb: str, said: Any) -> None:
    incident = desk.ready()
    before = incident.steps.count()
    assert desk.do(who, incident, verb, said).status_code == 403
    assert incident.steps.count() == before


@pytest.mark.parametrize(
    ("who", "verb"),
    [
        ("ivan", "ruled"), ("lucia", "ruled"), ("rosa", "footage_preserved"), ("rosa", "footage_found"),
        ("marta", "footage_found"), ("rosa", "reviewed"), ("sergio", "reviewed"), ("rosa", "closed"),
        ("sergio", "reopened"), ("felipe", "commented"), ("tomas", "reviewed"), (None, "reviewed"), (None, "ruled"),
    ],
)  # fmt: skip
def test_the_wrong_role_is_refused_to_raw_sql(desk: Desk, who: str | None, verb: str) -> None:
    incident = desk.ready()
    with pytest.raises(DatabaseError, match="may not do that"):
        add_raw(incident, verb, desk.cast.people[who].pk if who else None, after={"review": "approved"})


def test_somebody_of_another_casino_finds_no_case(desk: Desk) -> None:
    assert desk.do("tomas", desk.ready(), "comment", WORDS).status_code == 404


def test_nobody_reviews_or_closes_an_own_case(desk: Desk) -> None:
    """Sergio rules, Marta recorded: both have the role, neither may."""
    incident = desk.ready()
    desk.done("sergio", incident, "rule", {"ruling": "as_prescribed"})
    desk.done("marta", incident, "review", {"verdict": "approved"})
    assert desk.refused("sergio", incident, "close") == {"own"}
    closing = {"before": {"status": "open"}, "after": {"status": "closed"}}
    with pytest.raises(DatabaseError, match="neither reviews nor closes"):
        add_raw(incident, "closed", desk.cast.sergio.pk, **closing)
    with pytest.raises(DatabaseError, match="whoever reviewed"):
        add_raw(incident, "closed", desk.cast.marta.pk, **closing)
    assert desk.refused("marta", incident, "close") == {"same_eyes"}


def test_whoever_recorded_the_event_reviews_nothing_of_it(desk: Desk) -> None:
    incident = desk.ready()
    desk.cast.casino.memberships.create(person=desk.cast.ivan, role="auditor")
    assert desk.refused("ivan", incident, "review", {"verdict": "approved"}) == {"own"}
    with pytest.raises(DatabaseError, match="neither reviews nor closes"):
        add_raw(incident, "reviewed", desk.cast.ivan.pk, after={"review": "approved"})


def test_nothing_is_changed_once_it_is_signed(desk: Desk) -> None:
    incident = desk.ready()
    found = incident.steps.get(verb="footage_found")
    for method in ("put", "patch", "delete"):
        ask = getattr(desk.calling("lucia"), method)
        assert ask(f"/api/v1/incidents/{incident.pk}/find-footage/", {}, format="json").status_code == 405
    for statement in (
        "UPDATE incidents_step SET words = 'nada' WHERE id = %s",
        "UPDATE incidents_step SET after = '{}' WHERE id = %s",
        "DELETE FROM incidents_step WHERE id = %s",
    ):
        with pytest.raises(DatabaseError):
            raw(statement, found.pk)
    second = desk.done("lucia", incident, "find-footage", {"seen": "inconclusive", "pin": PIN, **WORDS})
    assert second["answers"] == found.number
    assert Step.objects.get(pk=found.pk).after["seen"] == "confirms"


def test_what_comes_after_the_review_is_reviewed_again(desk: Desk) -> None:
    incident = desk.ready()
    desk.done("marta", incident, "review", {"verdict": "approved"})
    desk.done("rosa", incident, "complete", {"passes_affected": {"pick": "this"}})
    assert desk.refused("sergio", incident, "close") == {"no_review"}
    with pytest.raises(DatabaseError, match="right after an approving review"):
        add_raw(incident, "closed", desk.cast.sergio.pk, before={"status": "open"}, after={"status": "closed"})
    assert desk.refused("marta", incident, "review", {"verdict": "returned"}) == {"no_words"}
    desk.done("marta", incident, "review", {"verdict": "returned", **WORDS})
    assert desk.refused("sergio", incident, "close") == {"no_review"}
    desk.done("marta", incident, "review", {"verdict": "approved"})
    desk.done("rosa", incident, "comment", WORDS)
    desk.done("sergio", incident, "close")


def test_a_closed_case_is_only_commented_and_reopened_by_a_row_that_names_its_closing(desk: Desk) -> None:
    incident = desk.closed()
    desk.done("rosa", incident, "comment", WORDS)
    assert desk.refused("rosa", incident, "rule", {"ruling": "as_prescribed"}) == {"not_open"}
    assert desk.refused("rosa", incident, "complete", DETAILS) == {"not_open"}
    with pytest.raises(DatabaseError, match="not open"):
        add_raw(incident, "ruled", desk.cast.rosa.pk)
    with pytest.raises(DatabaseError, match="status of incident"):
        raw("UPDATE incidents_incident SET status = 'open' WHERE id = %s", incident.pk)
    with pytest.raises(DatabaseError, match="names its closing"):
        add_raw(incident, "reopened", desk.cast.marta.pk, before={"status": "closed"}, after={"status": "open"})
    with pytest.raises(DatabaseError, match="by the verbs for it"):
        add_raw(incident, "amended", None, before={"status": "closed"}, after={"status": "open"})
    step = desk.done("marta", incident, "reopen", WORDS)
    closing = incident.steps.get(verb="closed")
    assert (step["verb"], step["answers"]) == ("reopened", closing.number)
    assert desk.refused("sergio", incident, "close") == {"no_review"}
    desk.done("marta", incident, "review", {"verdict": "approved"})
    desk.done("sergio", incident, "close")
    assert incident.steps.filter(verb="closed").count() == 2


def test_an_open_case_is_not_reopened(desk: Desk) -> None:
    assert desk.refused("marta", desk.ready(), "reopen", WORDS) == {"not_closed"}


def test_a_row_that_claims_to_come_from_the_table_must_be_what_the_table_said(desk: Desk) -> None:
    incident = desk.open()
    entry = incident.session.entries.get(kind="ruled")
    other = incident.session.entries.get(kind="round_closed")
    for verb, by, of in (("ruled", "sergio", entry), ("closed", "sergio", entry), ("ruled", "rosa", other)):
        with pytest.raises(DatabaseError):
            add_raw(incident, verb, desk.cast.people[by].pk, entry_id=of.pk)


def test_fields_keep_what_they_said_before_and_names_stay_out_of_the_history(desk: Desk) -> None:
    incident = desk.ready()
    (witness,) = Witness.objects.filter(incident=incident)
    assert (witness.name, witness.role) == ("Pedro Díaz", "player")
    history = json.dumps([step.after for step in incident.steps.all()], ensure_ascii=False)
    assert "Pedro" not in history
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
