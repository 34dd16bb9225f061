"""However a table's events come in, in whatever batches to whatever processes: the database says what the engine
says of the whole."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from random import Random

import pytest

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.pipeline import replay_again
from pitboss.replay import runs
from pitboss.replay.models import Finding
from pitboss.replay.run import Run
from pitboss.simulator.recorder import Event, encode
from rules.replay import replay
from rules.wire import Rejected, read
from tests.ingest.plays import START
from tests.rules.streams import gone_wrong

pytestmark = pytest.mark.services

BESIDE = ("facts", "footage", "text", "words")
"""Stored beside the contract's object, or said by it in words."""


def engine_says(lines: list[bytes]) -> list[str]:
    pairs = [pair for pair in read(lines) if not isinstance(pair, Rejected)]
    assert len(pairs) == len(lines)
    return in_order(finding.as_dict() for finding in replay(pairs).findings)


def database_says() -> list[str]:
    """Findings as stored, but for those that a correction has withdrawn."""
    return in_order(row.data for row in Finding.objects.all() if "withdrawn_by" not in row.data)


def in_order(rows: Iterator[dict[str, object]]) -> list[str]:
    return sorted(
        json.dumps({name: value for name, value in row.items() if name not in BESIDE}, sort_keys=True) for row in rows
    )


def batches(events: list[Event], chance: Random) -> Iterator[list[Event]]:
    """From one event to some rounds at a time; some are cut at a round's border, where a file is."""
    at = 0
    while at < len(events):
        size = chance.choice([1, 2, chance.randint(3, 25), 40])
        borders = [place for place in range(at + 1, len(events)) if events[place]["kind"] == "round_opened"]
        end = borders[0] if borders and chance.random() < 0.2 else at + size
        yield events[at:end]
        at = end


@pytest.mark.parametrize("seed", range(5))
def test_any_split_over_processes_finds_what_the_whole_finds(own_database: str, cast: Cast, seed: int) -> None:
    """Each batch comes to the process that took the last one, to one that knows nothing, or to one that has not
    heard of the batches since it last had its turn."""
    chance = Random(seed)
    events = [event for _, event in gone_wrong(seed, 14, rate=0.8).play()]
    other: Run | None = None
    turns = 0
    for batch in batches(events, chance):
        session = TableSession.objects.first()
        turn = chance.choice(["same", "knows nothing", "another", "another"])
        if session is not None and turn != "same":
            mine = runs.take(session.pk)
            if turn == "another":
                mine, other = other, mine
                if mine is not None:
                    runs.keep(mine)
                    turns += 1
        receipt = Intake(by=cast.rosa).take(read_ndjson(io.BytesIO(b"".join(encode(event) for event in batch))))
        assert (receipt.accepted, receipt.rejected) == (len(batch), [])
    assert turns
    assert database_says() == engine_says([encode(event) for event in events])
    assert Finding.objects.count() > 1
    assert replay_again(session=TableSession.objects.get(), now=START) == []
