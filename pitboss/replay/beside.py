"""What the table wrote and what a second source saw, card by card beside each other (contract 1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pitboss.casino.models import TableSession
from pitboss.ledger.models import Entry
from pitboss.replay.advance import ledger_unread
from pitboss.replay.house import options_of
from pitboss.replay.run import corrections_of, corrects, event_of
from pitboss.replay.scenes import Line
from rules.comparison.accounts import Beside, Played, Read
from rules.comparison.align import END
from rules.comparison.causes import differs
from rules.events import Event, Seen
from rules.replay import Replay, feed_corrected


@dataclass(frozen=True, slots=True)
class Side:
    """A card by one of the two. ``spot``: whose it was, null for nobody's; ``sure``: percent, where it was inferred."""

    card: str | None
    seq: int
    at: datetime
    spot: str | None = None
    burned: bool = False
    nth: int | None = None
    sure: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the comparison. ``parts``: the two tell otherwise here; ``waits``: nobody can tell yet."""

    played: Side | None
    seen: Side | None
    round: int | None
    parts: bool
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """A second source of a session: ``rounds`` are those that it told whole; none where it follows the shoe."""

    source: str
    rounds: tuple[int, ...]


class Sides:
    """Both sides of one session, replayed once from its ledger: what the rules held against each other."""

    def __init__(self, session: TableSession) -> None:
        house = options_of(session)
        entries = Entry.objects.filter(session=session).order_by("number")
        lines = [Line(*row) for row in entries.values_list("number", "seq", "kind", "body")]
        instead = dict(corrections_of(lines, house)) if corrects(lines) else {}
        unread = sorted(ledger_unread(session), key=lambda one: (one.after, one.seq))
        engine, place = Replay(options=house), 0
        for line in lines:
            while place < len(unread) and unread[place].after < line.number:
                engine.rejected(unread[place].seq)
                place += 1
            feed_corrected(engine, line.seq, event_of(line, house), instead)
        self._beside = engine.beside

    @property
    def accounts(self) -> list[Account]:
        return [Account(source, tuple(self._beside.rounds_told(source))) for source in self._beside.sources]

    def rows(self, source: str, round: int | None = None) -> list[Row]:
        """Line by line, of one round where it is named. What came out in between two rounds is with the later one."""
        held, waiting = self._beside.beside(source)
        both = [*held, *waiting]
        found = [
            _row(pair, number, waits=place >= len(held))
            for place, (pair, number) in enumerate(zip(both, _rounds(both), strict=True))
        ]
        for number in self._beside.rounds_told(source):
            found += [_row(pair, number) for pair in self._beside.beside_round(source, number)]
        return [row for row in found if (row.played or row.seen) and (round is None or row.round == round)]


def _rounds(beside: Sequence[Beside]) -> list[int | None]:
    """The round of each line: that of the table's card, else of the next card that the table wrote."""
    found: list[int | None] = [None] * len(beside)
    behind: int | None = None
    for place in range(len(beside) - 1, -1, -1):
        played = beside[place][0]
        if played is not None:
            behind = played.round
        found[place] = behind
    return found


def _row(pair: Beside, round: int | None, *, waits: bool = False) -> Row:
    """Ends of shoes are no cards: neither side is left of them."""
    played, read = (None if one is None or one.card == END else one for one in pair)
    return Row(
        played=_written(played) if isinstance(played, Played) else None,
        seen=_side(read) if isinstance(read, Read) else None,
        round=round,
        parts=not waits and differs(pair),
        waits=waits,
    )


def _written(played: Played) -> Side:
    return Side(played.card, played.seq, played.event.at, played.spot, played.burned)


def _side(read: Read) -> Side:
    event: Event | None = read.event
    if not isinstance(event, Seen):
        return Side(read.card, read.seq, read.at)
    sure = None if event.confidence is None else round(event.confidence * 100)
    spot = None if event.to == "none" else event.to
    return Side(read.card, read.seq, read.at, spot, event.did == "burned", event.nth, sure)
