"""One session's engine at work, and which ledger entry raised and answered each finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID, uuid5

from pitboss.ledger.chain import BEFORE_THE_FIRST
from pitboss.ledger.models import Entry
from pitboss.replay.house import Options
from pitboss.replay.rounds import Hand, hands_of
from rules import EDITION
from rules.events import (
    Corrected,
    Cut,
    DecksChecked,
    Event,
    RoundClosed,
    RoundOpened,
    Ruled,
    ShoeEnded,
    Shuffled,
    TableClosed,
    TableOpened,
)
from rules.irregularity import Finding as Seen
from rules.options import filled
from rules.replay import Replay, corrections, feed_corrected
from rules.wire import decode_line

NAMESPACE = UUID("0f6f0c2e-58a3-5d3c-8f7c-3a5c1c0f9d11")
BETWEEN_SHOES = (ShoeEnded, Shuffled, DecksChecked, Cut, TableClosed)
"""What happens after these is no longer about the round before them."""
CLEARS_THE_FELT = (RoundOpened, TableOpened, TableClosed)
"""Before these it is the last moment to see how the round before them ended."""

WORD = re.compile(r"[a-z_]{1,24}")
"""A ruling in one word of the wire, as tablets say it."""


class Told(Protocol):
    """What is needed of an entry to read its event: an ``Entry``, or the three columns alone."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> str: ...


Instead = Mapping[int, Event | None]
"""What stands in the place of which ``seq`` after corrections; None: struck."""


@dataclass(slots=True)
class Sighting:
    """A finding of the engine with its place in the ledger. ``answered``: who settled the outcome.

    ``facts`` are those it was raised with, as plain JSON, unless its rule ``tells_more``: later a rule uses them as its
    scratch paper.
    ``dealer`` and ``supervisor``: badges of who dealt and who had the table then, empty where nobody said.
    ``ruling``: the word of the ruling that settled it, where one did.
    """

    seen: Seen
    id: UUID
    entry: Entry
    last_at: datetime
    facts: dict[str, Any]
    dealer: str = ""
    supervisor: str = ""
    answered: Entry | None = None
    ruling: str = ""
    outcome: str = "pending"
    shown: int = 1


@dataclass(slots=True)
class Span:
    """A round as the ledger has it: its opening, its last entry so far, its close.

    ``shoe`` counts the session's shoes from 1; ``dealer`` and ``supervisor`` are the badges of who had the table when
    it opened; ``hands`` is how it stood when last looked at.
    """

    number: int
    first: Entry
    last: Entry
    closed_at: datetime | None = None
    shoe: int = 1
    dealer: str = ""
    supervisor: str = ""
    hands: list[Hand] = field(default_factory=list)


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
        stands = instead.get(entry.seq, event)
        if isinstance(stands, CLEARS_THE_FELT):
            self._look_at_the_felt()
        before = self._who()
        if instead:
            feed_corrected(self.engine, entry.seq, event, dict(instead))
        else:
            self.engine.feed(entry.seq, event)
        self._follow_round(entry, stands)
        for seen in self.engine.changed():
            self._sight(seen, entry, before, stands)
        self.number, self.hash, self.last_at = entry.number, bytes(entry.hash), entry.at

    def settle(self) -> tuple[list[Sighting], list[Span]]:
        """What was raised or changed, and which rounds moved, since the last call."""
        self._look_at_the_felt()
        changed, spans = list(self.changed.values()), list(self.spans_changed.values())
        self.changed, self.spans_changed = {}, {}
        return changed, spans

    def _who(self) -> tuple[str, str]:
        """Badges of who deals and who has the table."""
        table = self.engine.table
        return table.dealer_name or "", table.pit_boss or ""

    def _look_at_the_felt(self) -> None:
        """Keep how the round stands: what is paid once it is closed still belongs to it."""
        if not self.spans or self.engine.table.round != self.spans[-1].number:
            return
        span, hands = self.spans[-1], hands_of(self.engine.table)
        if hands != span.hands:
            span.hands = hands
            self.spans_changed[span.first.number] = span

    def _sight(self, seen: Seen, entry: Entry, before: tuple[str, str], event: Event | None) -> None:
        """``before``: who had the table ahead of this entry, for one that closes the table."""
        sighting = self.sightings.get(id(seen))
        if sighting is None:
            dealer, supervisor = (now or then for now, then in zip(self._who(), before, strict=True))
            sighting = Sighting(
                seen=seen,
                id=self._new_id(seen, entry),
                entry=entry,
                last_at=entry.at,
                facts=_plain(seen.facts),
                dealer=dealer,
                supervisor=supervisor,
            )
            # Holding ``seen`` keeps its address from being used again
            self.sightings[id(seen)] = sighting
        elif seen.rule.tells_more:
            sighting.facts = _plain(seen.facts)
        if sighting.outcome != seen.outcome:
            sighting.outcome = seen.outcome
            sighting.answered = None if seen.outcome == "pending" else entry
            sighting.ruling = _ruling(event) if isinstance(event, Ruled) else ""
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
            dealer, supervisor = self._who()
            shoe = self.engine.table.shoe.number
            self.spans.append(
                Span(number=event.round, first=entry, last=entry, shoe=shoe, dealer=dealer, supervisor=supervisor)
            )
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


def event_of(entry: Told, house: Options | None = None) -> Event:
    """The event of an entry, an opening under the options of the house. It was read once when it came in, so it can
    be read again."""
    return decode_line(filled(entry.body.encode(), house or {}), entry.seq)[1]


def corrects(entries: Iterable[Told]) -> bool:
    """Is there a correction among them?"""
    return any(entry.kind == str(Corrected.__struct_config__.tag) for entry in entries)


def corrections_of(entries: Iterable[Told], house: Options | None = None) -> Instead:
    """What stands in the place of which ``seq`` once all corrections among these are heard."""
    return corrections((entry.seq, event_of(entry, house)) for entry in entries if corrects([entry]))


def _ruling(event: Ruled) -> str:
    """The word that a tablet gives; what a person wrote stays in the ledger alone, for it may name somebody."""
    if not event.ruling:
        return ""
    return event.ruling if WORD.fullmatch(event.ruling) else "words"


def _plain(value: Any) -> Any:
    """Facts as JSON has them."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
