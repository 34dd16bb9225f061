"""What the house has set holds on the tablet as it does on the server, without the network as well."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.casino.models import HouseSetting, TableSession
from pitboss.casino.set_option import set_option
from pitboss.replay.models import Finding
from pitboss.replay.pictures import stands
from tests.floor.live.plays import READY, Said
from tests.floor.live.serving import Screen

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("own_database")]

DOUBLED_SOFT: list[Said] = [
    {"kind": "round_opened", "round": 1},
    {"kind": "bet", "spot": "1", "amount": 10000},
    {"kind": "dealt", "to": "1", "card": "Ah"},
    {"kind": "dealt", "to": "dealer", "card": "7c"},
    {"kind": "dealt", "to": "1", "card": "8d"},
    {"kind": "acted", "spot": "1", "action": "double"},
]
OPENING: list[Said] = [{"kind": "table_opened", "profile": "cl-scj"}, *READY[1:]]
"""It says no limits, so those of the house hold."""


def house_sets(cast: Cast, option: str, value: Any) -> None:
    now = timezone.now()
    began = now - timedelta(days=1)
    set_option(casino=cast.casino, option=option, value=value, valid_from=began, by=cast.ana, why="acta 12", now=now)


def of_the_server() -> Any:
    """The picture that the server makes of the session."""
    return stands(TableSession.objects.select_related("table").get(), picture="es").picture


def codes(tablet: Screen) -> list[str]:
    return sorted(key.split(":")[1] for key, _ in tablet.findings())


def test_the_tablets_engine_judges_by_the_house_like_the_server(tablet: Screen, cast: Cast) -> None:
    house_sets(cast, "double_soft", False)
    house_sets(cast, "max", 8000)
    tablet.open()
    tablet.say(*OPENING, *DOUBLED_SOFT)
    tablet.wait("state.unsent === 0 && state.session")
    assert tablet.state("state.source") == "engine"
    assert codes(tablet) == ["bet-limit", "double-not-allowed"]
    assert tablet.state("state.picture.house.max") == 8000
    assert tablet.state("state.picture") == of_the_server()
    assert tablet.state("state.differs") is None
    # Another reader of the same session, that never heard of the waiting entries
    tablet.page.reload()
    tablet.bind()
    tablet.wait("state.source === 'engine'")
    assert tablet.state("state.picture") == of_the_server()


def test_a_table_opened_without_the_network_goes_by_what_was_last_known(tablet: Screen, cast: Cast) -> None:
    house_sets(cast, "double_soft", False)
    tablet.open()
    assert tablet.state("state.table.house") == {"double_soft": False}
    tablet.context.set_offline(True)
    tablet.say(*OPENING, *DOUBLED_SOFT[:5])
    assert tablet.state("state.picture.turn.allowed.double") is False
    tablet.say(DOUBLED_SOFT[5])
    offline = tablet.state("state.picture")
    assert codes(tablet) == ["double-not-allowed"]
    tablet.context.set_offline(False)
    tablet.wait("state.unsent === 0 && state.session")
    assert tablet.state("state.picture") == offline == of_the_server()
    assert list(Finding.objects.values_list("code", flat=True)) == ["double-not-allowed"]


def test_what_is_set_later_changes_no_session_that_is_open(tablet: Screen, cast: Cast) -> None:
    tablet.open()
    tablet.say(*OPENING)
    tablet.wait("state.unsent === 0 && state.session")
    house_sets(cast, "double_soft", False)
    tablet.page.reload()
    tablet.bind()
    assert tablet.state("[state.table.house, state.session.house]") == [{"double_soft": False}, {}]
    tablet.say(*DOUBLED_SOFT)
    tablet.wait("state.unsent === 0")
    assert codes(tablet) == []
    assert tablet.state("state.picture") == of_the_server()
    assert HouseSetting.objects.count() == 1


def test_before_anything_is_said_the_picture_is_by_the_house(tablet: Screen, cast: Cast) -> None:
    """The server's, shown first, and the engine's after it."""
    house_sets(cast, "min", 20000)
    tablet.open(engine=False)
    tablet.wait("state.picture")
    first = tablet.state("state.picture")
    tablet.wait("state.source === 'engine'")
    assert first["house"]["min"] == 20000
    assert tablet.state("state.picture") == first
