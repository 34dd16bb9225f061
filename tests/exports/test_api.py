"""Programs ask for bundles by the same rules as people."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from pitboss.casino.cast import Cast
from pitboss.exports.models import Export, Handed
from tests.calling import Calling
from tests.exports.conftest import made
from tests.reaudit.conftest import short, take

pytestmark = pytest.mark.services
QUESTION: dict[str, Any] = {"casinos": ["CDE"], "since": "2026-11-27", "until": "2026-11-30", "why": "oficio 12"}
ADDRESS = "/api/v1/exports/"


def test_a_bundle_is_asked_for_watched_and_taken_away(cast: Cast, calling: Calling) -> None:
    take(short())
    marta = calling("marta")
    brought = marta.post(ADDRESS, {**QUESTION, "only_preview": True}, format="json")
    assert (brought.status_code, brought.json()["incidents"], brought.json()["entries"]) == (200, 1, 26)
    asked = marta.post(ADDRESS, QUESTION, format="json")
    assert asked.status_code == 201, asked.content
    told = asked.json()
    assert (told["progress"]["state"], told["by"], told["question"]["why"]) == ("waiting", "marta", "oficio 12")
    one = f"{ADDRESS}{told['id']}/"
    assert marta.get(f"{one}1/").status_code == 409
    part = made(Export.objects.get())
    assert marta.get(one).json()["parts"][0]["sha256"] == part.sha256
    given = marta.get(f"{one}1/", headers={"accept": "application/zip"})
    assert hashlib.sha256(b"".join(given.streaming_content)).hexdigest() == part.sha256  # type: ignore[attr-defined]
    assert Handed.objects.get().by == cast.marta
    assert [row["id"] for row in marta.get(ADDRESS).json()["results"]] == [told["id"]]
    assert marta.post(f"{one}retry/").status_code == 409
    for who in ("rosa", "tomas"):
        assert calling(who).get(one).status_code == 404
        assert calling(who).get(f"{one}1/").status_code == 404
        assert calling(who).get(ADDRESS).json()["results"] == []
    assert calling("rosa").post(ADDRESS, QUESTION, format="json").status_code == 403
    assert calling("tomas").post(ADDRESS, QUESTION, format="json").status_code == 404


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"tables": ["CDE/BJ-99"]}, 400),
        ({"redaction": "some"}, 400),
        ({"why": ""}, 400),
        ({"redaction": "complainant"}, 409),
        ({"codes": ["card-face"]}, 409),
        ({"casinos": ["CDE", "XX"]}, 404),
    ],
)
def test_what_cannot_be_exported_is_told(changes: dict[str, Any], status: int, cast: Cast, calling: Calling) -> None:
    take(short())
    answer = calling("marta").post(ADDRESS, {**QUESTION, **changes}, format="json")
    assert answer.status_code == status, answer.content
    assert not Export.objects.exists()
