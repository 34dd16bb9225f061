"""The whole way in small: simulated shoes, a gateway that is killed, a server, the ledger."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from pitboss.api.models import issue
from pitboss.casino.cast import Cast
from pitboss.shoes.models import Mode
from pitboss.shoes.verbs.make import make
from tests.shoes.conftest import entries
from tests.shoes.pit import Gateway, Tablet, played, settled, show
from tests.shoes.reckoning import reckon
from tests.workers import eventually

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

TABLES = ("BJ-01", "BJ-02", "BJ-03")
FAULTS = ("lost-lines", "unreadable", "burn-button", "line-noise", "reconnect", "dropped-read")


@pytest.mark.slow
def test_a_gateway_killed_in_the_middle_loses_no_card_and_doubles_none(
    live_server: LiveServer, cast: Cast, tmp_path: Path
) -> None:
    tokens = [make(table=cast.tables[f"CDE/{name}"], name=name, mode=Mode.WITNESS, by=None)[1] for name in TABLES]
    token = issue(person=cast.rosa, name="tablet", now=timezone.now())
    tables = played(TABLES, tokens, cards=45, kinds=FAULTS, apart=2)
    tablets = [Tablet(live_server.url, "CDE", token) for _ in tables]
    gateway = Gateway(tmp_path, live_server.url, tables)
    stop = Event()
    threads: list[Thread] = []
    try:
        gateway.start()
        threads = show(tables, tablets, interval=0.09, stop=stop)
        assert eventually(lambda: all(one.device.emitted > 15 for one in tables))
        gateway.kill()
        assert eventually(lambda: all(one.device.waiting > 2 for one in tables))
        gateway.start()
        for thread in threads:
            thread.join(60)
        assert settled(tables, tablets, gateway, 60)
        gateway.end()
    finally:
        stop.set()
        gateway.kill()
        for thread in threads:
            thread.join(30)
        for one, tablet in zip(tables, tablets, strict=True):
            one.device.close()
            tablet.close()
    assert [tablet.rejected for tablet in tablets] == [[], [], []]
    found = reckon(tables)
    assert found.emitted > 120
    assert (found.lost, found.doubled, found.misplaced) == (0, 0, 0), found.told()
    # The lines are numbered: a wire that broke lost nothing, and only what the numbers show to be missing is told
    assert {one["state"] for one in entries("feed")} == {"started", "missed"}
    assert {one.device.connections for one in tables} >= {2}
    assert found.right == found.injected, found.told()
