"""A session is judged by what the house had set when it opened, and by what its opening said itself."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.casino.set_option import set_option
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.pipeline import replay_again
from pitboss.replay import runs
from pitboss.replay.house_words import HouseValue, house_values
from pitboss.replay.models import Finding
from pitboss.replay.scenes import scenes
from tests.ingest.plays import START, Said, ndjson, opening, timed

pytestmark = pytest.mark.services


def send(events: list[Said]) -> TableSession:
    receipt = Intake(by=None, casino="CDE").take(read_ndjson(io.BytesIO(ndjson(events))))
    assert not receipt.rejected, receipt.rejected
    return TableSession.objects.latest("pk")


def house_sets(cast: Cast, option: str, value: Any, **more: Any) -> None:
    told: dict[str, Any] = {"casino": cast.casino, "by": cast.ana, "why": "acta 12", "now": START}
    set_option(option=option, value=value, **{**told, "valid_from": START - timedelta(days=1), **more})


def split_and_doubled() -> list[Said]:
    """Two eights split, a three to the first of them, and that eleven doubled."""
    return [
        {"kind": "round_opened", "round": 1},
        {"kind": "bet", "spot": "1", "amount": 10000},
        {"kind": "dealt", "to": "1", "card": "8h"},
        {"kind": "dealt", "to": "dealer", "card": "9c"},
        {"kind": "dealt", "to": "1", "card": "8s"},
        {"kind": "acted", "spot": "1", "action": "split"},
        {"kind": "dealt", "to": "1", "card": "3d"},
        {"kind": "acted", "spot": "1", "action": "double"},
        {"kind": "dealt", "to": "1", "card": "Td"},
    ]


def surrendered(amount: int) -> list[Said]:
    """Half of 2,501 goes: 1,250.5, that the chip cannot pay."""
    return [
        {"kind": "round_opened", "round": 1},
        {"kind": "bet", "spot": "1", "amount": 2501},
        {"kind": "dealt", "to": "1", "card": "Th"},
        {"kind": "dealt", "to": "dealer", "card": "9c"},
        {"kind": "dealt", "to": "1", "card": "6s"},
        {"kind": "acted", "spot": "1", "action": "surrender"},
        {"kind": "taken", "spot": "1", "amount": amount},
        {"kind": "round_closed"},
    ]


def codes(session: TableSession) -> list[str]:
    return list(Finding.objects.filter(session=session).order_by("entry").values_list("code", flat=True))


def named(session: TableSession, option: str, language: str = "es") -> HouseValue:
    return next(one for one in house_values(session, language) if one.option == option)


def test_a_double_after_a_split_is_judged_by_the_house(cast: Cast) -> None:
    assert codes(send(timed([*opening(), *split_and_doubled()]))) == []
    house_sets(cast, "double_after_split", False)
    later = timed([*opening(), *split_and_doubled()], start=START + timedelta(hours=1), table="BJ-02")
    session = send(later)
    assert codes(session) == ["double-not-allowed"]
    assert named(session, "double_after_split").value == "no"
    assert named(session, "double_after_split").origin == "house"


def test_rounding_follows_the_house(cast: Cast) -> None:
    """Rounded up for the player the house takes 1,250; to the chip and no further, 1,251."""
    house_sets(cast, "round_up", False)
    session = send(timed([*opening(min=1000), *surrendered(1251)]))
    other = timed([*opening(min=1000), *surrendered(1250)], table="BJ-02")
    assert codes(session) == []
    assert codes(send(other)) == ["wrong-payout"]


@pytest.mark.parametrize(("bet", "found"), [(10_000, ["bet-limit"]), (20_000, [])])
def test_limits_of_the_house_hold_where_the_opening_names_none(bet: int, found: list[str], cast: Cast) -> None:
    house_sets(cast, "min", 20_000)
    opened = [{"kind": "table_opened", "profile": "cl-scj"}, *opening()[1:]]
    events = [
        {"kind": "round_opened", "round": 1},
        {"kind": "bet", "spot": "1", "amount": bet},
        *split_and_doubled()[2:],
    ]
    assert codes(send(timed([*opened, *events]))) == found


def test_what_the_opening_says_goes_before_the_house(cast: Cast) -> None:
    house_sets(cast, "min", 20_000)
    house_sets(cast, "even_money", False)
    session = send(timed([*opening(even_money=True), *split_and_doubled()]))
    assert codes(session) == []
    assert (named(session, "min").value, named(session, "min").origin) == ("$5.000", "opening")
    assert (named(session, "even_money").value, named(session, "even_money").origin) == ("sí", "opening")
    assert named(session, "even_money", "en").value == "yes"


def test_a_profile_whose_text_gives_a_value_goes_before_the_house(cast: Cast) -> None:
    house_sets(cast, "double_after_split", False)
    session = send(timed([*opening(profile="lccartas"), *split_and_doubled()]))
    assert codes(session) == []
    shown = named(session, "double_after_split")
    assert (shown.value, shown.origin) == ("sí", "profile")
    assert "1.6 Desarrollo de una partida" in shown.cited


def test_a_later_setting_changes_no_session_that_was_open(cast: Cast) -> None:
    session = send(timed([*opening(), *split_and_doubled()]))
    house_sets(cast, "double_after_split", False)
    runs.forget()
    assert replay_again(session=TableSession.objects.get(pk=session.pk), now=START) == []
    assert codes(session) == []
    assert named(session, "double_after_split").origin == "profile"


def test_a_corrected_opening_is_filled_from_the_house_again(cast: Cast) -> None:
    house_sets(cast, "max", 8_000)
    session = send(timed([*opening(), *split_and_doubled()]))
    assert codes(session) == []
    instead = {"kind": "table_opened", "at": START.isoformat(), "profile": "cl-scj", "min": 5000}
    correction = {"kind": "corrected", "ref": 1, "by_role": "pit_boss", "instead": instead, "reason": "sin máximo"}
    send(timed([correction], start=START + timedelta(minutes=1)))
    assert codes(session) == ["bet-limit"]
    assert (named(session, "max").value, named(session, "max").origin) == ("$8.000", "house")
    assert (named(session, "min").value, named(session, "min").origin) == ("$5.000", "opening")


def test_live_and_afterwards_and_drawn_are_judged_alike(own_database: str, cast: Cast) -> None:
    """With real commits, so that the run kept warm is used, and one that begins in the middle."""
    house_sets(cast, "double_after_split", False)
    for place, event in enumerate(timed([*opening(), *split_and_doubled()])):
        if place == 7:
            runs.forget()
        send([event])
    session = TableSession.objects.get()
    assert codes(session) == ["double-not-allowed"]
    assert replay_again(session=session, now=START) == []
    assert len(scenes(session, 1)) == len(split_and_doubled())


def test_each_value_says_since_when_and_by_whom(cast: Cast) -> None:
    house_sets(cast, "round_up", False, why="Acta 14 del directorio")
    session = send(timed([*opening(), *split_and_doubled()]))
    shown = named(session, "round_up")
    assert (shown.valid_from, shown.by, shown.why) == (START - timedelta(days=1), "Ana Pinto", "Acta 14 del directorio")
    assert [one.option for one in house_values(session, "en")] == [
        "chip", "min", "max", "perfect_pairs", "even_money", "double_soft", "double_after_split", "round_up",
    ]  # fmt: skip
    assert named(session, "double_soft", "en").cited == "the text is silent"
