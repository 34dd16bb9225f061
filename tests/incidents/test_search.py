"""Cases found by words: accents or none, singular or plural, either language, phrases, and how a folio begins."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident, Searched
from pitboss.incidents.queries import Filters, incident_list
from pitboss.incidents.verbs.comment import comment
from pitboss.incidents.verbs.preserve_footage import preserve_footage
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import exposed_round, ndjson, opening, timed, underpaid_round

pytestmark = pytest.mark.services


@pytest.fixture
def case(cast: Cast) -> Incident:
    """A card that came out face up and was played, beside a short payment; the first of them."""
    play = [*opening(pit_boss="R-1042", dealer="R-2117"), *exposed_round(1, burned=False), *underpaid_round(2)]
    Intake(by=cast.rosa).take(read_ndjson(io.BytesIO(ndjson(timed(play)))))
    return Incident.objects.get(code="exposed-card")


def found(cast: Cast, text: str) -> list[str]:
    return [one.code for one in incident_list(cast.marta, Filters(text=text))]


BOTH = ["wrong-payout", "exposed-card"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("descubierta", ["exposed-card"]),
        ("DESCUBIERTAS", ["exposed-card"]),
        ("exposed", ["exposed-card"]),
        ("exposed-card", ["exposed-card"]),
        ("sabot -pago", ["exposed-card"]),
        ("pago or descubierta", BOTH),
        ("pago o descubierta", BOTH),
        ('"carta descubierta"', ["exposed-card"]),
        ('"descubierta carta"', []),
        ("bj", BOTH),
        ("BJ-0", BOTH),
        ("bj01", BOTH),
        ("bj-02", []),
        ("2026-00000", BOTH),
        ("000001", ["exposed-card"]),
        ("R-1042", BOTH),
        ("-bj-01", []),
        ("de la", []),
        ('"', []),
        ("' & | ! ( : *", []),
        ("\0 \ud7ff ☃", []),
        ("x" * 5000, []),
    ],
)
def test_each_way_to_ask_finds_what_it_should(case: Incident, cast: Cast, text: str, codes: list[str]) -> None:
    assert found(cast, text) == codes


def test_what_people_said_and_named_later_is_found(case: Incident, cast: Cast) -> None:
    assert found(cast, "reclamaciones") == found(cast, "CAM-12") == found(cast, "A-4003") == []
    comment(incident=case, by=cast.marta, now=timezone.now(), words="El jugador insistió en su reclamación")
    assert found(cast, "reclamaciones") == found(cast, "A-4003") == ["exposed-card"]
    preserve_footage(
        incident=case, by=cast.lucia, now=timezone.now(), reference="CCTV-2026-0815", camera="CAM-12",
        start=case.opened_at, end=case.last_event_at, copies=1, holder="Bóveda de vigilancia", sha256="ab" * 32,
        **late(case),
    )  # fmt: skip
    for text in ("cctv-2026-08", "0815", "CAM-12", "boveda", "reclamacion bóveda"):
        assert found(cast, text) == ["exposed-card"], text
    assert found(cast, "ab" * 32) == []


def late(case: Incident) -> dict[str, Any]:
    """Whatever explanation a video that is kept late asks for; the plays of these tests have a fixed day."""
    return {"late": "Quedaba en el grabador"} if case.preserve_by and case.preserve_by < timezone.now() else {}


def test_the_words_can_be_made_again_from_what_there_is(case: Incident, cast: Cast) -> None:
    comment(incident=case, by=cast.marta, now=timezone.now(), words="Palabras")
    kept = Searched.objects.get(pk=case.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT said, marks FROM incidents_said(%s)", [case.pk])
        assert cursor.fetchone() == (kept.said, kept.said_marks)
    assert kept.marks[:3] == [case.folio, "BJ-01", "exposed-card"]


def test_nobody_finds_a_case_of_another_casino(case: Incident, cast: Cast) -> None:
    assert list(incident_list(cast.tomas, Filters(text="descubierta"))) == []
