"""Rounds at the edges, each with everything that is said of it (`rounds/` beside this file).

The worked examples show a rule; these are the plays between two of its cases, where one step more or one peso less
decides. A round is its title; the house and its table's options where they are not the plain ones; the play, whose
first event has the number 7 (the table is opened, the decks checked, shuffled and cut, the first card burned and the
round opened before it); every finding with its key, outcome, standing, who decides, round, events and reasons for the
video, what to do, what to say and the money (expected, actual, difference); the felt as it lies then; and what every
bet is due.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.rules.plays import pictured, played, settled, told

LISTED = sorted(Path(__file__).with_name("rounds").glob("*.txt"))


class Round(NamedTuple):
    """A play, the table it is played at, and what is to be said and due."""

    title: str
    profile: str
    table: str
    play: str
    told: list[str]
    felt: list[str]
    due: list[str]


def _rounds() -> Iterator[Round]:
    text = "\n\n".join(path.read_text(encoding="utf-8").strip() for path in LISTED)
    for block in text.split("\n\n"):
        title, *lines = block.splitlines()
        profile, _, table = next((line[2:] for line in lines if line.startswith(": ")), "cl-scj").partition(" ")
        yield Round(
            title[2:],
            profile,
            table,
            " ".join(line.strip() for line in lines if line.startswith("    ")),
            [line[2:] for line in lines if line.startswith("> ")],
            [line[2:] for line in lines if line.startswith("~ ")],
            [line[2:] for line in lines if line.startswith("= ")],
        )


ROUNDS = list(_rounds())


@pytest.mark.parametrize("this_round", ROUNDS, ids=[one.title for one in ROUNDS])
def test_everything_is_said_of_a_round_at_the_edge(this_round: Round) -> None:
    run = played(this_round.play, this_round.profile, this_round.table)
    assert (told(run) or ["nothing"]) == this_round.told
    assert pictured(run) == this_round.felt
    if this_round.due:
        assert settled(run) == this_round.due
