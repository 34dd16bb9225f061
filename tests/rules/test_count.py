"""A shoe that has given all its cards, and what is said in Spanish of what it gave."""

from __future__ import annotations

import pytest

from rules.notation import events_of
from rules.replay import Replay, replay
from tests.rules.plays import played


def emptied(play: str, left: int) -> Replay:
    """A replay whose shoe has so many cards left, the play going on after."""
    run = played("bet 1 100; dealt 1 Th; dealt dealer 9d")
    run.table.shoe.drawn = run.table.shoe.size - left
    for seq, event, _ in events_of(play):
        run.feed(100 + seq, event)
    return run


@pytest.mark.parametrize(
    ("play", "left", "counted"),
    [
        ("dealt 1 9c", 1, False),
        ("dealt 1 9c", 0, True),
        ("exposed 9c", 1, False),
        ("exposed 9c", 0, True),
        ("burned - other", 1, False),
        ("burned - other", 0, True),
        ("burned 9c other", 0, True),
        ("stuck 9c,8c 1", 0, True),
        ("dealt 1 9c", -1, False),
    ],
)
def test_the_first_card_beyond_the_shoe_is_counted(play: str, left: int, counted: bool) -> None:
    codes = [finding.code for finding in emptied(play, left).findings]
    assert ("card-count" in codes) is counted


def test_a_sentence_names_the_place_in_spanish_too() -> None:
    run = played("bet 1 100; dealt 1 Th; dealt dealer 9d; dealt 1 9c; dealt 3 5c; acted 4 stand")
    assert [finding.message("es") for finding in run.findings] == [
        "Carta para la casilla 3, que no tiene apuesta.",
        "En la casilla 4 no hay una mano en juego.",
    ]


def test_a_table_opened_without_a_check_is_told_in_the_first_round() -> None:
    run = replay([(seq, event) for seq, event, _ in events_of("table_opened cl-scj\nround_opened 1\n")])
    assert [(f.code, f.round) for f in run.findings] == [("deck-check", 1), ("shuffle", 1), ("cut-depth", 1)]
