"""Streams of events: legal play, play in which much goes wrong, and whatever well-formed events there are."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import msgspec
from hypothesis import strategies as st

from pitboss.simulator.mishaps.catalogue import CATALOGUE
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.profile import HOUSES, PROFILES
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from rules.cards import DECK
from rules.events import KINDS, Event, Reordered, Stuck
from rules.wire import decode_line
from tests.rules.strategies import events

START = datetime(2026, 11, 28, 23, tzinfo=UTC)
OPEN = (
    b'{"kind":"table_opened","at":"2026-01-01T00:00:00Z","profile":"cl-scj","perfect_pairs":true,"min":100,"max":9000}'
)
ROUND = b'{"kind":"round_opened","at":"2026-01-01T00:00:00Z","round":1}'
PLAY = (
    *("bet", "dealt", "acted", "paid", "taken", "returned"),
    *("burned", "refused", "accepted", "stuck", "exposed", "reordered"),
)
AROUND = ("round_closed", "round_opened", "shoe_empty", "shoe_ended", "shuffled", "disputed", "excluded")
FORWARD = sorted(KINDS.keys() - {"corrected"})
"""Kinds that only go on. A correction rewrites what stands before it, so a prefix says nothing of what follows."""


def read_back(session: TableSession) -> list[Event]:
    """What the session plays, as the engine reads it."""
    return [decode_line(encode(event), at)[1] for at, (_, event) in enumerate(session.play(), 1)]


def legal(seed: int, rounds: int) -> list[Event]:
    """Legal play of one table, round after round."""
    return read_back(TableSession(table="BJ-01", start=START, seed=seed, rounds=rounds))


def gone_wrong(seed: int, rounds: int, *, rate: float = 0.6, but: tuple[str, ...] = ()) -> TableSession:
    """A table, not yet played, where something goes wrong in that share of the rounds, ``but`` not of these codes.

    The seed decides the profile, the house and the people too.
    """
    profile = list(PROFILES)[seed % len(PROFILES)]
    codes = [code for code in CATALOGUE if code not in but]
    return TableSession(
        table="BJ-01",
        start=START,
        seed=seed,
        rounds=rounds,
        profile=profile,
        house=HOUSES[seed // 5 % len(HOUSES)],
        crowd=2.0,
        fate=Rate(rate, Random(seed), codes, profile),
        ids=False,
    )


def shaken(stream: list[Event], chance: Random) -> list[Event]:
    """The stream with some lines lost, doubled and swapped."""
    wild: list[Event] = []
    for event in stream:
        fate = chance.random()
        if fate < 0.04:
            continue
        wild.append(event)
        if fate > 0.97:
            wild.append(event)
        if 0.9 < fate < 0.93 and len(wild) > 1:
            wild[-1], wild[-2] = wild[-2], wild[-1]
    return wild


def numbered(stream: list[Event]) -> list[tuple[int, Event]]:
    """Each with its place in the stream: what it says, or the next line's."""
    return [(event.seq or line, event) for line, event in enumerate(stream, 1)]


@st.composite
def played(draw: st.DrawFn) -> list[Event]:
    """A table's rounds, legal or not, as they were played or with the record shaken."""
    seed = draw(st.integers(0, 10_000))
    rate = draw(st.sampled_from([0.0, 0.5, 1.0]))
    stream = read_back(gone_wrong(seed, draw(st.integers(1, 14)), rate=rate))
    return shaken(stream, Random(seed)) if draw(st.booleans()) else stream


def at_an_open_table() -> st.SearchStrategy[list[Event]]:
    """Whatever may be said about a round, in any order; half of the time of few cards and places, so that one
    event speaks of what another has done."""
    opened = [decode_line(OPEN, 1)[1], decode_line(ROUND, 2)[1]]
    said = events(*PLAY, *PLAY, *AROUND)
    return st.lists(said | said.map(of_few), min_size=5, max_size=60).map(lambda play: [*opened, *play])


FEW_CARDS = ("Th", "7c", "Ah", "5d")
FEW_PLACES = {"1": "1", "2": "1.2", "3": "2", "4": "1", "5": "1.2", "6": "2", "7": "1"}


def of_few(event: Event) -> Event:
    """The same event of one of a few cards, at one of a few places."""
    changes: dict[str, object] = {}
    for field in ("spot", "to", "from_"):
        place = getattr(event, field, None)
        if isinstance(place, str):
            changes[field] = FEW_PLACES.get(place[0], place)
    if isinstance(getattr(event, "card", None), str):
        changes["card"] = _few(event.card)  # type: ignore[attr-defined]
    if isinstance(event, Stuck):
        changes["cards"] = [_few(card) for card in event.cards]
    if isinstance(event, Reordered):
        changes["moves"] = [msgspec.structs.replace(move, card=_few(move.card)) for move in event.moves]
    return msgspec.structs.replace(event, **changes)


def _few(card: str) -> str:
    return FEW_CARDS[DECK.index(card) % len(FEW_CARDS)]


def forward() -> st.SearchStrategy[list[Event]]:
    """Any stream without corrections."""
    return played() | at_an_open_table() | st.lists(events(*FORWARD), max_size=30)
