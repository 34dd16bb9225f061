"""What falls due, as programs read it; and that an expired clock is refused here as on the page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from pitboss.casino.cast import Cast
from tests.calling import Calling
from tests.reminders.conftest import lapsing

pytestmark = pytest.mark.services
CLIP = {
    "reference": "VMS-1", "camera": "12", "start": "2026-11-29T20:00:00Z", "end": "2026-11-29T20:04:00Z",
    "copies": 1, "holder": "Vigilancia", "sha256": "ab" * 32,
}  # fmt: skip


def read(calling: Calling, query: str = "", who: str = "lucia") -> Any:
    answer = calling(who).get(f"/api/v1/due/{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_what_ran_out_is_apart_and_the_rest_is_soonest_first(calling: Calling, cast: Cast) -> None:
    now = timezone.now()
    gone = lapsing(now, timedelta(days=-2))
    later = lapsing(now, timedelta(days=9), table="CDE/BJ-03")
    soon = lapsing(now, timedelta(hours=20), table="CDE/BJ-02")
    found = read(calling)
    assert found["whole"] is True
    assert [one["folio"] for one in found["lapsed"]] == [gone.folio]
    assert [one["folio"] for one in found["running"]] == [soon.folio, later.folio]
    first = found["running"][0]
    assert (first["item"], first["kind"], first["id"]) == (f"footage:{soon.pk}", "incident", soon.pk)
    assert (first["what"], first["near"], first["role"]) == ("footage", "alarm", "surveillance")
    assert 19 * 3600 < first["seconds_left"] <= 20 * 3600
    assert found["lapsed"][0]["seconds_left"] < 0
    assert [one["table"] for one in read(calling, "?near=alarm")["running"]] == ["BJ-02"]
    until = (now + timedelta(days=2)).isoformat().replace("+00:00", "Z")
    assert [one["table"] for one in read(calling, f"?until={until}")["running"]] == ["BJ-02"]
    assert read(calling, who="tomas") == {"lapsed": [], "running": [], "whole": True}


def test_what_cannot_be_read_is_told(calling: Calling) -> None:
    assert calling("lucia").get("/api/v1/due/?what=lunch").status_code == 400
    assert calling(None).get("/api/v1/due/").status_code == 401


def test_footage_is_not_kept_after_its_time_without_saying_how(calling: Calling, cast: Cast) -> None:
    case = lapsing(timezone.now(), timedelta(minutes=-1))
    address = f"/api/v1/incidents/{case.pk}/preserve-footage/"
    refused = calling("lucia").post(address, CLIP, format="json")
    assert refused.status_code == 409
    assert [why["code"] for why in refused.json()["reasons"]] == ["late"]
    done = calling("lucia").post(address, CLIP | {"late": "Estaba en el respaldo"}, format="json")
    assert done.status_code == 201
    assert done.json()["after"]["late"] == "Estaba en el respaldo"
