"""A tablet goes on without the network, and what it said reaches the ledger once, in order, and means the same there.

A real server process, a real PostgreSQL, a real Chromium whose network is cut.
"""

from __future__ import annotations

import pytest

from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding
from tests.floor.live.plays import READY, card_over_17
from tests.floor.live.serving import Screen

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def ledger() -> list[str]:
    """The ids of the ledger's events, in its order."""
    return [str(one) for one in Entry.objects.order_by("session", "number").values_list("event_id", flat=True)]


def found() -> list[tuple[str, str]]:
    return sorted(Finding.objects.values_list("key", "outcome"))


def test_what_was_said_without_the_network_is_sent_once_in_order_and_means_the_same(tablet: Screen) -> None:
    tablet.open()
    said = tablet.say(*READY)
    tablet.wait("state.unsent === 0")
    tablet.context.set_offline(True)
    for event in card_over_17(1):
        said += tablet.say(event)
    assert tablet.state("state.unsent") == 13
    assert tablet.state("state.source") == "engine"
    assert [code for code, _ in tablet.findings()] == ["15:dealer-card-over-17:dealer"]
    assert tablet.findings()[0][1] == "followed"
    assert ledger() == said[:6]
    tablet.context.set_offline(False)
    tablet.wait("state.unsent === 0 && state.online")
    assert ledger() == said
    assert found() == tablet.findings()
    assert tablet.state("state.differs") is None
