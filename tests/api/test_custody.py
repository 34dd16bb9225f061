"""Seized cards in their envelope: from keeper to keeper, each time a row, also after the case is closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.incidents.custody import custody_of
from tests.api.desk import DETAILS, Desk, add_raw
from tests.calling import Calling

pytestmark = pytest.mark.services


@pytest.fixture
def desk(calling: Calling, cast: Cast) -> Desk:
    return Desk(calling, cast)


def test_an_envelope_goes_from_keeper_to_keeper_and_on_after_the_closing(desk: Desk) -> None:
    incident = desk.ready()
    now = timezone.now().replace(microsecond=0)
    first = {"to": "Jefe de sección R-1007", "initials": "RS/SL", "at": (now - timedelta(hours=2)).isoformat()}
    step = desk.done("rosa", incident, "hand-over-cards", first)
    assert (step["after"]["from"], step["after"]["envelope"]) == ("Bóveda", "S-0031")
    desk.done("marta", incident, "review", {"verdict": "approved"})
    second = {"to": "Bóveda central", "initials": "SL/BC", "at": (now - timedelta(hours=1)).isoformat()}
    desk.done("sergio", incident, "hand-over-cards", second)
    # An envelope that goes on is no reason to review again
    desk.done("sergio", incident, "close")
    third = {"to": "Policía de Investigaciones", "initials": "BC/PDI", "at": now.isoformat()}
    desk.done("lucia", incident, "hand-over-cards", third)
    chain = custody_of(list(incident.steps.all()))
    keepers = ["Bóveda", "Jefe de sección R-1007", "Bóveda central", "Policía de Investigaciones"]
    assert [one.holder for one in chain] == keepers
    assert [one.until for one in chain[:-1]] == [one.since for one in chain[1:]]
    assert chain[-1].until is None


def test_cards_are_handed_over_in_order_and_only_where_there_are_any(desk: Desk) -> None:
    incident = desk.open()
    now = timezone.now()
    said = {"to": "Bóveda central", "initials": "RS/BC", "at": now.isoformat()}
    assert desk.refused("rosa", incident, "hand-over-cards", said) == {"no_cards"}
    desk.done("rosa", incident, "complete", DETAILS)
    late = said | {"at": (now + timedelta(hours=1)).isoformat()}
    assert desk.refused("rosa", incident, "hand-over-cards", late) == {"future"}
    desk.done("rosa", incident, "hand-over-cards", said)
    early = said | {"at": (now - timedelta(hours=1)).isoformat()}
    assert desk.refused("rosa", incident, "hand-over-cards", early) == {"backwards"}
    assert desk.do("ivan", incident, "hand-over-cards", said).status_code == 403
    assert desk.do("tomas", incident, "hand-over-cards", said).status_code == 404


def test_the_database_refuses_a_broken_chain(desk: Desk) -> None:
    incident = desk.open()
    said = {"envelope": "S-0031", "from": "Bóveda", "to": "x", "initials": "y", "at": timezone.now().isoformat()}
    with pytest.raises(DatabaseError, match="no seized cards"):
        add_raw(incident, "cards_handed_over", desk.cast.rosa.pk, after=said)
    desk.done("rosa", incident, "complete", DETAILS)
    wrong = [
        {"from": "Otra bóveda"}, {"to": ""}, {"initials": ""}, {"at": (timezone.now() + timedelta(1)).isoformat()},
    ]  # fmt: skip
    for change in wrong:
        with pytest.raises(DatabaseError, match="by whoever has them"):
            add_raw(incident, "cards_handed_over", desk.cast.rosa.pk, after=said | change)
    for who in ("ivan", "tomas", "felipe"):
        with pytest.raises(DatabaseError, match="may not do that"):
            add_raw(incident, "cards_handed_over", desk.cast.people[who].pk, after=said)
    with pytest.raises(DatabaseError, match="signed"):
        add_raw(incident, "cards_handed_over", desk.cast.rosa.pk, after=said, signature="")
