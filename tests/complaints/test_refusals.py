"""What the database refuses, to raw SQL by the application too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.complaints.models import Complainant, Complaint, ComplaintIncident
from pitboss.incidents.models import Incident
from pitboss.incidents.picks import Ruling
from pitboss.incidents.verbs.rule import rule
from tests.complaints.front import add_raw, answered, appeal_ends, give_receipt, raw, take

pytestmark = pytest.mark.services
SEAL = {"seal": "a" * 64}


def answering(complaint: Complaint, **more: Any) -> dict[str, Any]:
    until = (timezone.now() + timedelta(days=30)).isoformat()
    after = {"answer": "refused", "paid": 0, "late": False, "status": "answered", "appeal_until": until}
    return {"before": {"status": complaint.status}, "after": after | more}


def test_nothing_is_changed_or_removed(cast: Cast) -> None:
    take(cast)
    for statement in (
        "UPDATE complaints_complaintstep SET words = 'x'",
        "DELETE FROM complaints_complaintstep",
        "TRUNCATE complaints_complaintstep CASCADE",
        "DELETE FROM complaints_complaint",
        "UPDATE complaints_complaint SET answer_due = answer_due + interval '1 day'",
        "UPDATE complaints_complaint SET received_at = received_at + interval '1 minute'",
        "UPDATE complaints_complaint SET late = NOT late",
        "UPDATE complaints_complaint SET claim = 'otra cosa'",
        "UPDATE complaints_complaint SET status = 'closed'",
        "UPDATE complaints_complaint SET appeal_until = now()",
        "DELETE FROM complaints_complainant",
        "UPDATE complaints_complainant SET name = 'Otro'",
        "DELETE FROM complaints_complaintincident",
    ):
        with pytest.raises(DatabaseError):
            raw(statement)


def test_who_complains_can_be_taken_out(cast: Cast) -> None:
    complaint = take(cast)
    raw("UPDATE complaints_complainant SET name = '', document = '', contact = ''")
    one = Complainant.objects.get(complaint=complaint)
    assert (one.name, one.document, one.contact) == ("", "", "")


def test_a_step_out_of_its_order_is_refused(cast: Cast) -> None:
    complaint, earlier = take(cast), timezone.now() - timedelta(hours=1)
    steps: list[tuple[str, str, dict[str, Any], str]] = [
        ("receipt_issued", "rosa", {"number": 7, "after": SEAL}, "out of order"),
        ("receipt_issued", "rosa", {"at": earlier, "after": SEAL}, "dated back"),
        ("receipt_issued", "rosa", {"signature": "x", "after": SEAL}, "signed"),
        ("receipt_issued", "ivan", {"after": SEAL}, "may not do that"),
        ("receipt_issued", "tomas", {"after": SEAL}, "may not do that"),
        ("receipt_issued", "rosa", {"after": SEAL | {"status": "closed"}}, "does not move"),
        ("receipt_issued", "rosa", {}, "says too little"),
        ("received", "rosa", {}, "out of order"),
        ("vanished", "marta", {}, "may not do that"),
        ("answered", "rosa", {}, "may not do that"),
        ("appealed", "marta", {"after": {"reference": "S"}}, "it cannot be appealed now"),
        ("decided", "marta", {}, "it cannot be decided now"),
        ("closed", "marta", {}, "it cannot be closed now"),
    ]
    for verb, who, more, says in steps:
        with pytest.raises(DatabaseError, match=says):
            add_raw(complaint, verb, cast.people[who].pk, **more)


def test_an_answer_needs_its_receipt_other_eyes_and_the_truth_about_its_day(
    cast: Cast,
    play: Callable[..., list[Incident]],
) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    rule(incident=incident, by=cast.sergio, now=timezone.now(), ruling=Ruling.AS_PRESCRIBED)
    complaint = take(cast, incidents=[incident], ago=timedelta(days=40))
    with pytest.raises(DatabaseError, match="no receipt"):
        add_raw(complaint, "answered", cast.marta.pk, **answering(complaint, late=True))
    give_receipt(cast, complaint)
    with pytest.raises(DatabaseError, match="recorded or ruled"):
        add_raw(complaint, "answered", cast.sergio.pk, **answering(complaint, late=True))
    with pytest.raises(DatabaseError, match="late after"):
        add_raw(complaint, "answered", cast.marta.pk, **answering(complaint, late=False))
    for wrong in ({"paid": 5}, {"answer": "maybe"}, {"appeal_until": timezone.now().isoformat()}):
        with pytest.raises(DatabaseError, match="not whole"):
            add_raw(complaint, "answered", cast.marta.pk, **answering(complaint, late=True, **wrong))
    add_raw(complaint, "answered", cast.marta.pk, **answering(complaint, late=True))


def test_an_appeal_out_of_its_term_needs_the_regulators_word(cast: Cast) -> None:
    complaint = answered(cast)
    step = complaint.steps.get(verb="answered")
    at = appeal_ends(complaint) + timedelta(days=2)
    told = {
        "filed_on": timezone.localdate(at).isoformat(), "reference": "SCJ-1", "status": "appealed",
        "decision_due": (at + timedelta(days=80)).isoformat(),
    }  # fmt: skip
    more = {"before": {"status": "answered"}, "at": at, "answers_id": step.pk}
    with pytest.raises(DatabaseError, match="the term to appeal"):
        add_raw(complaint, "appealed", cast.marta.pk, after=told, **more)
    with pytest.raises(DatabaseError, match="on no day"):
        add_raw(complaint, "appealed", cast.marta.pk, after=told | {"filed_on": "2020-01-01"}, **more)
    short = told | {"decision_due": at.isoformat(), "admitted": "Res. 1"}
    with pytest.raises(DatabaseError, match="due later"):
        add_raw(complaint, "appealed", cast.marta.pk, after=short, **more)
    with pytest.raises(DatabaseError, match="can still be appealed"):
        add_raw(complaint, "closed", cast.marta.pk, before={"status": "answered"}, after={"status": "closed"})
    add_raw(complaint, "appealed", cast.marta.pk, after=told | {"admitted": "Res. 1"}, **more)


def test_a_link_needs_its_step_and_an_incident_of_the_casino(
    cast: Cast,
    play: Callable[..., list[Incident]],
) -> None:
    complaint = take(cast)
    there = play("exposed-card", "played-as-if-nothing", at="CDS/BJ-01")[0]
    add_raw(complaint, "linked", cast.rosa.pk, after={"incident": there.folio})
    step = complaint.steps.get(verb="linked")
    with pytest.raises(DatabaseError, match="no step links"), transaction.atomic():
        ComplaintIncident.objects.create(complaint=complaint, incident=there, step=step)


def test_a_complaint_begins_as_it_came(cast: Cast) -> None:
    now = timezone.now()
    row: dict[str, Any] = dict(Complaint.objects.filter(pk=take(cast).pk).values().get())
    row |= {"id": None, "number": row["number"] + 1, "folio": "R-2026-9999"}
    for wrong in (
        {"number": 7},
        {"status": "closed"},
        {"late": True},
        {"recorded_at": now - timedelta(hours=2), "received_at": now - timedelta(hours=3)},
        {"answer_due": now + timedelta(days=90)},
        {"window_until": now},
        {"table_id": cast.casinos["CDS"].tables.get().pk},
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            Complaint.objects.create(**(row | wrong))
    Complaint.objects.create(**row)
