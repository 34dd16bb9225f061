"""A complaint by the API: what programs send, what they are told, and what is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.complaints.models import Complaint
from tests.calling import Calling
from tests.complaints.front import CLAIM, answered, take

pytestmark = pytest.mark.services


def taking(**more: Any) -> dict[str, Any]:
    now = timezone.now()
    return {
        "casino": "CDE", "received_at": (now - timedelta(minutes=5)).isoformat(), "channel": "in_person",
        "event_at": (now - timedelta(hours=1)).isoformat(), "table": "BJ-01", "seat": 3, "about": "payment",
        "claim": CLAIM, "wish": "payment", "asked": 15000, "who": {"name": "Pedro Díaz", "contact": "+56 9 1234"},
    } | more  # fmt: skip


def refused(answer: Any) -> set[str]:
    assert answer.status_code == 409, answer.content
    assert answer["content-type"] == "application/problem+json"
    return {reason["code"] for reason in answer.json()["reasons"]}


def test_a_program_takes_a_complaint_to_its_answer(calling: Calling, cast: Cast) -> None:
    rosa, sergio = calling("rosa"), calling("sergio")
    answer = rosa.post("/api/v1/complaints/", taking(), format="json")
    assert answer.status_code == 201, answer.content
    taken = answer.json()
    assert (taken["status"], taken["taken_by"], taken["complainant"]["name"]) == ("received", "R-1042", "Pedro Díaz")
    at = f"/api/v1/complaints/{taken['id']}/"
    said = {"answer": "accepted", "words": "Se paga la diferencia", "sent_by": "mail", "paid": 15000}
    assert refused(sergio.post(f"{at}answer/", said, format="json")) == {"no_receipt"}
    receipt = rosa.post(f"{at}issue-receipt/", {"language": "es", "sent_by": "in_hand"}, format="json")
    assert receipt.status_code == 201
    assert rosa.post(f"{at}answer/", said, format="json").status_code == 403
    done = sergio.post(f"{at}answer/", said, format="json")
    assert done.status_code == 201, done.content
    assert done.json()["after"]["late"] is False
    whole = calling("felipe").get(at).json()
    assert [step["verb"] for step in whole["steps"]] == ["received", "receipt_issued", "answered"]
    assert whole["clocks"]["complaint_answer"] == {"value": 10, "unit": "business_days"}


def test_everything_in_the_way_is_told_at_once(calling: Calling, cast: Cast) -> None:
    later = (timezone.now() + timedelta(days=2)).isoformat()
    sent = taking(received_at=later, event_at=(timezone.now() + timedelta(days=3)).isoformat(), who={})
    assert refused(calling("rosa").post("/api/v1/complaints/", sent, format="json")) == {
        "future", "event_later", "no_name",
    }  # fmt: skip
    at = f"/api/v1/complaints/{take(cast).pk}/"
    marta = calling("marta")
    appealing = {"filed_on": timezone.localdate().isoformat(), "reference": "SCJ-1"}
    assert refused(marta.post(f"{at}appeal/", appealing, format="json")) == {"no_answer"}
    assert refused(marta.post(f"{at}close/", {}, format="json")) == {"not_answered"}
    deciding = {"on": "2026-01-01", "decision": "partly", "reference": "x"}
    assert refused(marta.post(f"{at}decide/", deciding, format="json")) == {"not_appealed"}


def test_an_appeal_in_its_term_and_its_extension(calling: Calling, cast: Cast) -> None:
    at, marta = f"/api/v1/complaints/{answered(cast).pk}/", calling("marta")
    today = timezone.localdate().isoformat()
    told = [
        ("appeal", {"filed_on": today, "reference": "SCJ-771"}),
        ("extend", {"on": today, "reference": "SCJ-771/2"}),
        ("decide", {"on": today, "decision": "for_casino", "reference": "Res. 9"}),
        ("comment", {"words": "Archivado"}),
        ("close", {}),
    ]
    for verb, said in told:
        answer = marta.post(f"{at}{verb}/", said, format="json")
        assert answer.status_code == 201, answer.content
    assert marta.get(at).json()["status"] == "closed"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"table": "BJ-99"}, "table"),
        ({"incidents": [1]}, "incidents"),
        ({"seat": 0}, "seat"),
        ({"channel": "owl"}, "channel"),
        ({"claim": "a\0b"}, "claim"),
    ],
)
def test_what_cannot_be_understood_names_its_field(
    calling: Calling, cast: Cast, wrong: dict[str, Any], field: str
) -> None:
    answer = calling("rosa").post("/api/v1/complaints/", taking(**wrong), format="json")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]


def test_others_neither_see_nor_take(calling: Calling, cast: Cast) -> None:
    complaint = take(cast)
    for name in ("ivan", "lucia", "ana", "tomas"):
        client = calling(name)
        assert client.get("/api/v1/complaints/").json()["results"] == []
        assert client.get(f"/api/v1/complaints/{complaint.pk}/").status_code == 404
        at = f"/api/v1/complaints/{complaint.pk}/comment/"
        assert client.post(at, {"words": "x"}, format="json").status_code == 404
    assert calling("felipe").post("/api/v1/complaints/", taking(), format="json").status_code == 403
    assert calling("tomas").post("/api/v1/complaints/", taking(), format="json").status_code == 404
    assert calling("rosa").get("/api/v1/complaints/?overdue=true").json()["results"] == []
    assert Complaint.objects.count() == 1
