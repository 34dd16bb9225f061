"""The table drawn step by step: what pages need to show one round as it was played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.casino.models import TableSession
from pitboss.ledger.models import Entry
from pitboss.ledger.sealed import opened
from pitboss.replay.advance import ledger_entries, ledger_unread
from pitboss.replay.event_words import words
from pitboss.replay.house import options_of
from pitboss.replay.models import Round
from pitboss.replay.run import corrections_of, corrects, event_of
from rules.events import Event
from rules.replay import Replay, feed_corrected
from rules.scene import scene


@dataclass(frozen=True, slots=True)
class Scene:
    """One step. ``words`` by language; ``scene`` is the table after the event (``rules.scene``).

    ``corrected``: what is told and drawn is what a correction put in the place of the entry.
    ``struck``: a correction took the entry out; the table stays as it was.
    """

    entry: Entry
    words: dict[str, str]
    scene: dict[str, Any]
    corrected: bool = False
    struck: bool = False


def round_of(session: TableSession, number: int) -> Round | None:
    """The round of that number; where a number was opened twice, the later one."""
    return (
        Round.objects.filter(session=session, number=number)
        .select_related("first_entry", "last_entry")
        .order_by("-first_entry_id")
        .first()
    )


def scenes(session: TableSession, round: int | None) -> list[Scene]:
    """The steps of that round, corrections in place. ``None``: what happened outside of any round.

    Empty when there is no such round. The session is replayed up to the round's end: two or three
    queries and, for a whole day's session, some tenths of a second.
    """
    entries = list(ledger_entries(session))
    if round is None:
        inside = _outside(session, entries)
    else:
        this = round_of(session, round)
        if this is None:
            return []
        inside = set(range(this.first_entry.number, this.last_entry.number + 1))
    if not inside:
        return []
    return list(_played(session, entries, inside))


def words_of(entry: Entry) -> dict[str, str]:
    """An entry in words, as it was said first: corrections are not looked at."""
    return _words(event_of(opened([entry])[0]))


def _played(session: TableSession, entries: Sequence[Entry], inside: set[int]) -> Iterable[Scene]:
    house = options_of(session)
    instead = dict(corrections_of(entries, house))
    unread = sorted(ledger_unread(session), key=lambda one: (one.after, one.seq))
    shown = {one.number: one for one in opened(one for one in entries if one.number in inside or corrects([one]))}
    told = dict(corrections_of(shown.values(), house))
    engine, last, place = Replay(options=house), max(inside), 0
    for entry in entries:
        if entry.number > last:
            return
        while place < len(unread) and unread[place].after < entry.number:
            engine.rejected(unread[place].seq)
            place += 1
        event = event_of(entry, house)
        feed_corrected(engine, entry.seq, event, instead)
        if entry.number in inside:
            said = event_of(shown[entry.number], house)
            stands = told.get(entry.seq, said)
            yield Scene(
                entry=entry,
                words=_words(said if stands is None else stands),
                scene=scene(engine.table),
                corrected=entry.seq in instead and stands is not None,
                struck=stands is None,
            )


def _outside(session: TableSession, entries: Sequence[Entry]) -> set[int]:
    inside: set[int] = set()
    for first, last in Round.objects.filter(session=session).values_list("first_entry__number", "last_entry__number"):
        inside.update(range(first, last + 1))
    return {entry.number for entry in entries} - inside


def _words(event: Event) -> dict[str, str]:
    return {"es": words(event, "es"), "en": words(event, "en")}
