"""Programs ask for re-audits by the same rules as people."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.casino.cast import Cast
from pitboss.reaudit.models import Reaudit
from tests.calling import Calling
from tests.reaudit.conftest import done, short, take

pytestmark = pytest.mark.services
QUESTION: dict[str, Any] = {
    "casino": "CDE",
    "since": "2026-11-27",
    "until": "2026-11-30",
    "name": "Mínima 20.000",
    "why": "acta 31",
    "overlay": {"values": {"min": 20000}, "dates": {"wrong-payout": [None, "2026-01-31"]}},
}


def test_a_re_audit_is_asked_watched_and_read(cast: Cast, calling: Calling) -> None:
    take(short())
    marta = calling("marta")
    covered = marta.post("/api/v1/reaudits/", {**QUESTION, "only_scope": True}, format="json")
    assert (covered.status_code, covered.json()["rounds"]) == (200, 2)
    made = marta.post("/api/v1/reaudits/", QUESTION, format="json")
    assert made.status_code == 201, made.content
    told = made.json()
    assert told["reading"]["overlay"] == QUESTION["overlay"]
    assert (told["progress"]["state"], told["by"]) == ("planning", "marta")
    address = f"/api/v1/reaudits/{told['id']}/"
    done(Reaudit.objects.get())
    assert marta.get(address).json()["progress"]["rounds"] == 2
    difference = marta.get(f"{address}difference/").json()
    assert {row["name"]: (row["new"], row["gone"]) for row in difference["codes"]} == {
        "bet-limit": (2, 0),
        "wrong-payout": (0, 1),
    }
    gone = marta.get(f"{address}lines/?verdict=gone").json()["results"]
    assert [(line["code"], line["now"]) for line in gone] == [("wrong-payout", None)]
    assert marta.get(f"/api/v1/findings/{gone[0]['finding']}/").status_code == 200
    assert [one["id"] for one in marta.get("/api/v1/reaudits/").json()["results"]] == [told["id"]]
    assert marta.post(f"{address}cancel/").status_code == 409
    assert marta.post(f"{address}retry/").status_code == 409
    for who in ("rosa", "tomas", "ana"):
        assert calling(who).get(address).status_code == 404
        assert calling(who).get("/api/v1/reaudits/").json()["results"] == []
    assert calling("rosa").post("/api/v1/reaudits/", QUESTION, format="json").status_code == 403
    assert calling("tomas").post("/api/v1/reaudits/", QUESTION, format="json").status_code == 404


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"overlay": {"values": {"decks": 8}}}, 400),
        ({"overlay": {"without": ["record-gap"]}}, 400),
        ({"overlay": {"other": 1}}, 400),
        ({"overlay": {"dates": {"card-face": ["2026-02-30", None]}}}, 400),
        ({"tables": ["BJ-99"]}, 400),
        ({"against": 99}, 404),
        ({"since": "2020-01-01", "until": "2020-01-02"}, 409),
    ],
)
def test_what_cannot_be_asked_is_told(changes: dict[str, Any], status: int, cast: Cast, calling: Calling) -> None:
    take(short())
    answer = calling("marta").post("/api/v1/reaudits/", {**QUESTION, **changes}, format="json")
    assert answer.status_code == status, answer.content
    assert not Reaudit.objects.exists()
