"""The wall: every table of a pit as it stands, in a few queries however many there are."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pitboss.casino.cast import Cast
from pitboss.casino.models import Pit, Table
from pitboss.floor.presence import Presence
from tests.floor.live.tablets import Tablet, event, opening


@pytest.fixture
def tablet(cast: Cast) -> Tablet:
    return Tablet(cast.table, person=cast.rosa)


def wall(tablet: Tablet, query: str = "") -> dict[str, Any]:
    answer = tablet.client.get(f"/floor/api/wall/{query}")
    assert answer.status_code == 200, answer.content
    told: dict[str, Any] = answer.json()
    return told


def tile(tablet: Tablet, query: str = "") -> dict[str, Any]:
    tiles: dict[int, Any] = {one["id"]: one for one in wall(tablet, query)["tables"]}
    found: dict[str, Any] = tiles[tablet.table.pk]
    return found


def test_the_wall_shows_the_tables_of_the_tablet_s_pit(cast: Cast, tablet: Tablet) -> None:
    told = wall(tablet)
    assert told["pit"]["name"] == "Foso 1"
    assert [one["name"] for one in told["tables"]] == ["BJ-01", "BJ-02", "BJ-03", "BJ-04"]
    assert {one["state"] for one in told["tables"]} == {"closed"}
    foreign = Pit.objects.get(casino__code="CDS")
    assert tablet.client.get(f"/floor/api/wall/?pit={foreign.pk}").status_code == 404
    assert tablet.client.get("/floor/api/wall/?pit=x").status_code == 400


def test_a_tile_follows_its_table_through_a_round(tablet: Tablet) -> None:
    said = opening("R-1042")
    tablet.say(said[0])
    assert tile(tablet)["state"] == "shuffling"
    tablet.say(*said[1:])
    shown = tile(tablet)
    assert (shown["state"], shown["expects_words"], shown["missing"]) == ("between", "Abrir el pase 1", [])
    assert (shown["min"], shown["max"], shown["dealer_name"]) == (5000, 500000, "R-2117")
    assert shown["shoe"]["left"] == 311
    tablet.say(event("round_opened", "R-1042", round=1, second=8))
    assert tile(tablet)["state"] == "betting"
    tablet.say(
        event("bet", "R-1042", spot="1", amount=10000, second=9),
        event("bets_closed", "R-1042", second=10),
        event("dealt", "R-1042", to="1", card="Th", second=11),
    )
    shown = tile(tablet, "?lang=en")
    assert (shown["state"], shown["round"], shown["expects_words"]) == ("playing", 1, "Card for the dealer")
    assert shown["scene"]["spots"][0]["hands"][0]["total"] == 10
    tablet.say(event("table_closed", "R-1042", second=60))
    assert tile(tablet)["state"] == "closed"


def test_an_irregularity_is_on_the_wall_with_its_words_until_it_is_resolved(tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7))
    tablet.say(event("exposed", "R-1042", card="9d", second=8))
    (incident,) = tile(tablet)["incidents"]
    assert (incident["code"], incident["severity"], incident["outcome"]) == ("exposed-card", "minor", "pending")
    assert {"card": "9d"} in incident["message_segments"]
    (english,) = tile(tablet, "?lang=en")["incidents"]
    assert english["headline"] != incident["headline"]
    tablet.say(event("burned", "R-1042", card="9d", why="exposed", second=9))
    assert tile(tablet)["incidents"] == []


def test_footage_that_was_asked_for_stays_on_the_wall_with_its_clock(tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7))
    tablet.say(
        event("bet", "R-1042", spot="1", amount=10000, second=8),
        event("bet", "R-1042", spot="2", amount=10000, second=8),
        event("dealt", "R-1042", to="2", card="6s", second=9),
    )
    (incident,) = tile(tablet)["incidents"]
    assert (incident["code"], incident["cctv"], incident["cctv_asked_at"]) == ("deal-order", True, None)
    asked = event("cctv_requested", "R-1042", by_role="pit_boss", reason="deal-order", code="deal-order", second=30)
    tablet.say(asked)
    (incident,) = tile(tablet)["incidents"]
    assert incident["cctv_asked_at"][:19] == asked["at"][:19]
    assert incident["preserve_by"] is not None


def test_footage_asked_for_of_a_case_that_was_put_right_stays_too(tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7))
    tablet.say(
        event("exposed", "R-1042", card="9d", second=8), event("burned", "R-1042", card="9d", why="exposed", second=9)
    )
    assert tile(tablet)["incidents"] == []
    tablet.say(event("cctv_requested", "R-1042", by_role="pit_boss", reason="doubt", code="exposed-card", second=30))
    (incident,) = tile(tablet)["incidents"]
    assert (incident["outcome"], incident["cctv"]) == ("followed", False)
    assert incident["cctv_asked_at"] is not None


def test_a_table_whose_tablets_fell_silent_is_offline_since_then(cast: Cast, tablet: Tablet) -> None:
    tablet.post("here/", {"unsent": 2})
    assert tile(tablet)["offline_since"] is None
    silent = Presence.objects.get().seen_at - timedelta(minutes=3)
    Presence.objects.update(seen_at=silent)
    shown = tile(tablet)
    assert shown["offline_since"][:19] == silent.isoformat()[:19]
    assert [(one["name"], one["unsent"], one["silent"]) for one in shown["devices"]] == [("Tableta 1", 2, True)]
    Tablet(cast.table, "Tableta 2").post("here/", {"unsent": 0})
    assert tile(tablet)["offline_since"] is None


def test_a_closed_table_waits_for_no_tablet_that_owes_nothing(tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"), event("table_closed", "R-1042", second=60))
    tablet.post("here/", {"unsent": 0})
    Presence.objects.update(seen_at=Presence.objects.get().seen_at - timedelta(minutes=3))
    shown = tile(tablet)
    assert (shown["state"], shown["offline_since"]) == ("closed", None)


def test_the_wall_asks_as_many_queries_for_twenty_tables_as_for_two(cast: Cast, tablet: Tablet) -> None:
    pit = tablet.table.pit

    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            wall(tablet)
        return len(queries)

    play = [*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7)]
    tablet.say(*play, event("exposed", "R-1042", card="9d", second=8))
    few = asked()
    for number in range(20):
        table = Table.objects.create(pit=pit, casino=pit.casino, name=f"BJ-{number + 10}")
        more = Tablet(table, f"Tableta {number}")
        more.say(*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7))
        more.say(event("exposed", "R-1042", card="9d", second=8))
    assert asked() == few
    assert len(wall(tablet)["tables"]) == 24
