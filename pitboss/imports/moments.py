"""When it happened, out of a cell: the order of day and month is told to us, never taken for granted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import Final
from zoneinfo import ZoneInfo

from pitboss.imports.survey import Shape

ORDERS: Final = ("ymd", "dmy", "mdy", "compact", "epoch_s", "epoch_ms")
_WRITTEN: Final = re.compile(
    r"(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})"
    r"(?:(?:[ T]|, ?)(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.? ?m\.?)?)?"
    r" ?(Z|[+-]\d{2}:?\d{2})?",
    re.IGNORECASE,
)
_COMPACT: Final = re.compile(r"(\d{4})(\d{2})(\d{2})[T ]?(\d{2})(\d{2})(\d{2})?")
_DATE_SHAPE: Final = re.compile(r"(9{1,4})([-/.])(9{1,2})\2(9{1,4})(?![-/.9])")
_PLACES: Final = {"ymd": (0, 1, 2), "dmy": (2, 1, 0), "mdy": (2, 0, 1)}


class NoMoment(ValueError):
    """``why`` is a word of ``imports.words``: ``moment`` (not in that order), or ``skipped`` (the clock was put
    forward over it)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def orders(shapes: Iterable[tuple[str, Shape]] | None) -> list[str]:
    """All orders by which every value of a column can be a date; none where it has none."""
    if shapes is None:
        return []
    fit = list(ORDERS)
    some = False
    for shape, told in shapes:
        some = True
        here = _orders(shape, told)
        fit = [order for order in fit if order in here]
    return fit if some else []


def _orders(shape: str, told: Shape) -> set[str]:
    if re.fullmatch(r"9{8}[T ]?9{4}(?:9{2})?|9{8}", shape):
        return {"compact"}
    if re.fullmatch(r"9{10}", shape):
        return {"epoch_s"}
    if re.fullmatch(r"9{13}", shape):
        return {"epoch_ms"}
    date = _DATE_SHAPE.match(shape)
    if date is None or len(told.most) < 3:
        return set()
    first, second, third = told.most[:3]
    if len(date[1]) == 4:
        return {"ymd"} if second <= 12 and third <= 31 else set()
    if len(date[1]) == 3 or len(date[4]) not in (2, 4):
        return set()
    found = set()
    if first <= 31 and second <= 12:
        found.add("dmy")
    if first <= 12 and second <= 31:
        found.add("mdy")
    if len(date[4]) == 2 and len(date[1]) == 2 and second <= 12 and third <= 31:
        found.add("ymd")
    return found


class Clock:
    """Reads moments in one order; without an offset of their own they are of ``zone``.

    An hour that comes twice, the night that the clock is put back, is the first of the two until that would run
    behind the row before.
    """

    def __init__(self, order: str, zone: ZoneInfo) -> None:
        self.order, self.zone = order, zone
        self._last: tuple[str, datetime] = ("", datetime.min.replace(tzinfo=UTC))

    def read(self, text: str) -> datetime:
        """Raises NoMoment."""
        known, at = self._last
        if text != known:
            try:
                at = self._read(text)
            except (ValueError, OverflowError, OSError) as wrong:
                raise wrong if isinstance(wrong, NoMoment) else NoMoment("moment") from None
            self._last = (text, at)
        return at

    def _read(self, text: str) -> datetime:
        if self.order in ("epoch_s", "epoch_ms"):
            if not re.fullmatch(r"\d{9,14}(?:\.\d+)?", text):
                raise NoMoment("moment")
            return datetime.fromtimestamp(float(text) / (1000 if self.order == "epoch_ms" else 1), UTC)
        if self.order == "compact":
            found = _COMPACT.fullmatch(text)
            if found is None:
                raise NoMoment("moment")
            year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
            return self._here(datetime(year, month, day, hour, minute, second))  # noqa: DTZ001 (the zone follows)
        found = _WRITTEN.fullmatch(text)
        if found is None or found[4] is None:
            raise NoMoment("moment")
        parts = found.group(1, 2, 3)
        year, month, day = (int(parts[place]) for place in _PLACES[self.order])
        if len(parts[_PLACES[self.order][0]]) == 2:
            year += 2000
        hour = int(found[4])
        if found[8]:
            if not 1 <= hour <= 12:
                raise NoMoment("moment")
            hour = hour % 12 + (12 if found[8] in "pP" else 0)
        micro = int((found[7] or "")[:6].ljust(6, "0"))
        at = datetime(year, month, day, hour, int(found[5]), int(found[6] or 0), micro)  # noqa: DTZ001 (the zone follows)
        return at.replace(tzinfo=_offset(found[9])) if found[9] else self._here(at)

    def _here(self, naive: datetime) -> datetime:
        at = naive.replace(tzinfo=self.zone)
        later = at.replace(fold=1)
        if at.utcoffset() != later.utcoffset():
            if at.astimezone(UTC).astimezone(self.zone).replace(tzinfo=None) != naive:
                raise NoMoment("skipped")
            if at.astimezone(UTC) < self._last[1].astimezone(UTC):
                return later.astimezone(timezone(later.utcoffset() or timedelta()))
        return at.astimezone(timezone(at.utcoffset() or timedelta()))


def _offset(text: str) -> timezone:
    if text in "Zz":
        return UTC
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(timedelta(minutes=-minutes if text[0] == "-" else minutes))
