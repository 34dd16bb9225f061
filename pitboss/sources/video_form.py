"""The form by which a round is entered from its video: rows of a time, a card and for whom.

Nothing is filled in beforehand: whoever enters sees the video, not what the table wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from pitboss.sources.verbs.reenter import MOST_CARDS, SeenCard

ROWS, MORE = 10, 6
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS: Final = ("s", "h", "d", "c")
UNSEEN: Final = "?"
"""A card that the video shows and nobody can make out."""
SPOTS: Final = ("1", "2", "3", "4", "5", "6", "7")
PLACES: Final = (*SPOTS, "dealer", "none", *(f"{spot}.{hand}" for spot in SPOTS for hand in (2, 3, 4)))
BURNED: Final = "burned"
_TIME: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)(?:[.,](\d{1,3}))?")


@dataclass(slots=True)
class Row:
    number: int
    at: str = ""
    rank: str = ""
    suit: str = ""
    to: str = ""
    problem: str = ""

    @property
    def is_blank(self) -> bool:
        return not (self.at or self.rank or self.suit or self.to)


@dataclass(slots=True)
class VideoForm:
    camera: str = ""
    shown: str = ""
    real: str = ""
    rows: list[Row] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)
    cards: list[SeenCard] = field(default_factory=list)
    ahead: timedelta = timedelta(0)

    @property
    def is_good(self) -> bool:
        return not self.problems and not any(row.problem for row in self.rows)


def blank() -> VideoForm:
    return VideoForm(rows=[Row(number) for number in range(1, ROWS + 1)])


def filled(said: Mapping[str, str], opened_at: datetime, zone: ZoneInfo, *, more: bool = False) -> VideoForm:
    """What was entered. ``opened_at``: when the round opened, which says the day of its times. ``more``: rows are only
    asked for, and nothing is held against those that are there."""
    count = int(said.get("rows", "")) if said.get("rows", "").isascii() and said.get("rows", "").isdigit() else ROWS
    count = min(MOST_CARDS, max(1, count) + (MORE if more else 0))
    form = VideoForm(said.get("camera", "").strip(), said.get("shown", "").strip(), said.get("real", "").strip())
    form.rows = [_row(said, number) for number in range(1, count + 1)]
    if more:
        return form
    day = opened_at.astimezone(zone)
    form.ahead = _ahead(form, day, zone)
    _read(form, day + form.ahead, zone)
    if not form.camera:
        form.problems["camera"] = gettext("Falta decir de qué cámara es el video.")
    if not form.cards and form.is_good:
        form.problems["rows"] = gettext("Falta anotar las cartas que se ven en el video.")
    return form


def _row(said: Mapping[str, str], number: int) -> Row:
    told = {name: said.get(f"{name}-{number}", "").strip() for name in ("at", "rank", "suit", "to")}
    return Row(number, **told)


def _ahead(form: VideoForm, near: datetime, zone: ZoneInfo) -> timedelta:
    """By how much the video's clock is ahead, from one moment read off both."""
    if not form.shown and not form.real:
        return timedelta(0)
    shown, real = _moment(form.shown, near, zone), _moment(form.real, near, zone)
    for name, moment in (("shown", shown), ("real", real)):
        if moment is None:
            form.problems[name] = gettext("Una hora con segundos: 22:14:06.")
    return timedelta(0) if shown is None or real is None else shown - real


def _read(form: VideoForm, near: datetime, zone: ZoneInfo) -> None:
    """The rows as cards. A row without a time has that of the row above."""
    last: datetime | None = None
    for row in form.rows:
        if row.is_blank:
            continue
        at = last if not row.at else _moment(row.at, near, zone)
        if at is None:
            row.problem = gettext("Una hora con segundos: 22:14:06.")
        elif last is not None and at < last:
            row.problem = gettext("Esta hora es anterior a la de la fila de arriba.")
        elif row.rank != UNSEEN and (row.rank not in RANKS or row.suit not in SUITS):
            row.problem = gettext("Faltan el valor y la pinta de la carta.")
        elif row.to not in (*PLACES, BURNED):
            row.problem = gettext("Falta decir para quién fue.")
        else:
            card = None if row.rank == UNSEEN else row.rank + row.suit
            burned = row.to == BURNED
            form.cards.append(SeenCard(at, card, "none" if burned else row.to, burned))
        last = at or last


def _moment(text: str, near: datetime, zone: ZoneInfo) -> datetime | None:
    """A time of day on the day on which it is nearest to that moment: a round may run past midnight."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hour, minute, second, part = found.groups()
    clock = time(int(hour), int(minute), int(second), int((part or "0").ljust(3, "0")) * 1000)
    days: list[date] = [near.date() + timedelta(days=step) for step in (-1, 0, 1)]
    return min((datetime.combine(day, clock, zone) for day in days), key=lambda moment: abs(moment - near))
