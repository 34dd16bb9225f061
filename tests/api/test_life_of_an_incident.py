"""An incident from a tablet's tap to its closing, by five people, and every short cut that is refused on the way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.incidents.life import signature_holds
from pitboss.incidents.models import Step
from tests.api.desk import DETAILS, PIN, WORDS, Desk, add_raw, raw
from tests.calling import Calling

pytestmark = pytest.mark.services


@pytest.fixture
def desk(calling: Calling, cast: Cast) -> Desk:
    return Desk(calling, cast)


def test_five_people_take_a_case_from_the_tablet_to_its_closing(desk: Desk) -> None:
    incident = desk.open()
    desk.preserve(incident)
    desk.see(incident)
    desk.done("rosa", incident, "complete", DETAILS)
    desk.done("sergio", incident, "comment", {"words": "Visto con Rosa"})
    handed = {"to": "Bóveda central", "initials": "SL/BC", "at": timezone.now().isoformat()}
    desk.done("sergio", incident, "hand-over-cards", handed)
    desk.done("marta", incident, "review", {"verdict": "approved", "words": "Completo"})
    desk.done("sergio", incident, "close", {"words": "Cerrado"})
    incident.refresh_from_db()
    assert incident.status == "closed"
    told = desk.calling("marta").get(f"/api/v1/incidents/{incident.pk}/").json()["steps"]
    people = [(step["verb"], step["by"]) for step in told if step["by"]]
    assert people == [
        ("ruled", "R-1042"), ("footage_asked", "R-1042"), ("footage_preserved", "V-3010"),
        ("footage_found", "V-3010"), ("completed", "R-1042"), ("commented", "R-1007"),
        ("cards_handed_over", "R-1007"), ("reviewed", "A-4003"), ("closed", "R-1007"),
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


def test_footage_kept_after_its_clock_needs_words(desk: Desk) -> None:
    incident = desk.open(start=timezone.now() - timedelta(days=20))
    assert incident.preserve_by is not None
    assert incident.preserve_by < timezone.now()
    clip = {
        "reference": "VMS-88121", "camera": "12", "start": incident.footage_from, "end": incident.footage_to,
        "copies": 1, "holder": "Vigilancia", "sha256": "ab" * 32,
    }  # fmt: skip
    assert desk.refused("lucia", incident, "preserve-footage", clip) == {"late"}
    with pytest.raises(DatabaseError, match="could be lost"):
        add_raw(incident, "footage_preserved", desk.cast.lucia.pk, after={"reference": "VMS-88121"})
    with pytest.raises(DatabaseError, match="keeps the date"):
        raw("UPDATE incidents_incident SET preserve_by = now() + interval '1 day' WHERE id = %s", incident.pk)
    step = desk.preserve(incident, late="La grabadora no había dado la vuelta")
    assert step["after"]["late"] == "La grabadora no había dado la vuelta"


def test_a_field_that_is_missing_is_refused_by_its_name_to_the_api_and_in_the_database(desk: Desk) -> None:
    """One case, completed field by field: what is left is told each time, the same in both places."""
    incident = desk.open()
    desk.preserve(incident)
    desk.see(incident)
    left = [name for name in DETAILS if name != "money_corrected"]
    while left:
        assert desk.refused("marta", incident, "review", {"verdict": "approved"}) == set(left)
        with pytest.raises(DatabaseError, match="lacks ") as refused:
            add_raw(incident, "reviewed", desk.cast.marta.pk, after={"review": "approved"})
        assert all(name in str(refused.value) for name in left)
        name = left.pop()
        desk.done("rosa", incident, "complete", {name: DETAILS[name]})
    desk.done("marta", incident, "review", {"verdict": "approved"})


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
