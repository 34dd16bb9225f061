"""The table drawn step by step: what pages need to show one round as it was played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db.models import Q

from pitboss.casino.models import TableSession
from pitboss.ledger.models import Entry
from pitboss.ledger.sealed import opened
from pitboss.replay.advance import ledger_unread
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


class Line(NamedTuple):
    """As much of an entry as the engine needs. An evening is ten thousand of them, of which a page shows thirty: to
    make objects of all took most of the time."""

    number: int
    seq: int
    kind: str
    body: str


def scenes(session: TableSession, round: int | None) -> list[Scene]:
    """The steps of that round, corrections in place. ``None``: what happened outside of any round.

    Empty when there is no such round. The session is replayed up to the round's end: four or five queries and, for a
    whole day's session, a tenth of a second.
    """
    if round is None:
        lines = _lines(session)
        inside = _outside(session, lines)
    else:
        this = round_of(session, round)
        if this is None:
            return []
        lines = _lines(session)
        inside = set(range(this.first_entry.number, this.last_entry.number + 1))
    if not inside:
        return []
    return list(_played(session, lines, inside))


def scenes_of_rounds(session: TableSession, rounds: Iterable[int]) -> dict[int, list[Scene]]:
    """The same for several rounds, by number; those that there are not have no key.

    A round is played from the shuffle of its shoe on, behind what was said between rounds before it: what lies on the
    felt and in the shoe is the same, and of a long session most need not be read. Six queries and two a shoe.
    """
    found = {number: this for number in set(rounds) if (this := round_of(session, number)) is not None}
    shuffles = (
        Entry.objects.filter(session=session, kind="shuffled").order_by("number").values_list("number", flat=True)
    )
    begins = [1, *shuffles]
    shoes: dict[int, list[int]] = {}
    for number, this in found.items():
        start = next(place for place in reversed(begins) if place <= this.first_entry.number)
        shoes.setdefault(start, []).append(number)
    told: dict[int, list[Scene]] = {}
    for start, numbers in sorted(shoes.items()):
        spans = {number: (found[number].first_entry.number, found[number].last_entry.number) for number in numbers}
        inside = {place for first, last in spans.values() for place in range(first, last + 1)}
        played = list(_played(session, _lines(session, start, max(inside)), inside))
        for number, (first, last) in spans.items():
            told[number] = [one for one in played if first <= one.entry.number <= last]
    return told


def words_of(entry: Entry) -> dict[str, str]:
    """An entry in words, as it was said first: corrections are not looked at."""
    return _words(event_of(opened([entry])[0]))


BETWEEN_ROUNDS: Final = (
    "table_opened", "decks_checked", "shuffled", "cut", "burned", "cut_card_out", "shoe_ended", "dealer_changed",
    "table_closed", "corrected",
)  # fmt: skip
"""What a table is told of beside its rounds; a correction of a later entry stands for it from the first."""


def _lines(session: TableSession, start: int = 1, last: int | None = None) -> list[Line]:
    """All of the session, or, from a shoe's first entry on, all up to ``last``, behind what was between rounds before;
    corrections at any place."""
    entries = Entry.objects.filter(session=session)
    if last is not None:
        near = Q(number__gte=start, number__lte=last)
        entries = entries.filter(near | Q(number__lt=start, kind__in=BETWEEN_ROUNDS) | Q(kind="corrected"))
    return [Line(*row) for row in entries.order_by("number").values_list("number", "seq", "kind", "body")]


def _played(session: TableSession, lines: Sequence[Line], inside: set[int]) -> Iterable[Scene]:
    house = options_of(session)
    corrected = [line for line in lines if corrects([line])]
    instead = dict(corrections_of(corrected, house))
    unread = sorted(ledger_unread(session), key=lambda one: (one.after, one.seq))
    wanted = inside | {line.number for line in corrected}
    entries = {entry.number: entry for entry in Entry.objects.filter(session=session, number__in=wanted)}
    shown = {entry.number: entry for entry in opened(entries[number] for number in sorted(entries))}
    told = dict(corrections_of(shown.values(), house))
    engine, last, place = Replay(options=house), max(inside), 0
    for line in lines:
        if line.number > last:
            return
        while place < len(unread) and unread[place].after < line.number:
            engine.rejected(unread[place].seq)
            place += 1
        feed_corrected(engine, line.seq, event_of(line, house), instead)
        if line.number in inside:
            said = event_of(shown[line.number], house)
            stands = told.get(line.seq, said)
            yield Scene(
                entry=entries[line.number],
                words=_words(said if stands is None else stands),
                scene=scene(engine.table),
                corrected=line.seq in instead and stands is not None,
                struck=stands is None,
            )


def _outside(session: TableSession, lines: Sequence[Line]) -> set[int]:
    inside: set[int] = set()
    for first, last in Round.objects.filter(session=session).values_list("first_entry__number", "last_entry__number"):
        inside.update(range(first, last + 1))
    return {line.number for line in lines} - inside


def _words(event: Event) -> dict[str, str]:
    return {"es": words(event, "es"), "en": words(event, "en")}
