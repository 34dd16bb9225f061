"""One session's engine at work, and which ledger entry raised and answered each finding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from pitboss.ledger.chain import BEFORE_THE_FIRST
from pitboss.ledger.models import Entry
from pitboss.replay.house import Options
from rules import EDITION
from rules.events import (
    Corrected,
    Cut,
    DecksChecked,
    Event,
    RoundClosed,
    RoundOpened,
    ShoeEnded,
    Shuffled,
    TableClosed,
)
from rules.irregularity import Finding as Seen
from rules.options import filled
from rules.replay import Replay, corrections, feed_corrected
from rules.wire import decode_line

NAMESPACE = UUID("0f6f0c2e-58a3-5d3c-8f7c-3a5c1c0f9d11")
BETWEEN_SHOES = (ShoeEnded, Shuffled, DecksChecked, Cut, TableClosed)
"""What happens after these is no longer about the round before them."""

Instead = Mapping[int, Event | None]
"""What stands in the place of which ``seq`` after corrections; None: struck."""


@dataclass(slots=True)
class Sighting:
    """A finding of the engine with its place in the ledger. ``answered``: who settled the outcome.

    ``facts`` are those it was raised with, as plain JSON: later a rule uses them as its scratch paper.
    """

    seen: Seen
    id: UUID
    entry: Entry
    last_at: datetime
    facts: dict[str, Any]
    answered: Entry | None = None
    outcome: str = "pending"
    shown: int = 1


@dataclass(slots=True)
class Span:
    """A round as the ledger has it: its opening, its last entry so far, its close."""

    number: int
    first: Entry
    last: Entry
    closed_at: datetime | None = None


@dataclass(slots=True)
class Run:
    """The engine after entry ``number``, whose hash is ``hash``. Not to be shared between threads.

    ``house``: the options that the house had set when the session opened.
    """

    session: int
    house: Options = field(default_factory=dict)
    number: int = 0
    hash: bytes = BEFORE_THE_FIRST
    last_at: datetime | None = None
    engine: Replay = field(init=False)
    sightings: dict[int, Sighting] = field(default_factory=dict)
    changed: dict[int, Sighting] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    span_open: bool = False
    spans_changed: dict[int, Span] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.engine = Replay(options=self.house)

    def feed(self, entry: Entry, instead: Instead) -> None:
        """The next entry of the ledger; with corrections known, what stands in its place."""
        event = event_of(entry, self.house)
        if instead:
            feed_corrected(self.engine, entry.seq, event, dict(instead))
        else:
            self.engine.feed(entry.seq, event)
        self._follow_round(entry, instead.get(entry.seq, event))
        for seen in self.engine.changed():
            self._sight(seen, entry)
        self.number, self.hash, self.last_at = entry.number, bytes(entry.hash), entry.at

    def settle(self) -> tuple[list[Sighting], list[Span]]:
        """What was raised or changed, and which rounds moved, since the last call."""
        changed, spans = list(self.changed.values()), list(self.spans_changed.values())
        self.changed, self.spans_changed = {}, {}
        return changed, spans

    def _sight(self, seen: Seen, entry: Entry) -> None:
        sighting = self.sightings.get(id(seen))
        if sighting is None:
            sighting = Sighting(
                seen=seen,
                id=self._new_id(seen, entry),
                entry=entry,
                last_at=entry.at,
                facts=_plain(seen.facts),
            )
            # Holding ``seen`` keeps its address from being used again
            self.sightings[id(seen)] = sighting
        if sighting.outcome != seen.outcome:
            sighting.outcome = seen.outcome
            sighting.answered = None if seen.outcome == "pending" else entry
            sighting.last_at = max(sighting.last_at, entry.at)
        if sighting.shown != len(seen.events):
            sighting.shown = len(seen.events)
            sighting.last_at = max(sighting.last_at, entry.at)
        self.changed[id(seen)] = sighting

    def _new_id(self, seen: Seen, entry: Entry) -> UUID:
        """(session, entry, code, spot, edition); a second one of all these at one entry is counted on."""
        name = f"{self.session}\n{entry.number}\n{seen.code}\n{seen.spot or '-'}\n{EDITION}"
        taken = {sighting.id for sighting in self.changed.values()}
        found, nth = uuid5(NAMESPACE, name), 2
        while found in taken:
            found, nth = uuid5(NAMESPACE, f"{name}\n{nth}"), nth + 1
        return found

    def _follow_round(self, entry: Entry, event: Event | None) -> None:
        if isinstance(event, RoundOpened):
            self.spans.append(Span(number=event.round, first=entry, last=entry))
            self.span_open = True
        elif isinstance(event, BETWEEN_SHOES):
            self.span_open = False
        if not self.span_open:
            return
        span = self.spans[-1]
        span.last = entry
        if isinstance(event, RoundClosed) and span.closed_at is None:
            span.closed_at = entry.at
        self.spans_changed[span.first.number] = span


def event_of(entry: Entry, house: Options | None = None) -> Event:
    """The event of an entry, an opening under the options of the house. It was read once when it came in, so it can
    be read again."""
    return decode_line(filled(entry.body.encode(), house or {}), entry.seq)[1]


def corrects(entries: Iterable[Entry]) -> bool:
    """Is there a correction among them?"""
    return any(entry.kind == str(Corrected.__struct_config__.tag) for entry in entries)


def corrections_of(entries: Iterable[Entry], house: Options | None = None) -> Instead:
    """What stands in the place of which ``seq`` once all corrections among these are heard."""
    return corrections((entry.seq, event_of(entry, house)) for entry in entries if corrects([entry]))


def _plain(value: Any) -> Any:
    """Facts as JSON has them."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
