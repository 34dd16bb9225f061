"""The list for the terminal: what a newcomer sees first."""

from __future__ import annotations

from io import BytesIO, StringIO

import pytest
from django.core.management import call_command

from pitboss.casino.cast import Cast
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import ndjson, shift, timed


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("es", ["2026-000001", "Carta descubierta en el sabot", "Prescrito: Quemar", "n.º 1", "Cumplida"]),
        ("en", ["2026-000001", "Card face up in the shoe", "Prescribed: Burn", "Followed"]),
    ],
)
def test_every_incident_is_told_with_its_prescription_and_citation(cast: Cast, lang: str, words: list[str]) -> None:
    Intake(by=cast.people["rosa"]).take(read_ndjson(BytesIO(ndjson(timed(shift())))))
    out = StringIO()
    call_command("demo", lang=lang, stdout=out)
    for word in words:
        assert word in out.getvalue()
