"""A shift at a table whose cards nobody records: what a person declared becomes cases of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from tests.played import say

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

SHIFT = """\
@2026-11-28T20:00:00-03:00 table_opened cl-scj
+600 declared unrequested-card spot=3 card=8h reply=refused
+20 ruled pit_boss ruling=as_prescribed code=unrequested-card spot=3
+3600 declared player-without-cards spot=3 amount=10000
+20 ruled pit_boss ruling=late code=player-without-cards spot=3
+3600 declared exposed-card card=9d
+9 ruled pit_boss ruling=as_prescribed code=exposed-card
+60 declared deal-order spot=2 to=1
"""


@pytest.mark.django_db
def test_each_declaration_is_a_case_with_its_page(cast: Cast, client: Client) -> None:
    incidents = say(SHIFT)
    found = [(finding.code, finding.spot, finding.outcome) for one in incidents for finding in one.findings.all()]
    assert found == [
        ("unrequested-card", "3", "followed"),
        ("player-without-cards", "3", "contrary"),
        ("exposed-card", None, "followed"),
        ("deal-order", "2", "pending"),
    ]
    client.force_login(cast.marta, backend="django.contrib.auth.backends.ModelBackend")
    for incident, words in zip(
        incidents, ("Carta no pedida", "Jugador sin cartas", "descubierta", "distribución"), strict=True
    ):
        page = client.get(f"/incidents/CDE/{incident.folio}/")
        assert page.status_code == 200
        assert words in page.content.decode()
