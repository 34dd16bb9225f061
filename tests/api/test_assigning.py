"""Cases given to people: by whom, to whom, what is written, and what the database refuses whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.incidents.life import signature_holds
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.verbs.assign import assign
from tests.api.desk import Desk
from tests.calling import Calling
from tests.ingest.plays import exposed_round, opening, timed

pytestmark = pytest.mark.services
MANY = "/api/v1/incidents/assign/"


@pytest.fixture
def cases(cast: Cast, calling: Calling) -> list[Incident]:
    """Two cases of one table."""
    said = [*opening(), *exposed_round(1, burned=True), *exposed_round(2, burned=False)]
    calling("rosa").post("/api/v1/events/", timed(said), format="json")
    found = list(Incident.objects.order_by("number"))
    assert len(found) == 2
    return found


def give(calling: Calling, who: str, case: Incident, to: str | None, **more: Any) -> Any:
    return calling(who).post(f"/api/v1/incidents/{case.pk}/assign/", {"to": to, **more}, format="json")


def test_a_case_is_given_once_with_a_signed_row_of_before_and_after(
    calling: Calling, cast: Cast, cases: list[Incident]
) -> None:
    done = give(calling, "sergio", cases[0], "V-3010", words="Pide el video")
    assert done.status_code == 201, done.content
    assert (done.json()["by"], done.json()["to"], done.json()["words"]) == ("R-1007", "V-3010", "Pide el video")
    again = give(calling, "sergio", cases[0], "V-3010")
    assert (again.status_code, again.json()["number"]) == (200, done.json()["number"])
    on = give(calling, "marta", cases[0], "me").json()
    assert (on["before"], on["after"]) == ({"assigned": cast.lucia.pk}, {"assigned": cast.marta.pk})
    assert give(calling, "marta", cases[0], None).status_code == 201
    assert give(calling, "marta", cases[1], None).status_code == 204
    steps = Step.objects.filter(verb=Verb.ASSIGNED)
    assert [step.to for step in steps] == [cast.lucia, cast.marta, None]
    assert all(signature_holds(step) for step in steps)
    assert Incident.objects.filter(assigned__isnull=False).count() == 0


def test_who_may_give_and_who_may_be_given(calling: Calling, cast: Cast, cases: list[Incident]) -> None:
    assert give(calling, "rosa", cases[0], "V-3010").status_code == 403
    assert give(calling, "felipe", cases[0], "me").status_code == 403
    assert give(calling, "tomas", cases[0], "me").status_code == 404
    for badge in ("R-1042", "A-7003", "nobody"):
        refused = give(calling, "marta", cases[0], badge)
        assert (refused.status_code, refused.json()["reasons"][0]["code"]) == (409, "not_taken"), badge
    # A chief may give, and takes none himself
    assert give(calling, "sergio", cases[0], "me").json()["reasons"][0]["code"] == "not_taken"
    assert not Step.objects.filter(verb=Verb.ASSIGNED).exists()


def test_of_several_each_is_told_for_itself_and_asking_again_changes_nothing(
    calling: Calling, cast: Cast, cases: list[Incident]
) -> None:
    first, second = cases
    assign(incident=first, by=cast.marta, now=timezone.now(), to=cast.lucia)
    asked = {"ids": [first.pk, second.pk, 999_999, second.pk], "to": "V-3010"}
    told = calling("marta").post(MANY, asked, format="json").json()["results"]
    assert [(one["id"], one["step"] is not None, [why["code"] for why in one["reasons"]]) for one in told] == [
        (first.pk, False, []),
        (second.pk, True, []),
        (999_999, False, ["not_there"]),
    ]
    again = calling("marta").post(MANY, asked, format="json").json()["results"]
    assert [one["step"] for one in again] == [None, None, None]
    assert Step.objects.filter(verb=Verb.ASSIGNED).count() == 2
    others = calling("tomas").post(MANY, {"ids": [first.pk], "to": "me"}, format="json").json()["results"]
    assert others == [{"id": first.pk, "folio": None, "step": None, "reasons": others[0]["reasons"]}]
    assert others[0]["reasons"][0]["code"] == "not_there"
    mine = calling("lucia").get("/api/v1/incidents/?assigned=me").json()["results"]
    assert {one["assigned"] for one in mine} == {"V-3010"}
    assert len(mine) == 2


def test_the_database_refuses_what_the_verb_would(cast: Cast, cases: list[Incident]) -> None:
    case = cases[0]
    number = 1 + case.steps.count()

    def row(**said: Any) -> Step:
        fields: dict[str, Any] = {
            "incident": case, "number": number, "verb": Verb.ASSIGNED, "at": timezone.now(), "by": cast.marta,
            "to": cast.lucia, "before": {"assigned": None}, "after": {"assigned": cast.lucia.pk}, "signature": "0" * 64,
        }  # fmt: skip
        return Step(**fields | said)

    forged = [
        (row(by=cast.rosa), "may not assign"),
        (row(to=cast.tomas, after={"assigned": cast.tomas.pk}), "does not take cases"),
        (row(to=cast.ivan, after={"assigned": cast.ivan.pk}), "does not take cases"),
        (row(before={"assigned": cast.marta.pk}), "from whom to whom"),
        (row(after={"assigned": cast.marta.pk}), "from whom to whom"),
        (row(to=None, after={"assigned": None}), "from whom to whom"),
        (row(signature=""), "signed by a person"),
        (row(verb=Verb.COMMENTED, before={}, after={}), "only_an_assignment_is_to_somebody"),
    ]
    for step, why in forged:
        with pytest.raises(DatabaseError, match=why), transaction.atomic():
            step.save()
    with pytest.raises(DatabaseError, match="only with a step"), transaction.atomic():
        Incident.objects.filter(pk=case.pk).update(assigned=cast.lucia)
    assign(incident=case, by=cast.marta, now=timezone.now(), to=cast.lucia)
    with pytest.raises(DatabaseError, match="only with a step"), transaction.atomic():
        Incident.objects.filter(pk=case.pk).update(assigned=cast.marta)


def test_giving_a_case_undoes_no_review_and_a_closed_one_is_given_to_nobody(calling: Calling, cast: Cast) -> None:
    desk = Desk(calling, cast)
    case = desk.ready()
    desk.done("marta", case, "review", {"verdict": "approved"})
    desk.done("marta", case, "assign", {"to": "V-3010"})
    desk.done("sergio", case, "close")
    assert desk.refused("marta", case, "assign", {"to": "me"}) == {"not_open"}
